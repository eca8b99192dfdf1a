import { dayOfKey, instantOfWall, keyOfDay, weekdayOf } from '@boyun/domain/period';
import type { RosterState } from './roster.contract.ts';

const MINUTE_MS = 60_000;
/** Somebody who goes on duty this much before the beginning still takes this shift. */
const EARLY_MS = 120 * MINUTE_MS;
/** Somebody who goes on duty this much after the beginning is on time. */
const GRACE_MS = 10 * MINUTE_MS;

/** The hours of a plan: `HH:MM` in the zone of the lot; an end before the start is on the next day. */
export interface PlanHours {
  readonly days: readonly number[];
  readonly startsAt: string;
  readonly endsAt: string;
}

/** When the shift of a plan begins and ends that starts on a day, in milliseconds of UTC. */
export function hoursOn(
  plan: PlanHours,
  day: string,
  zone: string,
): { readonly fromMs: number; readonly toMs: number } {
  const lastDay = plan.endsAt < plan.startsAt ? keyOfDay(dayOfKey(day) + 1) : day;
  return {
    fromMs: instantOfWall(`${day}T${plan.startsAt}`, zone),
    toMs: instantOfWall(`${lastDay}T${plan.endsAt}`, zone),
  };
}

/** Whether a plan has a shift on a day. */
export function takesPlaceOn(plan: PlanHours, day: string): boolean {
  return plan.days.includes(weekdayOf(dayOfKey(day)));
}

/** Who went on duty in a booth, and when. */
export interface Opened {
  readonly accountId: string;
  readonly openedAt: Date;
}

/** Returns who went on duty for the shift between two moments: the planned person before anybody else, then whoever came first. */
export function actualOf(
  opened: readonly Opened[],
  fromMs: number,
  toMs: number,
  planned: string | null,
): Opened | null {
  const inTime = opened.filter(({ openedAt }) => {
    const atMs = openedAt.getTime();
    return atMs >= fromMs - EARLY_MS && atMs < toMs;
  });
  inTime.sort((one, other) => one.openedAt.getTime() - other.openedAt.getTime());
  return inTime.find((one) => one.accountId === planned) ?? inTime[0] ?? null;
}

/** Compares plan and reality of a shift that takes place. */
export function rosterState(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  planned: string | null,
  actual: Opened | null,
  nowMs: number,
): RosterState {
  if (actual && planned === null) return 'unplanned';
  if (actual && actual.accountId !== planned) return 'replaced';
  if (actual) return actual.openedAt.getTime() <= fromMs + GRACE_MS ? 'on-time' : 'late';
  if (planned === null) return nowMs < toMs ? 'open' : 'absent';
  if (nowMs <= fromMs + GRACE_MS) return 'planned';
  return nowMs < toMs ? 'awaited' : 'absent';
}
