import { dayOfKey, instantOfWall, keyOfDay, wallTime } from '../period.ts';
import { isChosenDay, isInSeason } from './choice.ts';
import { hourMs, minuteMs } from './compile.ts';
import { priceStay } from './price.ts';
import type { Stay } from './stay.ts';
import type { Cap, DayKind, Plan, Tariff } from './tariff.ts';
import { moneyText } from './text.ts';

/** A stay in wall-clock times of the lot, with the facts known of the vehicle. */
export type ExampleStay = {
  entry: string;
  exit: string;
  vehicleKind?: string;
  plateColor?: number;
  spotKind?: string;
  seats?: number;
};

/** A finding of the linter: an error blocks publishing, a warning needs confirmation. */
export type LintFinding = {
  severity: 'error' | 'warning';
  code:
    | 'gap'
    | 'overlap'
    | 'unreachable-window'
    | 'unreachable-step'
    | 'unreachable-cap'
    | 'unreachable-plan'
    | 'fee-falls'
    | 'free-beyond-first-block'
    | 'missing-vehicle-kind'
    | 'holiday-year-missing';
  /** Where in the tariff, 'plans.0.windows.1'. */
  path: string;
  zh: string;
  en: string;
  /** A stay that demonstrates it. */
  example: ExampleStay;
};

