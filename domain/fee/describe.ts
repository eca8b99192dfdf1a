import { whenText } from './describe-when.ts';
import { stepEnds } from './ladder.ts';
import { dayNames, daysText, join, nthText, scopeText } from './phrase.ts';
import type { Cap, Cut, Free, Mark, Plan, Step, Text, Whole, Window } from './tariff.ts';
import { durationText, moneyText, stepText } from './text.ts';
import { windowName } from './window-name.ts';

function partText(window: Window): Text | undefined {
  const parts = new Set(
    window.steps.filter((s) => s.unitMinutes !== undefined).map((s) => JSON.stringify(s.part ?? 'whole')),
  );
  if (parts.size !== 1) return undefined;
  const part = window.steps.find((s) => s.unitMinutes !== undefined)?.part ?? 'whole';
  return part === 'whole' ? undefined : unitPartText(part);
}

/** The price of an unfinished unit, in words. */
export function unitPartText(part: NonNullable<Step['part']>): Text {
  if (part === 'whole') return { zh: '不足一个单位按一个单位计', en: 'an unfinished unit costs a whole one' };
  if (part === 'none') return { zh: '不足一个单位不计', en: 'unfinished units free' };
  if (part === 'share') return { zh: '按实际时间折算', en: 'by the minute' };
  return {
    zh: `不足一个单位满${part.fromMinutes}分钟起计`,
    en: `an unfinished unit counts from ${part.fromMinutes} min`,
  };
}

/** Whether a period's name already states its days, as in "Weekends and holidays"; they are then not repeated. */
function isNamed({ days, season }: Window, name: Text): boolean {
  if (!days || season) return false;
  const parts = (text: string) =>
    text
      .toLowerCase()
      .split(/[、,及和与]| and |\s+&\s+/)
      .map((part) => part.trim());
  const isAll = (list: string[], words: string[]) =>
    list.every((one) => words.includes(one)) && words.every((one) => list.includes(one));
  return (
    isAll(
      parts(name.zh),
      days.map((d) => dayNames[d].zh),
    ) ||
    isAll(
      parts(name.en),
      days.map((d) => dayNames[d].en),
    )
  );
}

/** What holds for the units of one step only, each in brackets. */
export function stepOptionTexts({ finishesUnit, border }: Step): Text[] {
  const texts: Text[] = [];
  if (finishesUnit) texts.push({ zh: '（最后一个单位用满为止）', en: ' (its last unit is completed)' });
  if (border)
    texts.push(
      {
        split: { zh: '（跨时段截断）', en: ' (a unit ends at a border)' },
        start: { zh: '（跨时段按本级计完）', en: ' (a unit across a border has this price)' },
        carry: {
          zh: '（跨时段暂停，同一时段再开时继续）',
          en: ' (a unit pauses at a border and resumes in the same period)',
        },
      }[border],
    );
  return texts;
}

/** The steps of a ladder in words; while each is one amount, what they come to together is said too. */
function ladderTexts(steps: Step[], currency: string | undefined): Text[] {
  const ends = stepEnds(steps);
  let totalFen: number | undefined = 0;
  let start = 0;
  return steps.map((step, i) => {
    const end = ends[i]!;
    const isOneUnit = step.unitMinutes === undefined || step.unitMinutes >= end - start;
    totalFen = isOneUnit && totalFen !== undefined ? totalFen + step.priceFen : undefined;
    start = end;
    const text = join([stepText(steps, i, currency), ...stepOptionTexts(step)], '', '');
    if (i === 0 || totalFen === undefined || step.priceFen === 0) return text;
    const total = moneyText(totalFen, currency);
    return { zh: `${text.zh}（累计${total.zh}）`, en: `${text.en} (${total.en} in all)` };
  });
}

