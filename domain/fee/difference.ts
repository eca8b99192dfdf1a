import {
  capText,
  cutText,
  freeText,
  markText,
  planText,
  stepOptionTexts,
  unitPartText,
  wholeText,
  windowText,
} from './describe.ts';
import { graceText, linkingText, roundingText } from './describe-tariff.ts';
import { whenText } from './describe-when.ts';
import { daysText, join, scopeText } from './phrase.ts';
import type { Cap, Clock, Mark, Plan, Step, Tariff, Text, Window } from './tariff.ts';
import { durationText, moneyText, stepText } from './text.ts';
import { windowName } from './window-name.ts';

type Item = { id: string; name?: Text };
type Currency = string | undefined;
type Change = (name: Text, before: Text | undefined, after: Text | undefined) => Text;

const none: Text = { zh: '', en: '' };
const defaults: Record<string, unknown> = {
  counts: 'all',
  sharing: 'none',
  part: 'whole',
  isShared: false,
  finishesUnit: false,
  rest: 'restart',
  includesExit: false,
  days: 1,
  startsAt: '00:00',
  nth: 1,
  from: 1,
};

/** Returns a canonical text of a value: independent of the order of keys and choices, and of explicit defaults. */
function meaning(value: unknown): string {
  return (
    JSON.stringify(value, (key, part: unknown) => {
      if (part === defaults[key]) return undefined;
      if (Array.isArray(part)) return part.every((one) => typeof one !== 'object') ? [...part].sort() : part;
      if (typeof part !== 'object' || part === null) return part;
      const entries = Object.entries(part).filter(([of, one]) => one !== undefined && one !== defaults[of]);
      return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? ''
  );
}

function isSame(before: unknown, after: unknown): boolean {
  return meaning(before) === meaning(after);
}

/** Returns a sentence for something that was changed, added or removed. */
const changed: Change = (name, before, after) => {
  if (before && after)
    return { zh: `${name.zh}：${before.zh} → ${after.zh}`, en: `${name.en}: ${before.en} → ${after.en}` };
  if (after) return { zh: `新增${name.zh}：${after.zh}`, en: `${name.en} added: ${after.en}` };
  return { zh: `取消${name.zh}（原为：${before?.zh}）`, en: `${name.en} removed (was: ${before?.en})` };
};

/** Prefixes sentences with the plan or period they concern. */
function within(place: Text, sentences: Text[]): Text[] {
  if (place.zh === '') return sentences;
  return sentences.map(({ zh, en }) => ({
    zh: `${place.zh}：${zh}`,
    en: `${place.en}: ${en.charAt(0).toLowerCase()}${en.slice(1)}`,
  }));
}

/** Returns the name of an item in a sentence: its own name, else its position among several. */
function called(kind: Text, name: Text | undefined, place: number | undefined): Text {
  if (name) return { zh: `${kind.zh}“${name.zh}”`, en: `${kind.en} "${name.en}"` };
  return place === undefined ? kind : { zh: `${kind.zh}${place}`, en: `${kind.en} ${place}` };
}

/** Returns the changes of a value that may be missing. */
function ofValue<T>(name: Text, before: T | undefined, after: T | undefined, words: (value: T) => Text): Text[] {
  if (isSame(before, after)) return [];
  const say = (value: T | undefined) => {
    const text = value === undefined ? none : words(value);
    return text.zh === '' ? undefined : text;
  };
  return [changed(name, say(before), say(after))];
}

/** Returns the changes of a list whose items have ids: items added, removed or changed, and a new order. */
function ofList<T extends Item>(
  kind: Text,
  lists: [before: readonly T[] | undefined, after: readonly T[] | undefined],
  words: [before: (item: T) => Text, after: (item: T) => Text],
  differ: (before: T, after: T, title: Text) => Text[],
  nameOf: (item: T) => Text | undefined = ({ name }) => name,
): Text[] {
  const [before, after] = lists.map((list) => list ?? []) as [T[], T[]];
  const stays = (list: T[], others: T[]) => list.filter((one) => others.some((other) => other.id === one.id));
  const title = (list: T[], item: T) =>
    called(kind, nameOf(item), list.length > 1 ? list.indexOf(item) + 1 : undefined);
  const found = before
    .filter((one) => !stays(before, after).includes(one))
    .map((one) => changed(title(before, one), words[0](one), undefined));
  for (const item of after) {
    const old = before.find((one) => one.id === item.id);
    if (!old) {
      found.push(changed(title(after, item), undefined, words[1](item)));
      continue;
    }
    const same = { zh: '名称', en: 'name' };
    if (!isSame(old.name, item.name))
      found.push(
        ...within(
          title(before, old),
          ofValue(same, nameOf(old), nameOf(item), (name) => name),
        ),
      );
    found.push(...differ(old, item, title(before, old)));
  }
  const order = (list: T[], word: (item: T) => Text) => {
    const names = list.map((one) => nameOf(one) ?? word(one));
    return join(names, '、', ', ');
  };
  const [was, is] = [stays(before, after), stays(after, before)];
  if (was.some((one, i) => one.id !== is[i]?.id))
    found.push(
      changed(
        { zh: `${kind.zh}顺序`, en: `Order of the ${kind.en.toLowerCase()}s` },
        order(was, words[0]),
        order(is, words[1]),
      ),
    );
  return found;
}

function ofSteps(before: Step[], after: Step[], currencies: [Currency, Currency]): Text[] {
  const found: Text[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [a, b] = [before[i], after[i]];
    const place = { zh: `第${i + 1}级`, en: `step ${i + 1}` };
    if (!a || !b) {
      const text = stepText(a ? before : after, i, currencies[a ? 0 : 1]);
      found.push(changed({ zh: place.zh, en: `Step ${i + 1}` }, a && text, b && text));
      continue;
    }
    const name = (zh: string, en: string) => ({ zh: `${place.zh}${zh}`, en: `${en} of ${place.en}` });
    const end = ({ upToMinutes, upToUnits }: Step) => {
      if (upToUnits !== undefined) return { zh: `第${upToUnits}个单位`, en: `unit ${upToUnits}` };
      return upToMinutes === undefined ? { zh: '不限', en: 'none' } : durationText(upToMinutes);
    };
    const options = (step: Step) => {
      const text = join(stepOptionTexts(step), '', '');
      return text.zh === '' ? { zh: '默认', en: 'default' } : { zh: text.zh, en: text.en.trim() };
    };
    const unit = (step: Step) =>
      step.unitMinutes === undefined ? { zh: '整级一次', en: 'the whole step' } : durationText(step.unitMinutes);
    if (a.upToMinutes !== b.upToMinutes || a.upToUnits !== b.upToUnits)
      found.push(changed(name('截止', 'End'), end(a), end(b)));
    if (a.unitMinutes !== b.unitMinutes) found.push(changed(name('计费单位', 'Unit'), unit(a), unit(b)));
    if (a.priceFen !== b.priceFen)
      found.push(
        changed(name('价格', 'Price'), moneyText(a.priceFen, currencies[0]), moneyText(b.priceFen, currencies[1])),
      );
    if (!isSame(a.part ?? 'whole', b.part ?? 'whole'))
      found.push(
        changed(name('不足单位', 'Unfinished unit'), unitPartText(a.part ?? 'whole'), unitPartText(b.part ?? 'whole')),
      );
    if (options(a).zh !== options(b).zh)
      found.push(changed(name('分界处的单位', 'Unit at a border'), options(a), options(b)));
  }
  return found;
}

function timesText({ from, to }: Window): Text {
  const time = from === undefined ? undefined : `${from}–${to}`;
  return { zh: time ?? '全天', en: time ?? 'all day' };
}

function openDaysText({ days, season }: Window): Text {
  const text = daysText(days, season);
  return text.zh === '' ? { zh: '每天', en: 'every day' } : text;
}

function ofWindow(before: Window, after: Window, title: Text, currencies: [Currency, Currency]): Text[] {
  const found: Text[] = [];
  if (before.from !== after.from || before.to !== after.to)
    found.push(changed({ zh: '时间', en: 'Time' }, timesText(before), timesText(after)));
  if (!isSame([before.days, before.season], [after.days, after.season]))
    found.push(changed({ zh: '适用日子', en: 'Days' }, openDaysText(before), openDaysText(after)));
  return within(title, [...found, ...ofSteps(before.steps, after.steps, currencies)]);
}

function clockText({ counts, restart }: Clock): Text {
  const what = {
    all: { zh: '计入场后的全部时间', en: 'all time since entry' },
    charged: { zh: '只计收费时间', en: 'charged time only' },
    window: { zh: '各时段分别计时', en: "each period's own time" },
  }[counts];
  const scope = scopeText(restart);
  return restart.per === 'stay'
    ? { zh: `${what.zh}，不重新起算`, en: `${what.en}, never restarting` }
    : { zh: `${what.zh}，${scope.zh}重新起算`, en: `${what.en}, restarting ${scope.en}` };
}

const borderTexts: Record<NonNullable<Plan['border']>, Text> = {
  split: { zh: '在时段边界截断', en: 'ended at the border' },
  start: { zh: '按开始时段计完', en: 'priced as it began' },
  carry: { zh: '下次同一时段继续', en: 'continues in the same period' },
};
const plainClock: Clock = { counts: 'all', restart: { per: 'stay' } };

function ofPlan(before: Plan, after: Plan, currencies: [Currency, Currency]): Text[] {
  const [was, is] = currencies;
  const money = (currency: Currency) => (amountFen: number) => moneyText(amountFen, currency);
  const found = ofValue({ zh: '适用条件', en: 'Conditions' }, before.when, after.when, whenText);
  found.push(...ofValue({ zh: '免费时间', en: 'Free time' }, before.free, after.free, freeText));
  found.push(
    ...ofList<Window>(
      { zh: '时段', en: 'Period' },
      [before.windows, after.windows],
      [(one) => windowText(one, was), (one) => windowText(one, is)],
      (a, b, title) => ofWindow(a, b, title, currencies),
      windowName,
    ),
  );
  found.push(
    ...ofValue(
      { zh: '分级计时', en: 'Clock of the steps' },
      before.clock ?? plainClock,
      after.clock ?? plainClock,
      clockText,
    ),
  );
  found.push(
    ...ofValue(
      { zh: '跨时段的单位', en: 'A unit across a border' },
      before.border ?? 'split',
      after.border ?? 'split',
      (border) => borderTexts[border],
    ),
  );
  found.push(...ofValue({ zh: '计费单位截断', en: 'Where units end' }, before.cut, after.cut, cutText));
  const cap = { zh: '封顶', en: 'Cap' };
  const capIn = (plan: Plan, currency: Currency) => (one: Cap) => capText(one, plan, currency);
  const unnamed = <T extends Item>({ name, ...rest }: T) => rest;
  found.push(
    ...ofList<Cap>(cap, [before.caps, after.caps], [capIn(before, was), capIn(after, is)], (a, b, title) =>
      isSame(unnamed(a), unnamed(b)) ? [] : [changed(title, capText(a, before, was), capText(b, after, is))],
    ),
  );
  if (!isSame(before.whole, after.whole))
    found.push(
      changed(
        { zh: '整段计费', en: 'Whole blocks' },
        before.whole && wholeText(before.whole, was),
        after.whole && wholeText(after.whole, is),
      ),
    );
  const mark = { zh: '定点加收', en: 'Amount at a fixed time' };
  found.push(
    ...ofList<Mark>(
      mark,
      [before.marks, after.marks],
      [(one) => markText(one, was), (one) => markText(one, is)],
      (a, b, title) => (isSame(unnamed(a), unnamed(b)) ? [] : [changed(title, markText(a, was), markText(b, is))]),
    ),
  );
  found.push(
    ...ofValue(
      { zh: '收取比例', en: 'Share of the amount' },
      before.percent ?? 100,
      after.percent ?? 100,
      (percent) => ({
        zh: `${percent}%`,
        en: `${percent} %`,
      }),
    ),
  );
  if (before.minimumFen !== after.minimumFen) {
    const [a, b] = [before.minimumFen, after.minimumFen];
    found.push(
      changed(
        { zh: '最低收费', en: 'Minimum amount' },
        a === undefined ? a : money(was)(a),
        b === undefined ? b : money(is)(b),
      ),
    );
  }
  return found;
}

/**
 * Returns the changes from one tariff to another, one sentence each; empty where both mean the same. Ids and version numbers are ignored.
 */
export function differenceInWords(before: Tariff, after: Tariff): Text[] {
  const currencies: [Currency, Currency] = [before.currency, after.currency];
  const found = ofValue({ zh: '名称', en: 'Name' }, before.name, after.name, (name) => name);
  const word = (text: string) => ({ zh: text, en: text });
  found.push(...ofValue({ zh: '币种', en: 'Currency' }, before.currency ?? 'CNY', after.currency ?? 'CNY', word));
  found.push(
    ...ofValue(
      { zh: '适用版本', en: 'Version in force' },
      before.versionBy ?? 'entry',
      after.versionBy ?? 'entry',
      (by) => (by === 'entry' ? { zh: '按入场时间', en: 'by the entry' } : { zh: '按离场时间', en: 'by the exit' }),
    ),
    ...ofValue({ zh: '秒', en: 'Seconds' }, before.seconds ?? 'count', after.seconds ?? 'count', (seconds) =>
      seconds === 'drop' ? { zh: '舍去', en: 'dropped' } : { zh: '计入', en: 'counted' },
    ),
  );
  const isOne = before.plans.length === 1 && after.plans.length === 1;
  const plan = { zh: '方案', en: 'Plan' };
  found.push(
    ...ofList<Plan>(
      plan,
      [before.plans, after.plans],
      [(one) => planText(one, currencies[0]), (one) => planText(one, currencies[1])],
      (a, b, title) => within(isOne ? none : title, ofPlan(a, b, currencies)),
      ({ name, when }) => name ?? (when ? undefined : { zh: '其他车辆', en: 'All other cars' }),
    ),
  );
  found.push(...ofValue({ zh: '多次停车', en: 'Linked stays' }, before.linking, after.linking, linkingText));
  found.push(...ofValue({ zh: '缴费后离场', en: 'Leaving after payment' }, before.grace, after.grace, graceText));
  if (!isSame(before.rounding, after.rounding)) {
    const [a, b] = [before.rounding, after.rounding];
    found.push(
      changed({ zh: '取整', en: 'Rounding' }, a && roundingText(a, currencies[0]), b && roundingText(b, currencies[1])),
    );
  }
  return found;
}
