import { dayKey, dayMs, zoneClock } from '../period.ts';
import { unknownSpot, usualSpotKinds } from '../spot-kind.ts';
import { usualVehicleKinds, vehicleKindWords } from '../vehicle-kind.ts';
import { isInSeason, kindOfDay } from './choice.ts';
import { minuteMs, minutesOf } from './compile.ts';
import { clockOf, type DaySpans, spansText } from './lint-span.ts';
import { choosePlan, meets } from './select.ts';
import type { Stay } from './stay.ts';
import type { Season, Tariff, When } from './tariff.ts';
import { calendar, exampleOf, type LintFinding, trialStay, type Work, yearDays, zone } from './trial.ts';

const clock = zoneClock(zone);

/** Whether times of day contain others; equal times are the whole day. */
function containsTimes(a: { from: string; to: string }, b: { from: string; to: string }): boolean {
  const length = (one: typeof a) => (minutesOf(one.to) - minutesOf(one.from) + 1440) % 1440 || 1440;
  const offset = (minutesOf(b.from) - minutesOf(a.from) + 1440) % 1440;
  return length(a) === 1440 || offset + length(b) <= length(a);
}

/** Whether a season contains another. */
function containsSeason(a: Season, b: Season): boolean {
  return yearDays.every((day) => !isInSeason(day, b) || isInSeason(day, a));
}

/** Whether every stay that meets the later conditions also meets the earlier ones; may miss a case, but never reports a false one. */
function hides(earlier: When | undefined, later: When | undefined): boolean {
  const holds = <K extends keyof When>(
    key: K,
    isWithin: (a: NonNullable<When[K]>, b: NonNullable<When[K]>) => boolean,
  ) => earlier?.[key] === undefined || (later?.[key] !== undefined && isWithin(earlier[key], later[key]));
  const isPart = (a: readonly unknown[], b: readonly unknown[]) => b.every((one) => a.includes(one));
  return (
    holds('vehicleKinds', isPart) &&
    holds('plateColors', isPart) &&
    holds('spotKinds', isPart) &&
    holds('entryDays', isPart) &&
    holds('atMostMinutes', (a, b) => b <= a) &&
    holds('season', containsSeason) &&
    holds('enteredBetween', containsTimes) &&
    holds('leftBy', (a, b) => a.at === b.at && (b.nth ?? 1) <= (a.nth ?? 1))
  );
}

/** Finds plans hidden by an earlier one. */
export function lintPlans(tariff: Tariff): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, plan] of tariff.plans.entries()) {
    const place = tariff.plans.slice(0, i).findIndex((earlier) => hides(earlier.when, plan.when));
    const before = tariff.plans[place];
    if (!before) continue;
    found.push({
      severity: 'error',
      code: 'unreachable-plan',
      path: `plans.${i}`,
      zh: `前面的方案“${before.name?.zh ?? place + 1}”已包含它的全部停车，此方案永远用不到`,
      en: `Plan "${before.name?.en ?? place + 1}" before it takes all of its stays: this one is never used`,
      example: exampleOf(trialStay(plan, entryOf(yearDays[60]!, 540), 180)),
    });
  }
  return found;
}

function entryOf(day: number, minute: number): number {
  return day * dayMs + minute * minuteMs;
}

/** A value of a stay with the plans whose conditions on it hold, as bits of two numbers: a tariff has at most 50 plans. */
type Held<T> = { value: T; low: number; high: number };

/** Returns one of the values for each set of plans whose conditions under `keys` hold. */
function heldBy<T>(
  whens: readonly When[],
  keys: readonly (keyof When)[],
  values: Iterable<T>,
  stayOf: (value: T) => Partial<Stay>,
): Held<T>[] {
  const some = whens.map((when): When => Object.fromEntries(keys.map((key) => [key, when[key]])));
  const found = new Map<string, Held<T>>();
  for (const value of values) {
    const stay: Stay = { enteredAtMs: 0, exitAtMs: 0, zone, calendar, ...stayOf(value) };
    const bits = [0, 0];
    for (const [i, when] of some.entries()) {
      if (meets(when, stay, stay.enteredAtMs, stay.enteredAtMs, clock)) bits[i < 25 ? 0 : 1]! |= 1 << (i % 25);
    }
    const key = bits.join();
    if (!found.has(key)) found.set(key, { value, low: bits[0]!, high: bits[1]! });
  }
  return [...found.values()];
}

/** A day and minute of entry with the plans whose conditions on them hold, for short stays and for those of any length. */
type Entry = { day: number; minute: number; low: number; high: number; longLow: number; longHigh: number };