/** A period with its prices in words. */
export function windowText(window: Window, currency: string | undefined): Text {
  const days = daysText(window.days, window.season);
  const times =
    window.from === undefined
      ? { zh: '', en: '' }
      : window.from === window.to
        ? { zh: `${window.from}–次日${window.to}`, en: `${window.from} to ${window.to} the next day` }
        : { zh: `${window.from}–${window.to}`, en: `${window.from}–${window.to}` };
  const name = window.name ?? { zh: '', en: '' };
  const heads = [name, isNamed(window, name) ? { zh: '', en: '' } : days, times].filter((t) => t.zh !== '');
  const prices = ladderTexts(window.steps, currency);
  const part = partText(window);
  if (part) prices.push(part);
  const last = window.steps.at(-1);
  if (last && (last.upToMinutes ?? last.upToUnits) !== undefined)
    prices.push({ zh: '之后不再计费', en: 'then no further charge' });
  const ladder = prices.length === 0 ? { zh: '免费', en: 'free' } : join(prices, '，', ', ');
  if (heads.length === 0) return ladder;
  return join([join(heads, ' ', ' '), ladder], '：', ': ');
}

/** Free time in words. */
export function freeText(free: Free): Text {
  const time = durationText(free.minutes);
  const scope = free.scope.per === 'stay' ? { zh: '', en: '' } : scopeText(free.scope);
  const charged = free.counts === 'charged' ? { zh: '（只计收费时间）', en: ' of charged time' } : { zh: '', en: '' };
  const sharing = {
    none: { zh: '', en: '' },
    pool: { zh: '，多次停车共用', en: ', shared by linked stays' },
    once: { zh: '，仅首次停车享有', en: ', for the first of linked stays only' },
  }[free.sharing ?? 'none'];
  const body = free.deduct
    ? { zh: `前${time.zh}免费（超过后扣除）`, en: `first ${time.en}${charged.en} free, deducted from longer stays too` }
    : {
        zh: `不超过${time.zh}免费（超过后不扣除）`,
        en: `up to ${time.en}${charged.en} free, not deducted once exceeded`,
      };
  return {
    zh: `${scope.zh}${body.zh}${charged.zh}${sharing.zh}`,
    en: `${scope.en === '' ? '' : `${scope.en} `}${body.en}${sharing.en}`,
  };
}

/** A cap in words, with the names of the periods it covers. */
export function capText(cap: Cap, plan: Plan, currency: string | undefined): Text {
  const names = (cap.windows ?? []).map((id) => windowName(plan.windows.find((w) => w.id === id) ?? { id }));
  const where = join(names, '、', ', ');
  const scope = scopeText(cap.scope);
  const money = moneyText(cap.amountFen, currency);
  const shared = cap.isShared === true;
  const nth = nthText(cap.nth, '段');
  return {
    zh: `${where.zh}${scope.zh}${nth.zh}最高${money.zh}${shared ? '，多次停车共用' : ''}`,
    en: `at most ${money.en} ${scope.en}${nth.en}${where.en === '' ? '' : ` in ${where.en}`}${shared ? ', shared by linked stays' : ''}`,
  };
}

function clockText(plan: Plan): Text | undefined {
  const clock = plan.clock;
  if (!clock || plan.windows.every((w) => w.steps.length < 2 && clock.restart.per === 'stay')) return undefined;
  const counts = {
    all: { zh: '', en: '' },
    charged: { zh: '分级只计收费时间', en: 'the steps count charged time only' },
    window: { zh: '分级按各时段自身时间', en: "the steps count each period's own time" },
  }[clock.counts];
  const scope = scopeText(clock.restart);
  const restart =
    clock.restart.per === 'stay'
      ? { zh: '', en: '' }
      : { zh: `${scope.zh}重新起算`, en: `the steps restart ${scope.en}` };
  const texts = [counts, restart].filter((t) => t.zh !== '');
  return texts.length === 0 ? undefined : join(texts, '，', ', ');
}

