import { instantOfWall } from '../period.ts';
import { minutesOf } from './compile.ts';
import { isRagged, stepEnds } from './ladder.ts';
import { priceStay } from './price.ts';
import type { Cap, Plan, Scope, Step, Tariff, Text, Window } from './tariff.ts';
import { durationText, moneyText } from './text.ts';
import { exampleDays, exampleOf, type LintFinding, stayAt, trialStay } from './trial.ts';

type Currency = string | undefined;

/** A stay from nine o'clock on the sample working day. */
const morning = (minutes: number) => stayAt(exampleDays.workday, 540, minutes);

function warning(code: LintFinding['code'], path: string, text: Text, minutes = 180): LintFinding {
  return { severity: 'warning', code, path, ...text, example: morning(minutes) };
}

/** Price of the first unit of a ladder that costs something; undefined for a ladder without a price. */
function firstPrice(steps: readonly Step[]): number | undefined {
  return steps.find((step) => step.priceFen > 0)?.priceFen;
}

/** Price of the first `minutes` of a ladder, every started unit counted whole. */
function ladderFen(steps: readonly Step[], minutes: number): number {
  const ends = stepEnds(steps);
  let start = 0;
  let fen = 0;
  for (const [i, { unitMinutes, priceFen }] of steps.entries()) {
    const span = Math.min(ends[i]!, minutes) - start;
    if (span <= 0) break;
    fen += unitMinutes === undefined ? priceFen : Math.ceil(span / unitMinutes) * priceFen;
    start = ends[i]!;
  }
  return fen;
}

/** Finds a cap of zero, one below the first unit, and one below the price of an hour. */
function lintCapAmount(cap: Cap, plan: Plan, path: string, currency: Currency): LintFinding[] {
  const covered = plan.windows.filter(
    ({ id, steps }) => firstPrice(steps) !== undefined && (cap.windows?.includes(id) ?? true),
  );
  if (covered.length === 0) return [];
  const money = moneyText(cap.amountFen, currency);
  if (cap.amountFen === 0) {
    // "The first day is free" is a cap of zero on the first stretch.
    if (cap.nth) return [];
    return [warning('amount', path, { zh: '封顶为0元：永远不收费', en: 'The cap is zero: nothing is ever charged' })];
  }
  const first = Math.min(...covered.map(({ steps }) => firstPrice(steps)!));
  const hour = Math.min(...covered.map(({ steps }) => ladderFen(steps, 60) || Infinity));
  if (cap.amountFen < first) {
    const unit = moneyText(first, currency);
    const zh = `封顶${money.zh}低于首个计费单位${unit.zh}：首个单位就收不满`;
    return [warning('amount', path, { zh, en: `The cap of ${money.en} is below the first unit of ${unit.en}` })];
  }
  if (cap.amountFen < hour && hour < Infinity) {
    const price = moneyText(hour, currency);
    const zh = `封顶${money.zh}低于1小时的价格${price.zh}`;
    return [warning('amount', path, { zh, en: `The cap of ${money.en} is below the price of an hour, ${price.en}` })];
  }
  return [];
}

/** Finds a minimum above a cap, and a percentage of zero. */
function lintBounds(plan: Plan, path: string, currency: Currency): LintFinding[] {
  const found: LintFinding[] = [];
  const { minimumFen = 0, percent } = plan;
  const lowest = Math.min(
    ...(plan.caps ?? []).filter((c) => !c.windows && !c.nth && c.amountFen > 0).map((c) => c.amountFen),
  );
  if (minimumFen > lowest) {
    const [least, cap] = [moneyText(minimumFen, currency), moneyText(lowest, currency)];
    const zh = `最低收费${least.zh}高于封顶${cap.zh}：实际按最低收费收取`;
    const en = `The minimum of ${least.en} is above the cap of ${cap.en}: the minimum is charged`;
    found.push(warning('amount', `${path}.minimumFen`, { zh, en }));
  }
  if (percent === 0)
    found.push(
      warning('amount', `${path}.percent`, {
        zh: '按0%收取：永远不收费',
        en: '0 % of the amount: nothing is ever charged',
      }),
    );
  return found;
}

