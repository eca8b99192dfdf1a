import { planText } from './describe.ts';
import { isRagged } from './ladder.ts';
import { join } from './phrase.ts';
import type { Grace, Linking, Plan, Tariff, Text } from './tariff.ts';
import { durationText, moneyText } from './text.ts';

/** How stays of one plate are linked, in words. */
export function linkingText(linking: Linking): Text {
  if (linking.by === 'day') return { zh: '同一车牌当日多次停车合并计算', en: 'Stays of a plate on one day are linked' };
  const time = durationText(linking.minutes);
  return { zh: `离场${time.zh}内再次入场合并计算`, en: `Stays are linked when the car comes back within ${time.en}` };
}

/** The time to leave after a payment, in words. */
export function graceText({ minutes, beyond }: Grace): Text {
  const rest = {
    difference: { zh: '超过后补足全程差额', en: 'then the difference to the whole stay is due' },
    'from-payment': { zh: '超过后从缴费时起另计', en: 'then the time since the payment is charged as a new stay' },
    'from-grace-end': {
      zh: '超过后从宽限结束时起另计',
      en: 'then the time after the grace is charged as a new stay',
    },
  }[beyond];
  return { zh: `缴费后${minutes}分钟内离场，${rest.zh}`, en: `${minutes} min to leave after payment, ${rest.en}` };
}

/** The rounding of the total, in words. */
export function roundingText({ toFen, mode }: NonNullable<Tariff['rounding']>, currency: string | undefined): Text {
  const money = moneyText(toFen, currency);
  const how = {
    up: { zh: '向上', en: 'up' },
    down: { zh: '向下', en: 'down' },
    nearest: { zh: '四舍五入', en: 'to the nearest' },
  }[mode];
  return { zh: `总额${how.zh}取整到${money.zh}`, en: `The total is rounded ${how.en} to ${money.en}` };
}

/** What holds in a plan without being set, so that a reader need not know the defaults. */
function impliedTexts(plans: readonly Plan[]): Text[] {
  const texts: Text[] = [];
  const units = plans
    .flatMap(({ windows }) => windows.flatMap(({ steps }) => steps))
    .filter((s) => s.unitMinutes !== undefined);
  if (units.some(({ part }) => part === undefined || part === 'whole'))
    texts.push({
      zh: '未注明的，不足一个计费单位按一个单位计',
      en: 'Unless stated otherwise, a started unit costs a whole one',
    });
  const isSplit = ({ windows, border = 'split' }: Plan) =>
    border === 'split' && windows.length > 1 && windows.some(({ steps }) => steps.some((step) => !step.border));
  const isBySteps = plans.some(({ windows }) => windows.some(({ steps }) => steps.some((step) => step.border)));
  if (plans.some(isSplit))
    texts.push({
      zh: `${isBySteps ? '未注明的，' : ''}跨时段时，计费单位在时段分界处截断，重新计`,
      en: `${isBySteps ? 'Unless stated otherwise, a' : 'A'} unit ends at the border of two periods, and a new one begins`,
    });
  const cutsAtStep = ({ windows, border }: Plan) =>
    windows.some(({ steps }) => steps.some((step, i) => (step.border ?? border) !== 'start' && isRagged(steps, i)));
  if (plans.some(cutsAtStep))
    texts.push({
      zh: '一级到期时，未用完的计费单位截断，下一级重新计',
      en: 'A unit ends when its step ends, and a new one begins with the next step',
    });
  if (plans.some(({ free }) => free && !free.deduct))
    texts.push({ zh: '恰好停满免费时间仍免费', en: 'A stay of exactly the free time is free' });
  if (plans.some(({ free, whole }) => free && whole))
    texts.push({
      zh: '整段之后的余下时间不再享有免费时间',
      en: 'The time after whole blocks has no free time of its own',
    });
  if (plans.some(({ marks = [] }) => marks.some(({ at, includesExit }) => at !== 'entry' && !includesExit)))
    texts.push({
      zh: '恰好在定点时刻离场的，不收该次定点费用',
      en: 'A car that leaves exactly at such a time does not pay for it',
    });
  if (plans.some(({ when }) => when?.leftBy))
    texts.push({
      zh: '恰好在规定时刻离场的，仍算按时离场',
      en: 'A car that leaves exactly at the time limit is still in time',
    });
  return texts;
}

/** One of several plans in words, with its place, its name, and "otherwise" where it has no conditions. */
function numberedPlanText(plan: Plan, index: number, currency: string | undefined): Text {
  const { zh, en } = planText(plan, currency);
  const otherwise = index > 0 && (plan.when === undefined || Object.keys(plan.when).length === 0);
  const name = plan.name ? { zh: `“${plan.name.zh}”`, en: ` "${plan.name.en}"` } : { zh: '', en: '' };
  return {
    zh: `方案${index + 1}${name.zh}：${otherwise ? '【其他情况】' : ''}${zh}`,
    en: `Plan ${index + 1}${name.en}: ${otherwise ? '[otherwise] ' : ''}${en}`,
  };
}

/** The plans of a tariff in words. Of several, the first that fits applies, and the last line says what happens if none does. */
function planTexts({ plans, currency }: Tariff): Text[] {
  if (plans.length === 1 && !plans[0]!.when) return [planText(plans[0]!, currency)];
  const texts = plans.map((plan, i) =>
    plans.length === 1 ? planText(plan, currency) : numberedPlanText(plan, i, currency),
  );
  if (plans.length > 1)
    texts.push({ zh: '按顺序使用第一个符合条件的方案', en: 'The first plan whose conditions hold applies' });
  if (plans.every(({ when }) => when && Object.keys(when).length > 0))
    texts.push({
      zh: '不符合任何方案的停车不收费，并产生报警',
      en: 'A stay that fits no plan is not charged and raises an alarm',
    });
  return texts;
}

/**
 * Describes a tariff in words, separated by newlines: one sentence per plan, one per common rule, and one per default that matters for it.
 */
export function describeTariff(tariff: Tariff): Text {
  const { linking, grace, rounding, currency, plans, versionBy = 'entry' } = tariff;
  const lines: Text[] = planTexts(tariff);
  if (linking) lines.push(linkingText(linking));
  if (grace) lines.push(graceText(grace));
  if (tariff.seconds === 'drop')
    lines.push({ zh: '入场、离场时间舍去秒', en: 'Seconds of entry and exit are dropped' });
  if (rounding) lines.push(roundingText(rounding, currency));
  lines.push(...impliedTexts(plans));
  lines.push(
    versionBy === 'entry'
      ? {
          zh: '调价后，在场车辆仍按入场时的价格计费',
          en: 'After a change of prices, cars inside pay the prices of their entry',
        }
      : {
          zh: '调价后，在场车辆按离场时的价格计费',
          en: 'After a change of prices, cars inside pay the prices of their exit',
        },
  );
  const sentences = lines.map(({ zh, en }) => ({
    zh: `${zh}。`,
    en: `${en.charAt(0).toUpperCase()}${en.slice(1)}.`,
  }));
  return join(sentences, '\n', '\n');
}
