/** The only source of the current time, injected everywhere. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that keeps its time until it is set: for tests and for generating history. */
export class SetClock implements Clock {
  #now: Date;
  constructor(start: Date) {
    this.#now = start;
  }
  now(): Date {
    return this.#now;
  }
  set(moment: Date): void {
    this.#now = moment;
  }
}