/** Finds free time of a whole day, or of the whole stretch it is given for. */
function lintFreeTime({ free }: Plan, path: string): LintFinding[] {
  if (!free) return [];
  const { scope, minutes } = free;
  const stretch = scope.per === 'hours' ? scope.hours * 60 : scope.per === 'day' ? (scope.days ?? 1) * 1440 : Infinity;
  const time = durationText(minutes);
  const at = `${path}.free.minutes`;
  if (minutes >= stretch) {
    const zh = `免费时间${time.zh}不短于它重新起算的周期：永远不收费`;
    return [
      warning(
        'amount',
        at,
        { zh, en: `Free time of ${time.en} lasts until it restarts: nothing is ever charged` },
        minutes,
      ),
    ];
  }
  if (minutes < 1440) return [];
  return [
    warning('amount', at, { zh: `免费时间长达${time.zh}`, en: `The free time is as long as ${time.en}` }, minutes + 1),
  ];
}

/** Returns the steps of a ladder that cost one amount once, with their bounds. */
function blocksOf(steps: readonly Step[]): { fen: number; from: number; to: number }[] {
  const ends = stepEnds(steps);
  let from = 0;
  const blocks = [];
  for (const [i, { unitMinutes, priceFen }] of steps.entries()) {
    const to = ends[i]!;
    if (unitMinutes !== undefined && unitMinutes < to - from) break;
    blocks.push({ fen: priceFen, from, to });
    from = to;
  }
  return blocks;
}

/**
 * Finds a ladder whose amounts look like totals: each costs more than the one before, the price of a minute rises with every step, and read
 * as totals it would not rise.
 */
function lintTotals({ steps }: Window, path: string, currency: Currency): LintFinding[] {
  const blocks = blocksOf(steps).filter(({ fen, to }) => fen > 0 && to < Infinity);
  const [first, ...more] = blocks;
  if (!first || more.length === 0) return [];
  const isTotal = more.every(({ fen, from, to }, i) => {
    const before = blocks[i]!;
    return (
      fen > before.fen &&
      fen / (to - from) > before.fen / (before.to - before.from) &&
      fen / to <= before.fen / before.to
    );
  });
  if (!isTotal) return [];
  const list = blocks.map(({ fen }) => moneyText(fen, currency));
  const sum = moneyText(
    blocks.reduce((total, { fen }) => total + fen, 0),
    currency,
  );
  const end = durationText(blocks.at(-1)!.to);
  return [
    warning(
      'ladder',
      path,
      {
        zh: `各级金额会相加：停满${end.zh}共${sum.zh}（${list.map((t) => t.zh).join('+')}）。如果填的是累计金额，请改填每级的差额`,
        en: `The amounts of the steps add up: ${list.map((t) => t.en).join(' + ')}, that is ${sum.en} for ${end.en}. If they are totals, enter the differences`,
      },
      blocks.at(-1)!.to,
    ),
  ];
}

/** Finds steps that are no multiple of their unit, so that their last unit is cut short. */
function lintRagged({ steps }: Window, border: Plan['border'], path: string): LintFinding[] {
  return steps.flatMap((step, i) => {
    // With the border `start` a unit is always completed.
    if (!isRagged(steps, i) || (step.border ?? border) === 'start') return [];
    const span = step.upToMinutes! - (stepEnds(steps.slice(0, i)).at(-1) ?? 0);
    const [length, unit, rest] = [span, step.unitMinutes!, span % step.unitMinutes!].map(durationText) as [
      Text,
      Text,
      Text,
    ];
    const loss = step.part === 'none' ? { zh: '，不收费', en: ', which is free' } : { zh: '', en: '' };
    const zh = `这一级长${length.zh}，不是计费单位${unit.zh}的整数倍：最后${rest.zh}是一个不足的单位${loss.zh}。如要用满，请选“用满最后一个单位”`;
    const en = `This step of ${length.en} is no multiple of its unit of ${unit.en}: its last ${rest.en} are an unfinished unit${loss.en}. To complete it, choose "complete the last unit"`;
    return [warning('ladder', `${path}.steps.${i}`, { zh, en }, step.upToMinutes)];
  });
}