/** Moments of entry: one for each set of plans they meet. `holes` are the hours in which no plan takes a car. */
function entriesOf(whens: readonly When[]): { entries: Entry[]; holes: DaySpans } {
  const times = whens.flatMap((when) =>
    when.enteredBetween ? [minutesOf(when.enteredBetween.from) % 1440, minutesOf(when.enteredBetween.to) % 1440] : [],
  );
  const starts = [...new Set([0, ...times])].sort((a, b) => a - b);
  const minutes = starts.map(
    (minute) => heldBy(whens, ['enteredBetween'], [minute], () => ({ enteredAtMs: minute * minuteMs }))[0]!,
  );
  const isBrief = whens.map((when) => when.atMostMinutes !== undefined || when.leftBy !== undefined);
  let [longLow, longHigh] = [0, 0];
  for (const [i, brief] of isBrief.entries()) {
    if (brief) continue;
    if (i < 25) longLow |= 1 << i;
    else longHigh |= 1 << (i - 25);
  }
  const entries = new Map<string, Entry>();
  const holes: DaySpans = new Map();
  const keys = ['entryDays', 'season'] as const;
  for (const day of yearDays) {
    const { low, high } = heldBy(whens, keys, [day], () => ({ enteredAtMs: day * dayMs }))[0]!;
    for (const [i, one] of minutes.entries()) {
      const both = { low: low & one.low, high: high & one.high };
      const until = starts[i + 1] ?? 1440;
      if ((both.low | both.high) === 0) {
        const span = `${clockOf(one.value)}–${clockOf(until)}`;
        const hole = holes.get(span) ?? { kinds: new Set(), entryMs: entryOf(day, one.value), exitMs: 0 };
        hole.exitMs ||= hole.entryMs + 60 * minuteMs;
        hole.kinds.add(kindOfDay(day, calendar));
        holes.set(span, hole);
        continue;
      }
      const key = `${both.low},${both.high}`;
      if (!entries.has(key))
        entries.set(key, {
          ...both,
          day,
          minute: one.value,
          longLow: both.low & longLow,
          longHigh: both.high & longHigh,
        });
    }
  }
  return { entries: [...entries.values()], holes };
}

/** Returns the shortest tried stay of a vehicle from an entry that no plan prices. */
function unpriced(tariff: Tariff, { day, minute }: Entry, vehicle: Partial<Stay>, work: Work): Stay | undefined {
  const turns = tariff.plans.flatMap(({ when }) => {
    const { atMostMinutes, leftBy } = when ?? {};
    const first = leftBy ? (minutesOf(leftBy.at) - minute + 1440) % 1440 || 1440 : 0;
    return [
      ...(atMostMinutes === undefined ? [] : [atMostMinutes + 1]),
      ...(leftBy ? [first + ((leftBy.nth ?? 1) - 1) * 1440 + 1] : []),
    ];
  });
  for (const minutes of [60, ...turns.sort((a, b) => a - b)]) {
    if (!work.spend(tariff.plans.length / 4)) return undefined;
    const enteredAtMs = entryOf(day, minute);
    const stay: Stay = { ...vehicle, enteredAtMs, exitAtMs: enteredAtMs + minutes * minuteMs, zone, calendar };
    if (!choosePlan(tariff, stay, stay.enteredAtMs, stay.exitAtMs, clock)) return stay;
  }
  return undefined;
}

