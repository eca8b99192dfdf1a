import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import type { Projection } from './reaction.ts';

/** Brings one projection up to date: writes a batch and its position in one transaction, under a lock on the position. */
export class ProjectionRunner {
  readonly projection: Projection;
  readonly #database: Database;
  readonly #eventLog: EventLog;
  #isClosed = false;
  #pumping: Promise<void> | null = null;
  #isStale = false;

  constructor(projection: Projection, tools: { database: Database; eventLog: EventLog }) {
    this.projection = projection;
    this.#database = tools.database;
    this.#eventLog = tools.eventLog;
  }

  /** Starts no further batch; resolves when the current one is written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pumping?.catch(() => undefined);
  }

  /** Applies what the event log has read; resolves when it is written, or when another process is doing it. */
  pump(): Promise<void> {
    if (this.#pumping) this.#isStale = true;
    this.#pumping ??= this.#run().finally(() => {
      this.#pumping = null;
    });
    return this.#pumping;
  }

  async #run(): Promise<void> {
    do {
      this.#isStale = false;
      while (!this.#isClosed && (await this.#step()));
    } while (this.#isStale && !this.#isClosed);
  }

  /** Writes one batch; returns true when there may be more. */
  #step(): Promise<boolean> {
    const { name, kinds, apply } = this.projection;
    return this.#database.inSystem(async (query) => {
      const [position] = await query<{ seq: number }>(
        'select seq from consumer_position where name = $1 for update skip locked',
        [name],
      );
      if (!position) return false;
      const { events, upTo } = await this.#eventLog.after(position.seq);
      if (upTo <= position.seq) return false;
      const wanted = events.filter((event) => kinds.includes(event.kind) && !this.#database.closed.has(event.tenantId));
      if (wanted.length > 0) await apply(query, wanted, (table) => table);
      await query('update consumer_position set seq = $2 where name = $1', [name, upTo]);
      return true;
    });
  }
}
