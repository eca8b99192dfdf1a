import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@boyun/kernel/server';
import type { ForPeople } from './desk-provider.ts';

/** A provider that listens, and misbehaves on request in the ways `F`. */
export abstract class ProviderDouble<F extends string> {
  /** The time of the product, by which notices are dated. */
  protected readonly clock: Clock;
  protected readonly forPeople: ForPeople | null;
  readonly #server = createServer((request, response) => {
    // What it cannot answer breaks the connection, as a service does that has failed; it never ends the process that plays it.
    this.serve(request, response).catch(() => response.destroy());
  });
  #faults: F[] = [];

  constructor(clock: Clock, forPeople: ForPeople | null = null) {
    this.clock = clock;
    this.forPeople = forPeople;
  }

  /** Answers a call; how it misbehaves is `nextFault()`. */
  protected abstract serve(request: IncomingMessage, response: ServerResponse): Promise<void>;

  /** Takes the misbehaviour of the present call; none where nothing is due. */
  protected nextFault(): F | undefined {
    return this.#faults.shift();
  }

  /** Where it listens. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Starts to listen; returns the address. */
  async start(host = '127.0.0.1'): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, host, resolve));
    return this.address;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next calls misbehave, one each. */
  failNext(...faults: F[]): void {
    this.#faults.push(...faults);
  }

  /** Forgets the misbehaviour that no call has met yet. */
  failNoMore(): void {
    this.#faults = [];
  }
}
