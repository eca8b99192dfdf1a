import { type PlateColor, plateColorLabel } from '../plate.ts';
import { usualVehicleKinds, vehicleKindWords } from '../vehicle-kind.ts';
import type {
  Cap,
  DayChoice,
  Free,
  Mark,
  Nth,
  Plan,
  Scope,
  Season,
  Step,
  Text,
  When,
  Whole,
  Window,
} from './tariff.ts';
import { durationText, moneyText, stepText } from './text.ts';
import { windowName } from './window-name.ts';

const dayNames: Record<DayChoice, Text> = {
  workday: { zh: '工作日', en: 'working days' },
  weekend: { zh: '周末', en: 'weekends' },
  holiday: { zh: '节假日', en: 'holidays' },
  'before-workday': { zh: '工作日前一天', en: 'days before a working day' },
  'before-weekend': { zh: '周末前一天', en: 'days before a weekend' },
  'before-holiday': { zh: '节假日前一天', en: 'days before a holiday' },
  mon: { zh: '周一', en: 'Mondays' },
  tue: { zh: '周二', en: 'Tuesdays' },
  wed: { zh: '周三', en: 'Wednesdays' },
  thu: { zh: '周四', en: 'Thursdays' },
  fri: { zh: '周五', en: 'Fridays' },
  sat: { zh: '周六', en: 'Saturdays' },
  sun: { zh: '周日', en: 'Sundays' },
};

/** Joins texts in both languages. */
export function join(texts: readonly Text[], zh: string, en: string): Text {
  return { zh: texts.map((t) => t.zh).join(zh), en: texts.map((t) => t.en).join(en) };
}

/** Days of the week or year in words, empty for all days. */
export function daysText(days: DayChoice[] | undefined, season: Season | undefined): Text {
  const named = join(
    (days ?? []).map((d) => dayNames[d]),
    '、',
    ', ',
  );
  if (!season) return named;
  const part = { zh: `${season.from}至${season.to}`, en: `${season.from} to ${season.to}` };
  return named.zh === '' ? part : join([part, named], ' ', ', ');
}

/** The stretch of a scope, in words. */
export function scopeText(scope: Scope): Text {
  switch (scope.per) {
    case 'stay':
      return { zh: '每次停车', en: 'per stay' };
    case 'hours':
      return { zh: `入场起每${scope.hours}小时`, en: `per ${scope.hours} h from entry` };
    case 'window':
      return { zh: '每个时段', en: 'per period' };
    case 'day': {
      const days = scope.days ?? 1;
      const from = scope.startsAt === undefined || scope.startsAt === '00:00' ? '' : scope.startsAt;
      return {
        zh: `${days === 1 ? '每日' : `每${days}日`}${from === '' ? '' : `（${from}起）`}`,
        en: `per ${days === 1 ? 'day' : `${days} days`}${from === '' ? '' : ` from ${from}`}`,
      };
    }
  }
}

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

/** The steps of a ladder in words; while each is one amount, what they come to together is said too. */
function ladderTexts(steps: Step[], currency: string | undefined): Text[] {
  let totalFen: number | undefined = 0;
  let start = 0;
  return steps.map((step, i) => {
    const end = step.upToMinutes ?? Infinity;
    const isOneUnit = step.unitMinutes === undefined || step.unitMinutes >= end - start;
    totalFen = isOneUnit && totalFen !== undefined ? totalFen + step.priceFen : undefined;
    start = end;
    const text = stepText(steps, i, currency);
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
  if (last?.upToMinutes !== undefined) prices.push({ zh: '之后不再计费', en: 'then no further charge' });
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

function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return `${n}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** Some of several stretches or times in words, in brackets; `word` is their Chinese measure word. */
function nthText(nth: Nth | undefined, word: string): Text {
  if (!nth) return { zh: '', en: '' };
  const { from = 1, to } = nth;
  if (to === undefined) return { zh: `（第${from}${word}起）`, en: ` (from the ${ordinal(from)} on)` };
  if (from === to) return { zh: `（第${from}${word}）`, en: ` (the ${ordinal(from)})` };
  return { zh: `（第${from}至${to}${word}）`, en: ` (the ${ordinal(from)} to ${ordinal(to)})` };
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

/** The conditions of a plan in words, empty for none. */
export function whenText(when: When): Text {
  const texts: Text[] = [];
  if (when.vehicleKinds) {
    const { zh, en } = join(when.vehicleKinds.map(vehicleKindWords), '、', ', ');
    // The usual kinds are self-explanatory, a camera's own kinds are not.
    const isUsual = when.vehicleKinds.every((kind) => Object.hasOwn(usualVehicleKinds, kind));
    texts.push(isUsual ? { zh, en: en.toLowerCase() } : { zh: `车型${zh}`, en: `vehicle kind ${en}` });
  }
  if (when.plateColors) {
    const named = when.plateColors.map((code) => plateColorLabel[code as PlateColor] ?? plateColorLabel[0]);
    const { zh, en } = join(named, '、', ', ');
    texts.push({ zh: `车牌颜色${zh}`, en: `plate colour ${en.toLowerCase()}` });
  }
  if (when.spotKinds)
    texts.push({ zh: `车位类型${when.spotKinds.join('、')}`, en: `spot kind ${when.spotKinds.join(', ')}` });
  if (when.entryDays || when.season) {
    const days = daysText(when.entryDays, when.season);
    texts.push({ zh: `${days.zh}入场`, en: `entered on ${days.en}` });
  }
  if (when.enteredBetween) {
    const { from, to } = when.enteredBetween;
    texts.push({ zh: `${from}–${to}入场`, en: `entered ${from}–${to}` });
  }
  if (when.atMostMinutes !== undefined) {
    const time = durationText(when.atMostMinutes);
    texts.push({ zh: `停车不超过${time.zh}`, en: `stays up to ${time.en}` });
  }
  if (when.leftBy) {
    const { at, nth = 1 } = when.leftBy;
    texts.push({
      zh: `${nth === 1 ? '下一' : `第${nth}`}个${at}前离场`,
      en: nth === 1 ? `left by the next ${at}` : `left by the ${ordinal(nth)} ${at}`,
    });
  }
  return join(texts, '且', ' and ');
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

/** Price of whole blocks of hours, in words. */
export function wholeText(whole: Whole, currency: string | undefined): Text {
  const money = moneyText(whole.amountFen, currency);
  return {
    zh: `每满${whole.hours}小时${money.zh}，余下时间另计`,
    en: `every full ${whole.hours} h ${money.en}, the rest priced separately`,
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
