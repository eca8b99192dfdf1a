import { dayMs, weekdayOf, zoneClock } from './period.ts';

/** When a plan holds. */
export interface PlanTimes {
  /** Days of the week, 0 Sunday to 6 Saturday; empty: every `everyDays` days. */
  readonly days: readonly number[];
  /** Time of the day, `08:00`; null: that of the first time, or midnight on days of the week. */
  readonly startsAt: string | null;
  readonly everyDays: number;
}

const MOST_DAYS_AHEAD = 8;

/** Returns the first time of a new plan, not before `now`: at once where it has neither days nor a time. */
export function firstTime(plan: PlanTimes, now: Date, zone: string): Date {
  if (plan.days.length === 0 && plan.startsAt === null) return now;
  const today = zoneClock(zone).dayOf(now.getTime());
  for (let day = today; day <= today + MOST_DAYS_AHEAD; day += 1) {
    const at = timeOn(plan, day, zone);
    if (at.getTime() >= now.getTime() && isOn(plan, day)) return at;
  }
  throw new Error('a plan without a next time');
}

/** Returns the next time after `now` of a plan that was due at `dueAt`; times missed in between are left out. */
export function nextTime(plan: PlanTimes, dueAt: Date, now: Date, zone: string): Date {
  if (plan.days.length > 0) return firstTime(plan, new Date(now.getTime() + 1), zone);
  const missedDays = Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / dayMs));
  const steps = Math.floor(missedDays / plan.everyDays) + 1;
  if (plan.startsAt === null) return new Date(dueAt.getTime() + steps * plan.everyDays * dayMs);
  const dueDay = zoneClock(zone).dayOf(dueAt.getTime());
  const next = timeOn(plan, dueDay + steps * plan.everyDays, zone);
  return next > now ? next : timeOn(plan, dueDay + (steps + 1) * plan.everyDays, zone);
}

const isOn = ({ days }: PlanTimes, day: number) => days.length === 0 || days.includes(weekdayOf(day));

function timeOn({ startsAt }: PlanTimes, day: number, zone: string): Date {
  const [hours, minutes] = (startsAt ?? '00:00').split(':').map(Number) as [number, number];
  return new Date(zoneClock(zone).instantOf(day * dayMs + (hours * 60 + minutes) * 60_000));
}
