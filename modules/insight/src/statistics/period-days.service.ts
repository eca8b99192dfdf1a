import { addDays, addMonths, dayKey, dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import type { Range } from '../stat/stat-range.service.ts';
import { STATISTICS_DAYS, statisticsRefusal } from './statistics.contract.ts';

/** A requested period of days, both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** A period in a zone: its days, and those it is compared with up to the same moment. */
export interface Period {
  readonly days: readonly Range[];
  readonly before: Range;
  readonly yearBefore: Range;
}

/** How many days a period has; refuses one that ends before it begins and one that is too long. */
export function countDays({ from, to }: Days): number {
  const count = dayOfKey(to) - dayOfKey(from) + 1;
  if (count < 1) throw new Refusal(statisticsRefusal['days-order']);
  if (count > STATISTICS_DAYS) throw new Refusal(statisticsRefusal['too-long'], { days: String(STATISTICS_DAYS) });
  return count;
}

/** The days just before a period, as many as it has; and the same number of days from a year before its first on. */
export function comparedDays(days: Days): { before: Days; yearBefore: Days } {
  const first = dayOfKey(days.from);
  const count = countDays(days);
  const year = dayOfKey(dayKey(addMonths(first * DAY_MS, -12, 'UTC'), 'UTC'));
  const span = (start: number): Days => ({ from: keyOfDay(start), to: keyOfDay(start + count - 1) });
  return { before: span(first - count), yearBefore: span(year) };
}

const DAY_MS = 86_400_000;

/** The stretches of a period by the clock of a zone; what it is compared with ends where the period has come to now. */
export function periodOf(days: Days, zone: string, nowMs: number): Period {
  const clock = zoneClock(zone);
  const first = dayOfKey(days.from);
  const count = countDays(days);
  const ranges = Array.from({ length: count }, (_, index) => ({
    fromMs: clock.dayStart(first + index),
    toMs: clock.dayStart(first + index + 1),
  }));
  const isRunning = nowMs < ranges.at(-1)!.toMs && nowMs >= ranges[0]!.fromMs;
  const compared = ({ from, to }: Days): Range => {
    const start = dayOfKey(from);
    const end = clock.dayStart(dayOfKey(to) + 1);
    const until = isRunning ? Math.min(addDays(nowMs, start - first, zone), end) : end;
    return { fromMs: clock.dayStart(start), toMs: until };
  };
  const { before, yearBefore } = comparedDays(days);
  return { days: ranges, before: compared(before), yearBefore: compared(yearBefore) };
}
