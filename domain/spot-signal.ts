/** A report about a spot: that a car is there, or none, since an instant. */
export interface SpotSignal {
  readonly id: string;
  readonly isTaken: boolean;
  readonly atMs: number;
  /** Seen by a person or a camera: it needs no time to prove true. */
  readonly isCertain?: boolean;
}

/** How long a detector's change must last until it counts, in milliseconds. */
export interface SettleRules {
  /** From free to taken: shorter ones are cars that only drive over it, and trolleys. */
  readonly arriveMs: number;
  /** From taken to free: shorter ones are doors, moving loads and a neighbour that parks. */
  readonly leaveMs: number;
}

/**
 * What a signal turns out to be: `change` changes the state of the spot, `repeat` says what is known, `flap` did not last, `pending` may
 * still do so.
 */
export type SignalOutcome = 'change' | 'repeat' | 'flap' | 'pending';

/**
 * Debounces the signals of a spot: a change counts, as of its own time, once it has lasted for as long as the rules say; a change and its
 * return within that time are both dropped. The order in which signals arrive has no influence, and a doubled one changes nothing.
 * `isTaken` is the state before the first of them.
 */
export function settleSignals(
  signals: readonly SpotSignal[],
  isTaken: boolean,
  rules: SettleRules,
  nowMs: number,
): ReadonlyMap<string, SignalOutcome> {
  const outcomes = new Map<string, SignalOutcome>();
  let state = isTaken;
  let open: SpotSignal | null = null;
  const hasLasted = (one: SpotSignal, untilMs: number) =>
    untilMs - one.atMs >= (one.isTaken ? rules.arriveMs : rules.leaveMs);
  const settle = (one: SpotSignal) => {
    outcomes.set(one.id, 'change');
    state = one.isTaken;
    open = null;
  };
  for (const one of [...signals].sort(byTime)) {
    const before = open as SpotSignal | null;
    if (before && (hasLasted(before, one.atMs) || (one.isCertain && one.isTaken === before.isTaken))) settle(before);
    else if (before && one.isTaken !== before.isTaken) {
      outcomes.set(before.id, 'flap');
      open = null;
      if (!one.isCertain) {
        outcomes.set(one.id, 'flap');
        continue;
      }
    }
    if (open || one.isTaken === state) outcomes.set(one.id, 'repeat');
    else if (one.isCertain) settle(one);
    else open = one;
  }
  const last = open as SpotSignal | null;
  if (last) outcomes.set(last.id, hasLasted(last, nowMs) ? 'change' : 'pending');
  return outcomes;
}

const byTime = (one: SpotSignal, other: SpotSignal) =>
  one.atMs - other.atMs ||
  Number(one.isCertain ?? false) - Number(other.isCertain ?? false) ||
  (one.id < other.id ? -1 : 1);

/** What people and cameras saw on a spot, beside what its detector said. */
export interface SpotComparison {
  /** Seen as the detector said. */
  readonly agreed: number;
  /** A car was seen that the detector did not notice. */
  readonly missed: number;
  /** No car was there any more, but the detector still said so. */
  readonly stuck: number;
}

/**
 * Compares sightings with the settled changes of a detector, before which the spot was in the state `isTaken`. A sighting agrees where the
 * detector said the same at some moment within the tolerance before or after it.
 */
export function compareSightings(
  changes: readonly Omit<SpotSignal, 'id'>[],
  isTaken: boolean,
  sightings: readonly Omit<SpotSignal, 'id'>[],
  toleranceMs: number,
): SpotComparison {
  const sorted = [...changes].sort((one, other) => one.atMs - other.atMs);
  const counts = { agreed: 0, missed: 0, stuck: 0 };
  for (const sighting of sightings) {
    const first = sorted.filter((one) => one.atMs <= sighting.atMs - toleranceMs).at(-1)?.isTaken ?? isTaken;
    const meanwhile = sorted.filter((one) => Math.abs(one.atMs - sighting.atMs) <= toleranceMs);
    const agrees = first === sighting.isTaken || meanwhile.some((one) => one.isTaken === sighting.isTaken);
    counts[agrees ? 'agreed' : sighting.isTaken ? 'missed' : 'stuck'] += 1;
  }
  return counts;
}
