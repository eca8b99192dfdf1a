import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Query } from './database.ts';
import type { EventRow } from './history.ts';
import type { Log } from './log.ts';

/** Maximum number of events one read returns. */
const BATCH = 500;
/** Number of recent events kept in memory for consumers that are almost up to date. */
const WINDOW = 2000;
/** Minimum time between two reads: notifications that arrive closer together lead to one read. */
const MIN_GAP_MS = 5;
/** Interval of reads when no notification arrives. */
const IDLE_MS = 1000;

const EVENT_COLUMNS = `tenant_id, id, seq, kind, lot_id, subject_id, data, actor,
  request_id, at, recorded_at`;

/**
 * Returns the number up to which the event log is complete: events up to it are visible to every statement that begins afterwards, or will
 * never exist. Returns at least `after`, even if no later event has a number. `query` must not run in a snapshot.
 */
export async function completeUpTo(query: Query, after = 0): Promise<number> {
  const [row] = await query<{ bound: number }>('select event_bound($1) as bound', [after]);
  return row!.bound;
}

/** Returns the events numbered above `after` and up to `bound`, in order; at most 500. */
export function readEvents(query: Query, after: number, bound: number): Promise<EventRow[]> {
  return query<EventRow>(
    `select ${EVENT_COLUMNS} from event where seq > $1 and seq <= $2 order by seq limit ${BATCH}`,
    [after, bound],
  );
}

/** Returns one event of a tenant by its id; null when there is none. */
export async function findEvent(query: Query, tenantId: number, id: string): Promise<EventRow | null> {
  const [row] = await query<EventRow>(`select ${EVENT_COLUMNS} from event where tenant_id = $1 and id = $2`, [
    tenantId,
    id,
  ]);
  return row ?? null;
}

/** Events in order, and the number up to which the batch is complete. */
export interface EventBatch {
  readonly events: readonly EventRow[];
  readonly upTo: number;
}

/**
 * The only reader of the event log in a process. It keeps the latest events in memory for consumers and live pages; a consumer that is
 * further behind reads the table. A notification only shortens the wait for the next read.
 */
export class EventLog {
  readonly #database: Database;
  readonly #log: Log;
  readonly #followers = new Set<(events: readonly EventRow[]) => void>();
  #window: EventRow[] = [];
  /** The window holds every event above this number. */
  #windowStart = 0;
  #position: number | null = null;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: { database: Database; log: Log }) {
    this.#database = options.database;
    this.#log = options.log;
  }

  /** Starts at the end of the log and follows it; fails when the database does not respond. */
  async start(): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => this.wake(), IDLE_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#reading?.catch(() => undefined);
  }

  /** Calls a listener with each batch of new events and after each move of the position; returns a function that removes it. */
  follow(listener: (events: readonly EventRow[]) => void): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  /** Schedules the next read as soon as possible. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#reading) this.#isStale = true;
    else void this.#begin().catch((error) => this.#log.error({ err: error }, 'event log will be read again'));
  }

  /** Reads everything that is complete by now; fails when the database does not respond. */
  async refresh(): Promise<void> {
    await this.#reading?.catch(() => undefined);
    await (this.#reading ?? this.#begin());
  }

  /** Returns the events after a number, up to where the log has been read; at most one batch. */
  async after(seq: number): Promise<EventBatch> {
    const position = this.#position ?? 0;
    if (position <= seq) return { events: [], upTo: seq };
    let events: EventRow[];
    if (seq >= this.#windowStart) {
      const first = this.#window.findLastIndex((one) => one.seq <= seq) + 1;
      events = this.#window.slice(first, first + BATCH);
    } else events = await readEvents(this.#database.system, seq, position);
    return { events, upTo: events.length === BATCH ? events.at(-1)!.seq : position };
  }

  #begin(): Promise<void> {
    this.#isStale = false;
    this.#reading = this.#read().finally(() => {
      this.#reading = null;
      if (this.#isStale) setTimeout(() => this.wake(), MIN_GAP_MS);
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { system } = this.#database;
    if (this.#position === null) {
      this.#windowStart = await completeUpTo(system);
      this.#position = this.#windowStart;
      return;
    }
    const bound = await completeUpTo(system, this.#position);
    while (this.#position < bound && !this.#isStopped) {
      const events: EventRow[] = await readEvents(system, this.#position, bound);
      this.#position = events.length === BATCH ? events.at(-1)!.seq : bound;
      this.#keep(events);
      for (const follower of this.#followers) follower(events);
      if (events.length === BATCH) await pause(0);
    }
  }

  #keep(events: readonly EventRow[]): void {
    this.#window.push(...events);
    const surplus = this.#window.length - WINDOW;
    if (surplus > 0) this.#windowStart = this.#window.splice(0, surplus).at(-1)!.seq;
  }
}