/** Where units end besides the borders of periods, in words. */
export function cutText(cut: Cut): Text {
  const scope = scopeText(cut);
  return {
    zh: `${scope.zh}满时计费单位截断，分级接着计`,
    en: `a unit also ends when such a stretch ends (${scope.en}), and the steps go on`,
  };
}

/** Price of whole blocks of hours, in words. */
export function wholeText(whole: Whole, currency: string | undefined): Text {
  const money = moneyText(whole.amountFen, currency);
  const rest = {
    restart: { zh: '余下时间另计', en: 'the rest priced separately' },
    continue: { zh: '余下时间按分级接着计', en: 'the rest continues along the steps' },
  }[whole.rest ?? 'restart'];
  return {
    zh: `每满${whole.hours}小时${money.zh}，${rest.zh}`,
    en: `every full ${whole.hours} h ${money.en}, ${rest.en}`,
  };
}

/** An amount due at a fixed time, in words. */
export function markText(mark: Mark, currency: string | undefined): Text {
  const money = moneyText(mark.amountFen, currency);
  const days = daysText(mark.days, undefined);
  const on = days.en === '' ? '' : ` on ${days.en}`;
  if (mark.at === 'entry') return { zh: `${days.zh}每次入场${money.zh}`, en: `${money.en} per entry${on}` };
  const isSecond = mark.nth?.from === 2 && mark.nth.to === undefined;
  const nth = isSecond ? { zh: '（首次不计）', en: ' (not the first time)' } : nthText(mark.nth, '次');
  const exit = mark.includesExit
    ? { zh: `，恰好${mark.at}离场的也收`, en: `, also for an exit at exactly ${mark.at}` }
    : { zh: '', en: '' };
  return {
    zh: `${days.zh}停过${mark.at}每次${nth.zh}${money.zh}${exit.zh}`,
    en: `${money.en} each time ${mark.at} passes${nth.en}${on}${exit.en}`,
  };
}

/** Whether a plan charges anything besides the time in its windows. */
function isCharged({ marks = [], whole }: Plan): boolean {
  return whole !== undefined || marks.some((mark) => mark.amountFen > 0);
}

/** A plan in words, one sentence without its full stop. */
export function planText(plan: Plan, currency: string | undefined): Text {
  const texts: Text[] = [];
  if (plan.free) texts.push(freeText(plan.free));
  const isByTime = plan.windows.some((w) => w.steps.length > 0);
  if (isByTime || (plan.windows.length > 0 && !isCharged(plan)))
    for (const window of plan.windows) texts.push(windowText(window, currency));
  else if (isCharged(plan)) texts.push({ zh: '不按时长收费', en: 'no charge by time' });
  else texts.push({ zh: '免费', en: 'free of charge' });
  const clock = clockText(plan);
  if (clock) texts.push(clock);
  if (plan.border === 'start')
    texts.push({ zh: '跨时段的单位按开始时段计', en: 'a unit across a border has the price it began with' });
  if (plan.border === 'carry')
    texts.push({ zh: '未用完的单位在同一时段继续', en: 'an unfinished unit continues when its period opens again' });
  if (plan.cut) texts.push(cutText(plan.cut));
  for (const cap of plan.caps ?? []) texts.push(capText(cap, plan, currency));
  if (plan.whole) texts.push(wholeText(plan.whole, currency));
  for (const mark of plan.marks ?? []) texts.push(markText(mark, currency));
  if (plan.percent !== undefined && plan.percent !== 100)
    texts.push({ zh: `按${plan.percent}%收取`, en: `${plan.percent} % of the amount` });
  if (plan.minimumFen !== undefined) {
    const money = moneyText(plan.minimumFen, currency);
    texts.push({ zh: `收费时最低${money.zh}`, en: `at least ${money.en} when anything is due` });
  }
  const body = join(texts, '；', '; ');
  if (!plan.when) return body;
  const when = whenText(plan.when);
  return { zh: `【${when.zh}】${body.zh}`, en: `[${when.en}] ${body.en}` };
}
