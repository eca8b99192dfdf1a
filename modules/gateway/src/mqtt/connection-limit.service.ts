import { networkOf } from '../quarantine/quarantine-limit.service.ts';

/** Connections of one network, all and not yet signed in; many cameras may share the address of their car park. */
const PER_NETWORK = { open: 2000, strangers: 100 } as const;
/** Connections of all networks that are not signed in yet. */
const STRANGERS_IN_ALL = 1000;

/** Counts open connections and those that have not signed in. */
export class ConnectionLimit {
  readonly #open = new Map<string, number>();
  readonly #strangers = new Map<string, number>();
  #strangersInAll = 0;

  /** Takes a place for a connection, or returns null when there is none; `admit` and `leave` may be called repeatedly. */
  enter(address: string | null): { admit(): void; leave(): void } | null {
    const network = networkOf(address);
    if (
      (this.#open.get(network) ?? 0) >= PER_NETWORK.open ||
      (this.#strangers.get(network) ?? 0) >= PER_NETWORK.strangers ||
      this.#strangersInAll >= STRANGERS_IN_ALL
    )
      return null;
    change(this.#open, network, 1);
    change(this.#strangers, network, 1);
    this.#strangersInAll += 1;
    let [isStranger, isOpen] = [true, true];
    const admit = () => {
      if (!isStranger) return;
      isStranger = false;
      change(this.#strangers, network, -1);
      this.#strangersInAll -= 1;
    };
    const leave = () => {
      admit();
      if (!isOpen) return;
      isOpen = false;
      change(this.#open, network, -1);
    };
    return { admit, leave };
  }
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
