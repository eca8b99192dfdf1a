import { dayMs, weekdayOf, zoneClock } from '@boyun/domain/period';
import { QUARTER_MS } from '../stat/stat-move.queries.ts';
import type { Range } from '../stat/stat-range.service.ts';
import type { Quarter } from './inside.queries.ts';

/** An hour of the week: total entries and exits in these hours of a period, and the mean number of cars inside. */
export interface WeekHour {
  entries: number;
  exits: number;
  /** Null where the period has no such hour that has begun. */
  inside: number | null;
}

const HOURS_OF_WEEK = 7 * 24;

/**
 * Spreads the quarters of a period over the hours of the week, by the wall clock of a zone: an hour that a clock change
 * repeats counts with the first. `carsInside` is the number of cars at the start of the period. Hours of the future are null.
 */
export function weekHours(
  quarters: readonly Quarter[],
  { fromMs, toMs }: Range,
  { carsInside, zone, nowMs }: { carsInside: number; zone: string; nowMs: number },
): WeekHour[] {
  const clock = zoneClock(zone);
  const hours = Array.from({ length: HOURS_OF_WEEK }, () => ({ entries: 0, exits: 0, carSeconds: 0, seconds: 0 }));
  const moved = new Map(quarters.map((one) => [one.startMs, one]));
  const endMs = Math.min(toMs, nowMs);
  let inside = carsInside;
  for (let startMs = fromMs; startMs < toMs && startMs < nowMs; startMs += QUARTER_MS) {
    const localMs = clock.localOf(startMs);
    const day = Math.floor(localMs / dayMs);
    const hour = hours[((weekdayOf(day) + 6) % 7) * 24 + Math.floor((localMs - day * dayMs) / 3_600_000)]!;
    const stopMs = Math.min(startMs + QUARTER_MS, endMs);
    const lasted = (stopMs - startMs) / 1000;
    hour.seconds += lasted;
    hour.carSeconds += inside * lasted;
    const move = moved.get(startMs);
    if (!move) continue;
    hour.entries += move.entries;
    hour.exits += move.exits;
    // What a change adds is counted to the end of its quarter, which may lie ahead.
    hour.carSeconds += move.seconds - (move.change * (startMs + QUARTER_MS - stopMs)) / 1000;
    inside += move.change;
  }
  return hours.map(({ entries, exits, carSeconds, seconds }) => ({
    entries,
    exits,
    inside: seconds > 0 ? carSeconds / seconds : null,
  }));
}

/** The hours of lots in several zones together. */
export function addHours(all: readonly (readonly WeekHour[])[]): WeekHour[] {
  return Array.from({ length: HOURS_OF_WEEK }, (_, index) =>
    all.reduce<WeekHour>(
      (sum, hours) => {
        const { entries, exits, inside } = hours[index]!;
        return {
          entries: sum.entries + entries,
          exits: sum.exits + exits,
          inside: inside === null ? sum.inside : (sum.inside ?? 0) + inside,
        };
      },
      { entries: 0, exits: 0, inside: null },
    ),
  );
}
