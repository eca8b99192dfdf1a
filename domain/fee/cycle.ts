import { dayMs, type ZoneClock } from '../period.ts';
import type { CapBook } from './cap.ts';
import type { ReadyPlan } from './compile.ts';
import type { FreeBook } from './free.ts';
import type { LineSheet, RuleSum } from './line.ts';
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

/** The longest period in days that is looked for. */
const longestPeriod = 400;
/** As many earlier states are remembered. */
const mostStates = 8;

/** Returns the days after which all scopes of a plan start together again, on the same day of the week; Infinity when that takes too long. */
export function periodDays(plan: ReadyPlan): number {
  const scopes: Scope[] = [plan.restart, ...plan.caps.map((c) => c.cap.scope)];
  if (plan.free) scopes.push(plan.free.scope);
  if (plan.cut) scopes.push(plan.cut);
  let hours = plan.isDayBound ? 7 * 24 : 24;
  for (const scope of scopes) {
    if (scope.per === 'hours') hours = commonMultiple(hours, scope.hours);
    if (scope.per === 'day') hours = commonMultiple(hours, (scope.days ?? 1) * 24);
  }
  return hours <= longestPeriod * 24 ? hours / 24 : Infinity;
}

/** The parts of a meter that a leap moves. */
export type Moving = { timeline: Timeline; position: Position; free: FreeBook; caps: CapBook; sheet: LineSheet };

/** A state of the meter that may come back: when, what the rules had charged until then, and the open cuts of the caps. */
type Seen = { atMs: number; sums: ReadonlyMap<string, RuleSum>; cuts: number[] };

/**
 * Detects that a very long stay has returned to an earlier state, and skips all repetitions in one leap, as far as the days have the same
 * windows. Where nothing repeats, the lines of every 31 days are summed by rule.
 */
export class Cycle {
  /** Instant of the next check; Infinity when the stay is short. */
  nextMs: number;

  readonly #plan: ReadyPlan;
  readonly #periodMs: number;
  readonly #moving: Moving;
  #foldMs: number;
  readonly #seen = new Map<string, Seen>();

  constructor(plan: ReadyPlan, fromMs: number, toMs: number, moving: Moving) {
    this.#plan = plan;
    this.#moving = moving;
    this.#periodMs = periodDays(plan) * dayMs;
    this.nextMs = toMs - fromMs > 2 * plainMs ? fromMs + plainMs : Infinity;
    this.#foldMs = fromMs + 2 * plainMs;
  }

  /** Checks the state at an instant. If it was seen before, leaps towards `limitMs`; returns the instant to continue from. */
  check(atMs: number, limitMs: number, clock: ZoneClock): number {
    const { timeline, position, free, caps, sheet } = this.#moving;
    if (this.#periodMs === Infinity) {
      sheet.fold();
      this.nextMs = atMs + plainMs;
      return atMs;
    }
    const phase = clock.localOf(atMs) % this.#periodMs;
    const signature = `${phase};${position.signature(this.#plan, timeline, atMs)};${free.signature(atMs)};${caps.signature(atMs)}`;
    const before = this.#seen.get(signature);
    this.nextMs = atMs + this.#periodMs;
    if (!before) {
      this.#remember(signature, { atMs, sums: sheet.sums(), cuts: caps.cuts() });
      return atMs;
    }
    this.#seen.clear();
    const lengthMs = atMs - before.atMs;
    const isSteady = clock.steadyUntil(before.atMs, atMs) === atMs;
    const untilMs = this.#sameUntil(atMs, lengthMs, clock.steadyUntil(atMs, limitMs), clock);
    // One repetition is kept, so that all stretches open after the leap end before the exit and before any change.
    const times = Math.floor((untilMs - 1 - atMs) / lengthMs) - 1;
    if (!isSteady || times < 1) {
      this.#remember(signature, { atMs, sums: sheet.sums(), cuts: caps.cuts() });
      return atMs;
    }
    const ms = times * lengthMs;
    const days = ms / dayMs;
    sheet.seal();
    sheet.repeat(before.sums, times, atMs, atMs + ms);
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

  #remember(signature: string, state: Seen): void {
    this.#seen.set(signature, state);
    if (this.#seen.size > mostStates) this.#seen.delete(this.#seen.keys().next().value!);
    if (state.atMs < this.#foldMs) return;
    this.#moving.sheet.fold();
    this.#foldMs = state.atMs + plainMs;
  }

  /** Returns the instant up to which each day has the windows of the day `lengthMs` before it. */
  #sameUntil(atMs: number, lengthMs: number, limitMs: number, clock: ZoneClock): number {
    const { timeline } = this.#moving;
    if (!this.#plan.isDayBound) return limitMs;
    // A piece that is longer than the repetition may have looked at days that differ.
    if (timeline.endMs - atMs > lengthMs) return atMs;
    const days = Math.round(lengthMs / dayMs);
    const last = clock.dayOf(limitMs - 1);
    for (let day = clock.dayOf(atMs); day <= last; day++)
      if (timeline.layoutAt(day) !== timeline.layoutAt(day - days)) return clock.instantOf(day * dayMs);
    return limitMs;
  }
}
