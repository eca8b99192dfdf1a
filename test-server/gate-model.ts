/**
 * What the gate of a lot must have made of a row of messages, worked out the slow and plain way: every stay in one list,
 * searched from the start each time. It shares no code with the product. Minutes count from the beginning of the run.
 */

/** A stay as both the model and the product report it; times in minutes, money in fen. */
export interface ModelStay {
  readonly car: number;
  readonly plate: string;
  readonly from: number;
  to: number | null;
  state: 'inside' | 'left' | 'no-exit';
  fee: number;
  paid: number;
}

/** A message of a camera as it is delivered. */
export interface Delivery {
  readonly key: string;
  readonly way: 'in' | 'out';
  /** Which of the lanes that lead this way. */
  readonly lane: 0 | 1;
  /** What cameras cannot tell apart has one number: a car with all readings of its plate. */
  readonly car: number;
  readonly plate: string;
  readonly at: number;
  readonly isOffline: boolean;
  /** What the driver does when he is asked to pay. */
  readonly driver: 'pays' | 'is-let-out' | 'backs-off';
}

interface Seen {
  readonly message: Delivery;
  stay: ModelStay | null;
  /** A car left here and its stay was not known. */
  isLost: boolean;
}

/** Three yuan for each hour begun, at most fifteen within a day. */
export function feeOf(minutes: number): number {
  let fee = 0;
  for (let left = minutes; left > 0; left -= 1440) fee += Math.min(1500, Math.ceil(Math.min(left, 1440) / 60) * 300);
  return fee;
}

/** Two readings at one lane so close are one car. */
const SAME_MINUTES = 2;

/** The lot as it must be after each message. */
export class GateModel {
  readonly stays: ModelStay[] = [];
  readonly seen: Seen[] = [];

  /** Takes a message in the order it is delivered; one that came before changes nothing. */
  take(message: Delivery): void {
    for (const one of this.seen) if (one.message.key === message.key) return;
    const seen: Seen = { message, stay: null, isLost: false };
    if (message.way === 'in') this.#enter(seen);
    else this.#leave(seen);
    this.seen.push(seen);
  }

  #inside(plate: string): ModelStay | null {
    for (const one of this.stays) if (one.state === 'inside' && one.plate === plate) return one;
    return null;
  }

  #end(stay: ModelStay, at: number, state: 'left' | 'no-exit'): void {
    stay.to = at;
    stay.state = state;
    stay.fee = feeOf(at - stay.from);
  }

  #enter(seen: Seen): void {
    const { plate, car, at, isOffline } = seen.message;
    const inside = this.#inside(plate);
    const earlier = inside && (!isOffline || inside.from <= at) ? inside : null;
    if (earlier && Math.abs(at - earlier.from) < SAME_MINUTES) {
      seen.stay = earlier;
      return;
    }
    if (earlier) this.#end(earlier, at, 'no-exit');
    const stay: ModelStay = { car, plate, from: at, to: null, state: 'inside', fee: 0, paid: 0 };
    this.stays.push(stay);
    seen.stay = stay;
    if (!isOffline) return;
    // The exit may have been reported earlier: the earliest unmatched exit after this entry.
    let exit: Seen | null = null;
    for (const one of this.seen)
      if (
        one.isLost &&
        one.message.plate === plate &&
        one.message.at >= at &&
        (!exit || one.message.at < exit.message.at)
      )
        exit = one;
    if (exit) {
      this.#end(stay, exit.message.at, 'left');
      exit.stay = stay;
      exit.isLost = false;
    } else if (inside && inside.from > at) this.#end(stay, inside.from, 'no-exit');
  }

  #leave(seen: Seen): void {
    const { plate, car, at, isOffline, driver } = seen.message;
    if (isOffline) {
      // It left then, although that was not known when its stay was closed.
      let closed: ModelStay | null = null;
      for (const one of this.stays)
        if (one.plate === plate && one.state === 'no-exit' && one.from <= at && one.to! > at)
          if (!closed || one.from > closed.from) closed = one;
      if (closed) {
        seen.stay = closed;
        if (feeOf(at - closed.from) >= closed.paid) this.#end(closed, at, 'left');
        return;
      }
    }
    let found: ModelStay | null = null;
    let isUnclear = false;
    const exact = this.#inside(plate);
    if (exact && exact.from <= at) found = exact;
    if (!found) {
      const alike = this.stays.filter((one) => one.state === 'inside' && one.car === car && one.from <= at);
      if (alike.length === 1) found = alike[0]!;
      // With several that may be it the car waits until a person lets it out.
      isUnclear = alike.length > 1;
    }
    if (!found) {
      const hasJustLeft = this.stays.some(
        (one) =>
          one.plate === plate &&
          one.state === 'left' &&
          one.to !== null &&
          one.to >= at - SAME_MINUTES &&
          one.to <= at + SAME_MINUTES,
      );
      const isStanding = !isOffline && !hasJustLeft && isUnclear && driver === 'backs-off';
      seen.isLost = !isStanding && !hasJustLeft;
      return;
    }
    seen.stay = found;
    const due = feeOf(at - found.from) - found.paid;
    if (isOffline || due <= 0 || driver === 'is-let-out') this.#end(found, at, 'left');
    else if (driver === 'pays') {
      this.#end(found, at, 'left');
      found.paid = found.fee;
    }
  }
}

/** The final state of the model in the form it is read from the database. */
export function toldOf(model: GateModel): { stays: object[]; passings: string[] } {
  const stays = model.stays.map(({ car: _, ...stay }) => stay);
  stays.sort((one, other) => (one.plate === other.plate ? one.from - other.from : one.plate < other.plate ? -1 : 1));
  return { stays, passings: model.seen.map((one) => `${one.message.key} ${one.stay !== null}`).sort() };
}