/** Finds steps by units that the steps before have used up already. */
function lintUnits({ steps }: Window, path: string): LintFinding[] {
  const ends = stepEnds(steps);
  return steps.flatMap(({ upToUnits }, i) => {
    const start = ends[i - 1] ?? 0;
    if (upToUnits === undefined || ends[i]! > start) return [];
    const zh = `前面各级已不少于${upToUnits}个单位：这一级永远用不到`;
    const en = `The steps before have ${upToUnits} units or more: this step is never used`;
    return [warning('unreachable-step', `${path}.steps.${i}`, { zh, en }, start + 60)];
  });
}

/** Whether one kind of stretch always ends where the other does too. */
function endsWithin(inner: Scope, outer: Scope): boolean {
  if (inner.per === 'hours' && outer.per === 'hours') return outer.hours % inner.hours === 0;
  if (inner.per !== 'day' || outer.per !== 'day') return false;
  return (inner.startsAt ?? '00:00') === (outer.startsAt ?? '00:00') && (outer.days ?? 1) % (inner.days ?? 1) === 0;
}

/** Finds options that change no price, because the steps restart where they apply. */
function lintNoEffect({ clock, cut, whole }: Plan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  const restart = clock?.restart ?? { per: 'stay' };
  if (cut && endsWithin(restart, cut)) {
    const zh = '分级在这里本来就重新起算，单位自然截断：这个选项不起作用';
    const en = 'The steps restart there anyway, which ends every unit: this option changes nothing';
    found.push(warning('no-effect', `${path}.cut`, { zh, en }));
  }
  if (
    whole?.rest === 'continue' &&
    (restart.per === 'window' || endsWithin(restart, { per: 'hours', hours: whole.hours }))
  ) {
    const zh = '分级在整段之后本来就重新起算：“按分级接着计”不起作用';
    const en = 'The steps restart after each block anyway: continuing along them changes nothing';
    found.push(warning('no-effect', `${path}.whole.rest`, { zh, en }, whole.hours * 60 + 60));
  }
  return found;
}

/** Finds hours that begin and end at the same time, which means 24 hours. */
function lintTimes(plan: Plan, path: string): LintFinding[] {
  const isWhole = (one: { from?: string | undefined; to?: string | undefined } | undefined) =>
    one?.from !== undefined && one.to !== undefined && minutesOf(one.from) === minutesOf(one.to);
  const say = (at: string): Text => ({
    zh: `起止时间相同（${at}）：按24小时计，而不是没有`,
    en: `From and to are both ${at}: that is 24 hours, not none`,
  });
  const { enteredBetween } = plan.when ?? {};
  return [
    ...(isWhole(enteredBetween)
      ? [warning('whole-day-times', `${path}.when.enteredBetween`, say(enteredBetween!.from))]
      : []),
    ...plan.windows.flatMap((w, i) =>
      isWhole(w) ? [warning('whole-day-times', `${path}.windows.${i}`, say(w.from!))] : [],
    ),
  ];
}

/** Finds amounts at a time of day that no stay of a plan sees often enough. */
function lintMarks({ marks = [], when }: Plan, path: string): LintFinding[] {
  const { atMostMinutes = Infinity, leftBy } = when ?? {};
  return marks.flatMap(({ at, nth, includesExit }, i) => {
    if (at === 'entry') return [];
    const first = nth?.from ?? 1;
    const isLimit = leftBy !== undefined && minutesOf(leftBy.at) % 1440 === minutesOf(at) % 1440;
    const byExit = leftBy ? (leftBy.nth ?? 1) - (isLimit && !includesExit ? 1 : 0) : Infinity;
    // An entry exactly at that time counts too.
    const most = Math.min(Math.floor(atMostMinutes / 1440) + 1, byExit + (isLimit ? 1 : 0));
    if (first <= most) return [];
    const zh = `此方案的停车最多经过${at}${most}次，第${first}次起才收：永远不收`;
    const en = `Stays of this plan see ${at} at most ${most} times, and only number ${first} costs: it is never due`;
    return [warning('unreachable-mark', `${path}.marks.${i}`, { zh, en }, Math.min(atMostMinutes, 10 * 1440))];
  });
}