/** A zone without clock changes: examples are wall-clock times of any lot. */
export const zone = 'UTC';
/** A sample day of each kind; real dates, so that an example has the same price with a real calendar. */
export const exampleDays: Record<DayKind, string> = {
  workday: '2026-03-04',
  weekend: '2026-03-07',
  holiday: '2026-10-01',
};
const nationalDays = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-10-${day}`);

/** The calendar of the sample days: the National Day holiday of 2026 with its make-up days. */
export function calendar(key: string): DayKind | undefined {
  if (nationalDays.includes(key)) return 'holiday';
  return key === '2026-09-20' || key === '2026-10-10' ? 'workday' : undefined;
}

/** Returns a stay in wall-clock times. */
export function exampleOf({ enteredAtMs, exitAtMs, ...stay }: Stay): ExampleStay {
  const { vehicleKind, plateColor, spotKind, seats } = stay;
  return {
    entry: wallTime(enteredAtMs, zone).slice(0, 16),
    exit: wallTime(exitAtMs, zone).slice(0, 16),
    ...(vehicleKind === undefined ? {} : { vehicleKind }),
    ...(plateColor === undefined ? {} : { plateColor }),
    ...(spotKind === undefined ? {} : { spotKind }),
    ...(seats === undefined ? {} : { seats }),
  };
}

/** Returns a stay of some minutes that meets a plan's conditions on the vehicle. */
export function trialStay({ when }: Plan, enteredAtMs: number, minutes: number): Stay {
  return {
    enteredAtMs,
    exitAtMs: enteredAtMs + minutes * minuteMs,
    zone,
    calendar,
    vehicleKind: when?.vehicleKinds?.[0],
    plateColor: when?.plateColors?.[0],
    spotKind: when?.spotKinds?.[0],
    seats: when?.seats?.atLeast ?? when?.seats?.atMost,
  };
}

/** Sample entries: every two hours on each of the days. */
function* trialEntries(days: readonly string[]): Generator<number> {
  for (const key of days) {
    for (let hour = 0; hour < 24; hour += 2) yield instantOfWall(`${key}T${String(hour).padStart(2, '0')}:10`, zone);
  }
}

/** Sample entries of a whole week, for conditions on weekdays. */
function* weekEntries(): Generator<number> {
  yield* trialEntries(Object.values(exampleDays));
  const first = instantOfWall('2026-03-02T00:00', zone);
  for (let hour = 0; hour < 7 * 24; hour += 2) yield first + hour * hourMs;
}

/** Returns the sample days: one of each kind, plus one for each season and choice of entry days without one. */
function fallDays({ plans }: Tariff): string[] {
  const choices = plans.flatMap(({ when, windows, marks }) => [
    { days: when?.entryDays, season: when?.season },
    ...windows.map(({ days, season }) => ({ days, season })),
    ...(marks ?? []).map(({ days }) => ({ days, season: undefined })),
  ]);
  const bound = choices.filter((one) => one.days || one.season);
  // If all days are equal, one of them is enough.
  if (bound.length === 0) return [exampleDays.workday];
  const keys: string[] = Object.values(exampleDays);
  const first = dayOfKey('2026-01-01');
  for (const { days, season } of bound) {
    const holds = (day: number) => isInSeason(day, season) && isChosenDay(day, days, calendar);
    if (keys.some((key) => holds(dayOfKey(key)))) continue;
    const found = Array.from({ length: 365 }, (_, i) => first + i).find(holds);
    if (found !== undefined) keys.push(keyOfDay(found));
  }
  return keys;
}

/** Returns the lengths in minutes at which the price may change after an entry, beyond the days that are sampled throughout. */
function turningMinutes({ plans }: Tariff, entryMs: number): number[] {
  const entryMinute = (entryMs / minuteMs) % 1440;
  return plans.flatMap(({ when, whole, caps }) => {
    const { at, nth = 1 } = when?.leftBy ?? {};
    const clock =
      at === undefined ? undefined : (Number(at.slice(0, 2)) * 60 + Number(at.slice(3)) - entryMinute + 1440) % 1440;
    return [
      whole ? whole.hours * 60 : undefined,
      when?.atMostMinutes,
      clock === undefined ? undefined : (clock === 0 ? 1440 : clock) + (nth - 1) * 1440,
      ...(caps ?? []).map(({ scope }) => (scope.per === 'hours' ? scope.hours * 60 : undefined)),
    ].filter((minutes) => minutes !== undefined);
  });
}

/** Finds fees that fall as time passes: samples quarter hours up to three days and later price changes; one finding per plan. */
export function lintFalls(tariff: Tariff, plan: Plan, path: string): LintFinding[] {
  const quarters = Array.from({ length: 3 * 96 + 1 }, (_, i) => (i + 1) * 15);
  const days = fallDays(tariff);
  const opens = plan.when?.enteredBetween?.from;
  const entries = [
    ...trialEntries(days),
    ...(opens ? days.map((key) => instantOfWall(`${key}T${opens.replace('24:', '00:')}`, zone)) : []),
  ];
  for (const entry of entries) {
    let last = 0;
    let lastMinutes = 0;
    const later = turningMinutes(tariff, entry).filter((minutes) => minutes > quarters.at(-1)!);
    for (const turn of [...quarters, ...later.sort((a, b) => a - b)]) {
      // Units and blocks change one minute after a full hour, cheaper blocks begin at the full hour.
      for (const minutes of [turn - 1, turn, turn + 1]) {
        const fee = priceStay(tariff, trialStay(plan, entry, minutes)).totalFen;
        if (fee >= last) {
          last = fee;
          lastMinutes = minutes;
          continue;
        }
        const [before, after] = [moneyText(last, tariff.currency), moneyText(fee, tariff.currency)];
        const shorter = exampleOf(trialStay(plan, entry, lastMinutes));
        const longer = exampleOf(trialStay(plan, entry, minutes));
        const [from, to, then] = [shorter.entry, shorter.exit, longer.exit].map((time) => time.replace('T', ' '));
        return [
          {
            severity: 'warning',
            code: 'fee-falls',
            path,
            zh: `停得更久反而更便宜：${from}入场，${to}离场${before.zh}，${then}离场${after.zh}`,
            en: `A longer stay costs less: entered ${from}, ${before.en} at ${to}, ${after.en} at ${then}`,
            example: longer,
          },
        ];
      }
    }
  }
  return [];
}

/** Returns a cap of the same plan that always cuts whatever this one could cut. */
function tighterCap(caps: readonly Cap[], cap: Cap): Cap | undefined {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return caps.find((other) => {
    if (other === cap || (other.isShared === true) !== (cap.isShared === true)) return false;
    const isEarlier = caps.indexOf(other) < caps.indexOf(cap);
    if (isEarlier ? other.amountFen > cap.amountFen : other.amountFen >= cap.amountFen) return false;
    const isWider = !other.windows || (cap.windows?.every((id) => other.windows?.includes(id)) ?? false);
    const isAlike = isSame(other.scope, cap.scope) && (!other.nth || isSame(other.nth, cap.nth));
    return isWider && (isAlike || (other.scope.per === 'stay' && !other.nth));
  });
}

/** Finds caps that no stay reaches: another one is always reached first, or the fee stays below it in every sample. */
export function lintCaps(tariff: Tariff, plan: Plan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, cap] of (plan.caps ?? []).entries()) {
    const money = moneyText(cap.amountFen, tariff.currency);
    const at = { severity: 'warning', code: 'unreachable-cap', path: `${path}.caps.${i}` } as const;
    const minutes = Math.min(stretchHours(cap) * 60, plan.when?.atMostMinutes ?? Infinity);
    const example = exampleOf(trialStay(plan, instantOfWall(`${exampleDays.workday}T00:10`, zone), minutes));
    const other = tighterCap(plan.caps ?? [], cap);
    if (other) {
      const first = moneyText(other.amountFen, tariff.currency);
      const zh = `封顶${money.zh}永远达不到：总是先到封顶${first.zh}`;
      found.push({
        ...at,
        zh,
        en: `The cap of ${money.en} is never reached: that of ${first.en} comes first`,
        example,
      });
      continue;
    }
    const only = { ...plan, when: undefined, whole: undefined, caps: [cap] };
    const trial: Tariff = { ...tariff, plans: [only] };
    let isReached = false;
    for (const entry of weekEntries()) {
      const { lines } = priceStay(trial, trialStay(plan, entry, minutes));
      isReached = lines.some((line) => line.rule === `${plan.id}.cap.${cap.id}`);
      if (isReached) break;
    }
    if (isReached) continue;
    found.push({ ...at, zh: `封顶${money.zh}永远达不到`, en: `The cap of ${money.en} is never reached`, example });
  }
  return found;
}

/** Hours of a stay after which a cap has had a full stretch. */
function stretchHours({ scope, nth }: Cap): number {
  const stretches = nth?.from ?? 1;
  if (scope.per === 'hours') return stretches * scope.hours;
  if (scope.per === 'day') return stretches * ((scope.days ?? 1) * 24 + 24);
  return scope.per === 'window' ? 168 : 24 * 90;
}

/** Returns a stay that begins at a minute of a day. */
export function stayAt(dayKey: string, minute: number, minutes: number): ExampleStay {
  const enteredAtMs = instantOfWall(`${dayKey}T00:00`, zone) + minute * minuteMs;
  return exampleOf({ enteredAtMs, exitAtMs: enteredAtMs + minutes * minuteMs, zone });
}
