import { dayMs, zoneClock } from '../period.ts';
import { isChosenDay } from './choice.ts';
import type { Stay } from './stay.ts';
import type { Plan, Scope, Step, Tariff, Window } from './tariff.ts';

const minuteMs = 60_000;

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the day on which a window that is open at a wall-clock reading opened; undefined when it is closed. */
function openedDay(window: Window, localMs: number, stay: Stay): number | undefined {
  const day = Math.floor(localMs / dayMs);
  const minute = (localMs - day * dayMs) / minuteMs;
  if (window.from === undefined || window.to === undefined)
    return isChosenDay(day, window.days, stay.calendar) ? 0 : undefined;
  const from = minuteOfDay(window.from);
  let to = minuteOfDay(window.to);
  if (to <= from) to += 1440;
  if (minute >= from && minute < to && isChosenDay(day, window.days, stay.calendar)) return day;
  if (minute + 1440 < to && isChosenDay(day - 1, window.days, stay.calendar)) return day - 1;
  return undefined;
}

/** The window open in a minute: its index (-1: none), the key of its occurrence, and how often the window changed before. */
interface Opening {
  readonly window: number;
  readonly key: string;
  readonly run: number;
}

/** Returns a function that tells the window open in each minute, which must be asked in order. */
function windowReader(plan: Plan, stay: Stay): (t: number) => Opening {
  const clock = zoneClock(stay.zone);
  let run = 0;
  let lastWindow = -2;
  let lastDay: number | undefined;
  return (t) => {
    const local = clock.localOf(t);
    let window = -1;
    let day: number | undefined;
    for (let i = 0; i < plan.windows.length && window < 0; i++) {
      day = openedDay(plan.windows[i]!, local, stay);
      if (day !== undefined) window = i;
    }
    if (window !== lastWindow || day !== lastDay) run++;
    lastWindow = window;
    lastDay = day;
    const isTimed = window >= 0 && plan.windows[window]!.from !== undefined;
    return { window, key: isTimed ? `${window}@${day}` : `run${run}`, run };
  };
}

/** Returns the key of the stretch of a scope that contains a minute. */
function scopeKey(scope: Scope, t: number, { key }: Opening, { zone, enteredAtMs }: Stay): string {
  if (scope.per === 'stay') return '';
  if (scope.per === 'hours') return `${Math.floor((t - enteredAtMs) / (scope.hours * 60 * minuteMs))}`;
  if (scope.per === 'window') return key;
  const clock = zoneClock(zone);
  const shift = scope.startsAt === undefined ? 0 : minuteOfDay(scope.startsAt) * minuteMs;
  const dayBlock = (at: number): number => Math.floor((clock.localOf(at) - shift) / dayMs);
  return `${Math.floor((dayBlock(t) - dayBlock(enteredAtMs)) / (scope.days ?? 1))}`;
}

/** Returns the minutes that are free because they are deducted; null when the whole stay is free. */
function freeMinutes(plan: Plan, stay: Stay): number | null {
  const { free } = plan;
  if (!free) return 0;
  if (free.deduct) return free.minutes;
  const openingAt = windowReader(plan, stay);
  let measured = 0;
  for (let t = stay.enteredAtMs; t < stay.exitAtMs; t += minuteMs) {
    const { window } = openingAt(t);
    if (free.counts !== 'charged' || (window >= 0 && plan.windows[window]!.steps.length > 0)) measured++;
  }
  return measured <= free.minutes ? null : 0;
}