function namesText(kinds: readonly string[]): { zh: string; en: string } {
  const words = kinds.slice(0, 5).map(vehicleKindWords);
  const more = kinds.length - words.length;
  return {
    zh: `${words.map((one) => one.zh).join('、')}${more > 0 ? `等${kinds.length}种` : ''}`,
    en: `${words.map((one) => one.en).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  };
}

function shown({ enteredAtMs, exitAtMs }: Stay): { zh: string; en: string } {
  const [from, to] = [enteredAtMs, exitAtMs].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '));
  return { zh: `例如${from}入场，${to}离场`, en: `for example entry ${from}, exit ${to}` };
}

/** Finds kinds of vehicles that meet no plan: always, or for some plate colours, days, times or lengths of stay. */
function lintKinds(
  tariff: Tariff,
  whens: readonly When[],
  entries: Entry[],
  known: readonly string[],
  work: Work,
): LintFinding[] {
  const colors = whens.some((w) => w.plateColors) ? [0, 1, 2, 3, 4, 5, 6] : [undefined];
  const isByKind = whens.some((w) => w.vehicleKinds);
  const named = isByKind ? [...Object.keys(usualVehicleKinds), ...whens.flatMap((w) => w.vehicleKinds ?? [])] : [];
  const kinds = known.length > 0 ? known : [...new Set(named), undefined];
  const spotKinds = new Set([unknownSpot, ...Object.keys(usualSpotKinds), ...whens.flatMap((w) => w.spotKinds ?? [])]);
  work.spend(((kinds.length + spotKinds.size) * whens.length) / 20);
  const spots = heldBy(whens, ['spotKinds'], spotKinds, (spotKind) => ({ spotKind }));
  const held = combined(
    heldBy(whens, ['plateColors'], colors, (plateColor) => ({ plateColor })),
    spots,
  );
  const missing: string[] = [];
  const partly: string[] = [];
  const stays: { missing?: Stay; partly?: Stay; none?: Stay } = {};
  const seen = new Map<string, Stay | undefined>();
  for (const vehicleKind of kinds) {
    const { low, high } = heldBy(whens, ['vehicleKinds'], [vehicleKind], () => ({ vehicleKind }))[0]!;
    const key = `${low},${high}`;
    if (!seen.has(key)) seen.set(key, firstUnpriced(tariff, { low, high }, held, entries, work));
    const sample = seen.get(key);
    if (!sample) continue;
    const stay = { ...sample, vehicleKind };
    if (vehicleKind === undefined) stays.none = stay;
    else if ((low | high) === 0) {
      missing.push(vehicleKind);
      stays.missing ??= stay;
    } else {
      partly.push(vehicleKind);
      stays.partly ??= stay;
    }
  }
  const found: LintFinding[] = [];
  const add = (stay: Stay | undefined, severity: LintFinding['severity'], zh: string, en: string) => {
    if (!stay) return;
    const example = shown(stay);
    const at = { code: 'missing-vehicle-kind' as const, path: 'plans', example: exampleOf(stay) };
    found.push({ ...at, severity, zh: `${zh}（${example.zh}）`, en: `${en} (${example.en})` });
  };
  const [all, some] = [namesText(missing), namesText(partly)];
  // A kind that may never occur must not block publishing.
  const severity = known.length > 0 ? 'error' : 'warning';
  add(
    stays.missing,
    severity,
    `车型“${all.zh}”没有适用的方案，不收费`,
    `No plan prices vehicle kind "${all.en}": it is free`,
  );
  const part = `车型“${some.zh}”有一部分停车没有适用的方案，不收费`;
  add(stays.partly, 'warning', part, `Some stays of vehicle kind "${some.en}" meet no plan and are free`);
  const none = '每个方案都有条件：都不满足的停车不收费';
  add(stays.none, 'warning', none, 'Every plan has conditions: a stay that meets none is free');
  return found;
}

/** Returns one colour and kind of spot for each set of plans they meet together. */
function combined(
  colors: readonly Held<number | undefined>[],
  spots: readonly Held<string>[],
): Held<Pick<Stay, 'plateColor' | 'spotKind'>>[] {
  const found = new Map<string, Held<Pick<Stay, 'plateColor' | 'spotKind'>>>();
  for (const spot of spots) {
    for (const color of colors) {
      const [low, high] = [color.low & spot.low, color.high & spot.high];
      // A standard spot need not be said.
      const spotKind = spot.value === unknownSpot ? {} : { spotKind: spot.value };
      const value = { ...(color.value === undefined ? {} : { plateColor: color.value }), ...spotKind };
      if (!found.has(`${low},${high}`)) found.set(`${low},${high}`, { value, low, high });
    }
  }
  return [...found.values()];
}

/** Returns a stay that none of the plans of a vehicle prices, whatever its colour and spot; undefined where there is none within the work. */
function firstUnpriced(
  tariff: Tariff,
  kind: { low: number; high: number },
  cars: readonly Held<Pick<Stay, 'plateColor' | 'spotKind'>>[],
  entries: readonly Entry[],
  work: Work,
): Stay | undefined {
  for (const car of cars) {
    if (!work.spend(entries.length / 50 + 1)) return undefined;
    const [low, high] = [kind.low & car.low, kind.high & car.high];
    for (const entry of entries) {
      if ((low & entry.longLow) !== 0 || (high & entry.longHigh) !== 0) continue;
      const stay = unpriced(tariff, entry, car.value, work);
      if (stay || work.isCut) return stay;
    }
  }
  return undefined;
}

/** Finds stays that no plan prices: hours and days of entry without a plan, and kinds of vehicles. */
export function lintCoverage(tariff: Tariff, known: readonly string[], work: Work): LintFinding[] {
  const whens = tariff.plans.map((plan) => plan.when ?? {});
  if (whens.some((when) => Object.keys(when).length === 0)) return [];
  const { entries, holes } = entriesOf(whens);
  const found = lintKinds(tariff, whens, entries, known, work);
  const [first] = holes.values();
  if (!first) return found;
  const spans = spansText(holes);
  const day = dayKey(first.entryMs, zone);
  found.push({
    severity: 'warning',
    code: 'missing-plan',
    path: 'plans',
    zh: `以下时间入场没有适用的方案，不收费：${spans.zh}（例如${day}）`,
    en: `No plan takes cars that enter at these times, so they are free: ${spans.en} (for example ${day})`,
    example: exampleOf({ enteredAtMs: first.entryMs, exitAtMs: first.exitMs, zone }),
  });
  return found;
}