/** Finds amounts of a plan that are valid but probably not meant. */
export function lintAmounts({ currency }: Tariff, plan: Plan, path: string): LintFinding[] {
  return [
    ...(plan.caps ?? []).flatMap((cap, i) => lintCapAmount(cap, plan, `${path}.caps.${i}.amountFen`, currency)),
    ...lintBounds(plan, path, currency),
    ...lintFreeTime(plan, path),
    ...plan.windows.flatMap((w, i) => [
      ...lintTotals(w, `${path}.windows.${i}`, currency),
      ...lintRagged(w, plan.border, `${path}.windows.${i}`),
      ...lintUnits(w, `${path}.windows.${i}`),
    ]),
    ...lintTimes(plan, path),
    ...lintMarks(plan, path),
    ...lintNoEffect(plan, path),
  ];
}

/** Finds rounding to more than a unit costs, or to a step no coin has. */
export function lintRounding({ rounding, plans, currency }: Tariff): LintFinding[] {
  if (!rounding) return [];
  const prices = plans.flatMap(({ windows }) => windows.flatMap(({ steps }) => steps.map((step) => step.priceFen)));
  const smallest = Math.min(...prices.filter((fen) => fen > 0));
  const money = moneyText(rounding.toFen, currency);
  const leading = Number(String(rounding.toFen).replace(/0+$/, ''));
  if (rounding.toFen > smallest && rounding.toFen > 100) {
    const price = moneyText(smallest, currency);
    const zh = `取整到${money.zh}，比最小的单价${price.zh}还大`;
    return [
      warning('amount', 'rounding.toFen', {
        zh,
        en: `Rounding to ${money.en} is more than the smallest price, ${price.en}`,
      }),
    ];
  }
  if ([1, 2, 5].includes(leading)) return [];
  return [
    warning('amount', 'rounding.toFen', { zh: `取整到${money.zh}不常见`, en: `Rounding to ${money.en} is unusual` }),
  ];
}

/** Minutes of the stay by which tariffs are compared. */
const usualMinutes = 240;

/** Fee in fen of four hours from nine o'clock on a working day by the first plan: a measure of a tariff's level of prices. */
export function usualFee(tariff: Tariff): number {
  const entry = instantOfWall(`${exampleDays.workday}T09:00`, 'UTC');
  return priceStay(tariff, trialStay(tariff.plans[0]!, entry, usualMinutes)).totalFen;
}

/** Finds prices about a hundred times those of other tariffs, or a hundredth: yuan and fen are easily confused. */
export function lintScale(tariff: Tariff, others: readonly number[]): LintFinding[] {
  const fees = others.filter((fee) => fee > 0).sort((a, b) => a - b);
  const usual = fees[Math.floor(fees.length / 2)];
  const fee = usualFee(tariff);
  if (usual === undefined || fee === 0 || (fee < usual * 40 && usual < fee * 40)) return [];
  const [own, other] = [moneyText(fee, tariff.currency), moneyText(usual, tariff.currency)];
  const hours = durationText(usualMinutes);
  const entry = instantOfWall(`${exampleDays.workday}T09:00`, 'UTC');
  return [
    {
      ...warning('price-scale', 'plans', {
        zh: `停${hours.zh}收${own.zh}，而其他收费规则通常收${other.zh}：请检查元和分`,
        en: `${hours.en} cost ${own.en}, while the other tariffs usually charge ${other.en}: check for a slip of two digits`,
      }),
      example: exampleOf(trialStay(tariff.plans[0]!, entry, usualMinutes)),
    },
  ];
}