/** Adds up amounts within the caps of a plan. */
class CappedSum {
  total = 0;
  readonly #plan: Plan;
  readonly #used = new Map<string, number>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Adds an amount of a window; `keys` are those of the stretches of all caps. */
  add(amount: number, window: number, keys: readonly string[]): void {
    let net = amount;
    const own: string[] = [];
    for (const [i, cap] of (this.#plan.caps ?? []).entries()) {
      if (cap.windows && !cap.windows.includes(this.#plan.windows[window]!.id)) continue;
      const nth = Number(keys[i]!.split(':')[1]) + 1;
      if (cap.nth && (nth < (cap.nth.from ?? 1) || nth > (cap.nth.to ?? nth))) continue;
      own.push(keys[i]!);
      net = Math.min(net, cap.amountFen - (this.#used.get(keys[i]!) ?? 0));
    }
    net = Math.max(0, net);
    for (const key of own) this.#used.set(key, (this.#used.get(key) ?? 0) + net);
    this.total += net;
  }
}

/** Charges the minutes of ladders' steps: whole steps once, shares by the minute, units when their due minute is reached. */
class UnitCharger {
  readonly #sum: CappedSum;
  readonly #blocks = new Set<string>();
  #unitKey = '';
  #unitMinutes = 0;
  #minutesInUnit = 0;
  #unitCaps: readonly string[] = [];
  #unitStep = -1;
  #units = 0;
  readonly #ownUnits = new Map<number, number>();

  constructor(sum: CappedSum) {
    this.#sum = sum;
  }

  /** Begins a new unit with the next minute. */
  endUnit(): void {
    this.#unitKey = '';
  }

  /** Ends units and whole steps. */
  cut(): void {
    this.#blocks.clear();
    this.endUnit();
  }

  restart(): void {
    this.cut();
    this.#units = 0;
    this.#ownUnits.clear();
  }

  /** Units charged since the restart, in all windows or in one. */
  unitsOf(window: number | undefined): number {
    return window === undefined ? this.#units : (this.#ownUnits.get(window) ?? 0);
  }

  /** Returns the step whose unit goes on in this minute although the step may have ended; -1 for none. */
  stepUnderWay({ window, run }: Opening): number {
    const isGoingOn = this.#unitKey === `${run}#${window}#${this.#unitStep}` && this.#minutesInUnit < this.#unitMinutes;
    return isGoingOn ? this.#unitStep : -1;
  }

  #count(window: number): void {
    this.#units++;
    this.#ownUnits.set(window, (this.#ownUnits.get(window) ?? 0) + 1);
  }

  /** Charges one minute of the step with this index; `caps` are the keys of the stretches of all caps. */
  charge(step: Step, index: number, { window, key, run }: Opening, caps: readonly string[]): void {
    if (step.unitMinutes === undefined) {
      const block = `${key}#${index}`;
      if (!this.#blocks.has(block)) {
        this.#sum.add(step.priceFen, window, caps);
        this.#count(window);
      }
      this.#blocks.add(block);
      return;
    }
    if (step.part === 'share') {
      this.#sum.add(step.priceFen / step.unitMinutes, window, caps);
      return;
    }
    const thisUnit = `${run}#${window}#${index}`;
    if (this.#unitKey !== thisUnit || this.#minutesInUnit === this.#unitMinutes) {
      this.#unitKey = thisUnit;
      this.#unitMinutes = step.unitMinutes;
      this.#minutesInUnit = 0;
      this.#unitStep = index;
      this.#unitCaps = caps;
    }
    this.#minutesInUnit++;
    const part = step.part ?? 'whole';
    const due =
      part === 'whole' ? 1 : part === 'none' ? this.#unitMinutes : Math.min(part.fromMinutes, this.#unitMinutes);
    if (this.#minutesInUnit !== due) return;
    this.#sum.add(step.priceFen, window, this.#unitCaps);
    this.#count(window);
  }
}

/** The clock by which steps are chosen, in minutes. */
class MinuteClock {
  readonly #counts: 'all' | 'charged' | 'window';
  #key: string | undefined;
  #minutes = 0;
  readonly #ownMinutes = new Map<number, number>();

  constructor(counts: 'all' | 'charged' | 'window') {
    this.#counts = counts;
  }

  /** Sets the clock to zero where the key of its stretch changes; returns whether it did. */
  enter(key: string): boolean {
    if (this.#key === key) return false;
    this.#key = key;
    this.#minutes = 0;
    this.#ownMinutes.clear();
    return true;
  }

  readingOf(window: number): number {
    return this.#counts === 'window' ? (this.#ownMinutes.get(window) ?? 0) : this.#minutes;
  }

  /** Counts a free or closed minute. */
  pass(): void {
    if (this.#counts === 'all') this.#minutes++;
  }

  /** Counts a minute of a window; beyond the last step it costs nothing and counts only if all minutes count. */
  count(window: number, isCharged: boolean): void {
    if (this.#counts !== 'all' && !isCharged) return;
    this.#minutes++;
    this.#ownMinutes.set(window, (this.#ownMinutes.get(window) ?? 0) + 1);
  }
}

/**
 * Returns the same prices by stepping through every minute: slow, but simple enough to trust. Supports one plan without conditions, units
 * split at borders, free time per stay, caps, and clocks; no marks, sharing, cover, payments, seasons, or clock changes. The engine is
 * verified and benchmarked against it.
 */
export function priceByMinutes(tariff: Tariff, stay: Stay): number {
  const plan: Plan = tariff.plans[0]!;
  const freeAtFirst = freeMinutes(plan, stay);
  if (freeAtFirst === null) return 0;
  let freeLeft = freeAtFirst;
  const openingAt = windowReader(plan, stay);
  const restart = plan.clock?.restart ?? { per: 'stay' };
  const clock = new MinuteClock(plan.clock?.counts ?? 'all');
  const sum = new CappedSum(plan);
  const units = new UnitCharger(sum);
  let lastPiece: string | undefined;
  for (let t = stay.enteredAtMs; t < stay.exitAtMs; t += minuteMs) {
    const opening = openingAt(t);
    const { window } = opening;
    // Every change of window restarts a clock per window, even a return to an interrupted occurrence.
    const stretch = restart.per === 'window' ? `${opening.run}` : scopeKey(restart, t, opening, stay);
    if (clock.enter(stretch)) units.restart();
    const piece = plan.cut ? scopeKey(plan.cut, t, opening, stay) : '';
    if (piece !== lastPiece) units.cut();
    lastPiece = piece;
    const steps = window < 0 ? [] : plan.windows[window]!.steps;
    const isFree = freeLeft > 0 && (plan.free?.counts !== 'charged' || steps.length > 0);
    if (isFree) freeLeft--;
    if (steps.length === 0 || isFree) {
      clock.pass();
      units.endUnit();
      continue;
    }
    const reading = clock.readingOf(window);
    const counted = units.unitsOf(plan.clock?.counts === 'window' ? window : undefined);
    const underWay = steps[units.stepUnderWay(opening)];
    const isCompleted = underWay?.finishesUnit || underWay?.upToUnits !== undefined;
    const index = isCompleted
      ? steps.indexOf(underWay!)
      : steps.findIndex((s) => reading < (s.upToMinutes ?? Infinity) && counted < (s.upToUnits ?? Infinity));
    const step = steps[index];
    if (step) {
      const capKeys = (plan.caps ?? []).map((cap, i) => `${i}:${scopeKey(cap.scope, t, opening, stay)}`);
      units.charge(step, index, opening, capKeys);
    }
    clock.count(window, step !== undefined);
  }
  return Math.floor(sum.total + 0.5 + 1e-6);
}
