import { dayMs, type ZoneClock } from '../period.ts';
import { hourMs, minuteMs, minutesOf } from './compile.ts';
import type { Scope } from './tariff.ts';
import type { Timeline } from './timeline.ts';

/** A stretch of time, end excluded; `nth` counts the blocks of hours or days from the anchor, the first being 1. */
export type Stretch = { fromMs: number; toMs: number; nth: number };

/** Returns the stretch of a scope that contains an instant; blocks of hours and days are counted from `anchorMs`. */
export function stretchOf(scope: Scope, atMs: number, anchorMs: number, clock: ZoneClock, timeline: Timeline): Stretch {
  switch (scope.per) {
    case 'stay':
      return { fromMs: -Infinity, toMs: Infinity, nth: 1 };
    case 'hours': {
      const length = scope.hours * hourMs;
      const passed = Math.floor((atMs - anchorMs) / length);
      const fromMs = anchorMs + passed * length;
      return { fromMs, toMs: fromMs + length, nth: passed + 1 };
    }
    case 'day': {
      const shift = scope.startsAt === undefined ? 0 : minutesOf(scope.startsAt) * minuteMs;
      const first = dayWith(anchorMs, shift, clock);
      const days = scope.days ?? 1;
      const passed = Math.floor((dayWith(atMs, shift, clock) - first) / days);
      const begin = first + passed * days;
      return {
        fromMs: clock.instantOf(begin * dayMs + shift),
        toMs: clock.instantOf((begin + days) * dayMs + shift),
        nth: passed + 1,
      };
    }
    case 'window': {
      const [fromMs, toMs] = timeline.bounds();
      return { fromMs, toMs: timeline.window < 0 ? timeline.endMs : toMs, nth: 1 };
    }
  }
}

/** Returns the day number of an instant when days begin `shift` ms after midnight. */
function dayWith(atMs: number, shift: number, clock: ZoneClock): number {
  if (shift === 0) return clock.dayOf(atMs);
  let day = Math.floor((clock.localOf(atMs) - shift) / dayMs);
  while (atMs >= clock.instantOf((day + 1) * dayMs + shift)) day++;
  while (atMs < clock.instantOf(day * dayMs + shift)) day--;
  return day;
}
