/** Attempts after failures: at first soon, then ever more rarely, at a random part of the time so that boxes do not come all at once. */
const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** Whether the cloud can be reached, as far as the last calls say, and when to try again. */
export class Line {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Known to be up: the last call was answered. */
  get isUp(): boolean {
    return this.#failures === 0;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
  }

  /** How long to wait before the next attempt. */
  get waitMs(): number {
    const most = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 10));
    return most / 2 + (most / 2) * this.#random();
  }
}
