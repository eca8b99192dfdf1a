import { dayMs, type ZoneClock } from '../period.ts';
import type { CapBook } from './cap.ts';
import type { ReadyPlan } from './compile.ts';
import type { FreeBook } from './free.ts';
import type { LineSheet } from './line.ts';
import type { Position } from './position.ts';
import type { Scope } from './tariff.ts';
import type { Timeline } from './timeline.ts';

/** Stays up to this long are itemised in full. */
const plainMs = 31 * dayMs;

function commonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** Days after which all scopes of a plan start together again; Infinity when that takes too long or days differ by kind. */
function periodDays(plan: ReadyPlan): number {
  if (plan.isDayBound) return Infinity;
  const scopes: Scope[] = [plan.restart, ...plan.caps.map((c) => c.cap.scope)];
  if (plan.free) scopes.push(plan.free.scope);
  if (plan.cut) scopes.push(plan.cut);
  let hours = 24;
  for (const scope of scopes) {
    if (scope.per === 'hours') hours = commonMultiple(hours, scope.hours);
    if (scope.per === 'day') hours = commonMultiple(hours, (scope.days ?? 1) * 24);
  }
  return hours <= 31 * 24 ? hours / 24 : Infinity;
}

/** The parts of a meter that a leap moves. */
export type Moving = { timeline: Timeline; position: Position; free: FreeBook; caps: CapBook; sheet: LineSheet };

/**
 * Detects that a very long stay has returned to an earlier state, and skips all repetitions in one leap. Where days differ, repetition is
 * not certain: the lines of every 31 days are then summed by rule to limit their number.
 */
export class Cycle {
  /** Instant of the next check; Infinity when the stay is short or nothing repeats. */
  nextMs: number;

  readonly #plan: ReadyPlan;
  readonly #periodMs: number;
  readonly #moving: Moving;
  /** First line not yet summed. */
  #line = 0;
  readonly #seen = new Map<string, { atMs: number; line: number; cuts: number[] }>();

  constructor(plan: ReadyPlan, fromMs: number, toMs: number, moving: Moving) {
    this.#plan = plan;
    this.#moving = moving;
    this.#periodMs = periodDays(plan) * dayMs;
    this.nextMs = toMs - fromMs > 2 * plainMs ? fromMs + plainMs : Infinity;
  }

  /** Checks the state at an instant. If it was seen before, leaps towards `limitMs`; returns the instant to continue from. */
  check(atMs: number, limitMs: number, clock: ZoneClock): number {
    const { timeline, position, free, caps, sheet } = this.#moving;
    if (this.#periodMs === Infinity) {
      sheet.fold(this.#line);
      this.#line = sheet.seal();
      this.nextMs = atMs + plainMs;
      return atMs;
    }
    const phase = clock.localOf(atMs) % this.#periodMs;
    const signature = `${phase};${position.signature(this.#plan, timeline, atMs)};${free.signature(atMs)};${caps.signature(atMs)}`;
    const line = sheet.seal();
    const before = this.#seen.get(signature);
    this.nextMs = atMs + this.#periodMs;
    if (!before) {
      this.#seen.set(signature, { atMs, line, cuts: caps.cuts() });
      return atMs;
    }
    this.#seen.clear();
    const lengthMs = atMs - before.atMs;
    const isSteady = clock.steadyUntil(before.atMs, atMs) === atMs;
    // One repetition is kept, so that all stretches open after the leap end before the exit and before any clock change.
    const times = Math.floor((clock.steadyUntil(atMs, limitMs) - 1 - atMs) / lengthMs) - 1;
    if (!isSteady || times < 1) return atMs;
    const ms = times * lengthMs;
    const days = ms / dayMs;
    sheet.repeat(before.line, times, atMs, atMs + ms);
    timeline.leap(days);
    position.leap(ms, days);
    free.leap(ms);
    caps.leap(days, times, before.cuts);
    this.nextMs = atMs + ms + this.#periodMs;
    return atMs + ms;
  }

  /** Restarts detection after an event that happens only once. */
  reset(): void {
    this.#seen.clear();
  }
}
