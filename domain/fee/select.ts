import { dayMs, type ZoneClock } from '../period.ts';
import { unknownSpot } from '../spot-kind.ts';
import { isChosenDay, isInSeason } from './choice.ts';
import { minuteMs, minutesOf, type ReadyPlan, readyPlans } from './compile.ts';
import { instantOfMinute } from './day.ts';
import type { EarlierStay, Stay } from './stay.ts';
import type { Linking, Tariff, When } from './tariff.ts';

function isBetween(minute: number, from: number, to: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

const conditions: ReadonlySet<string> = new Set<keyof When>([
  'vehicleKinds',
  'plateColors',
  'spotKinds',
  'entryDays',
  'season',
  'enteredBetween',
  'atMostMinutes',
  'leftBy',
]);

/** Whether a stay meets the conditions of a plan. */
export function meets(when: When, stay: Stay, fromMs: number, toMs: number, clock: ZoneClock): boolean {
  if (when.vehicleKinds && !(stay.vehicleKind !== undefined && when.vehicleKinds.includes(stay.vehicleKind)))
    return false;
  if (when.plateColors && !(stay.plateColor !== undefined && when.plateColors.includes(stay.plateColor))) return false;
  if (when.spotKinds && !when.spotKinds.includes(stay.spotKind ?? unknownSpot)) return false;
  // A stored version may have a condition that no longer exists: it must not price stays it was not meant for.
  for (const key in when) if (!conditions.has(key)) return false;
  if (when.atMostMinutes !== undefined && toMs - fromMs > when.atMostMinutes * minuteMs) return false;
  const day = clock.dayOf(fromMs);
  if (when.entryDays && !isChosenDay(day, when.entryDays, stay.calendar)) return false;
  if (when.season && !isInSeason(day, when.season)) return false;
  if (when.enteredBetween) {
    const minute = (clock.localOf(fromMs) - day * dayMs) / minuteMs;
    if (!isBetween(minute, minutesOf(when.enteredBetween.from), minutesOf(when.enteredBetween.to))) return false;
  }
  if (when.leftBy) {
    const at = minutesOf(when.leftBy.at);
    // The first such time after entry may be on the same day or the next.
    const first = instantOfMinute(clock, day, at) > fromMs ? day : day + 1;
    if (toMs > instantOfMinute(clock, first + (when.leftBy.nth ?? 1) - 1, at)) return false;
  }
  return true;
}

/** Returns the first plan whose conditions a stay from `fromMs` to `toMs` meets, or undefined. */
export function choosePlan(
  tariff: Tariff,
  stay: Stay,
  fromMs: number,
  toMs: number,
  clock: ZoneClock,
): ReadyPlan | undefined {
  for (const ready of readyPlans(tariff)) {
    if (!ready.plan.when || meets(ready.plan.when, stay, fromMs, toMs, clock)) return ready;
  }
  return undefined;
}

/** Returns the earlier stays linked to one that began at `fromMs`, oldest first. */
export function linkedStays(linking: Linking | undefined, stay: Stay, fromMs: number, clock: ZoneClock): EarlierStay[] {
  if (!linking || !stay.earlier) return [];
  const before = stay.earlier.filter((e) => e.enteredAtMs <= fromMs).sort((a, b) => a.enteredAtMs - b.enteredAtMs);
  if (linking.by === 'day') {
    const day = clock.dayOf(fromMs);
    return before.filter((e) => clock.dayOf(e.enteredAtMs) === day);
  }
  let reachMs = fromMs - linking.minutes * minuteMs;
  let first = before.length;
  while (first > 0 && before[first - 1]!.exitAtMs >= reachMs) {
    first--;
    reachMs = before[first]!.enteredAtMs - linking.minutes * minuteMs;
  }
  return before.slice(first);
}

/** A version of a tariff and the instant from which it is valid. */
export type TariffVersion = { fromMs: number; tariff: Tariff };

/** Returns the version valid for a stay: the latest one at entry, or at exit where that version says so; undefined before the first. */
export function chooseVersion(
  versions: readonly TariffVersion[],
  enteredAtMs: number,
  exitAtMs: number,
): Tariff | undefined {
  const inForce = (atMs: number): TariffVersion | undefined => {
    let found: TariffVersion | undefined;
    for (const v of versions) if (v.fromMs <= atMs && (!found || v.fromMs >= found.fromMs)) found = v;
    return found;
  };
  const atExit = inForce(exitAtMs);
  if (atExit?.tariff.versionBy === 'exit') return atExit.tariff;
  return inForce(enteredAtMs)?.tariff;
}
