import type { Database, Query, TenantTx } from './database.ts';
import { completeUpTo, EVENT_BATCH, readEvents } from './event-log.ts';
import type { EventRow } from './history.ts';
import { idleJobs, type Jobs } from './job.ts';
import type { Log } from './log.ts';
import { systemWho } from './who.ts';

/** Tables computed from the event log alone; they can be thrown away and computed again. */
export interface Projection {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly tables: readonly string[];
  /** Adds a batch of events, in order; `table` gives the name to write to (verification writes to a copy). */
  apply(query: Query, events: readonly EventRow[], table: (name: string) => string): Promise<void>;
}

/** Business that follows from an event, each event in a transaction of its tenant, exactly once. */
export interface Reaction {
  readonly name: string;
  readonly kinds: readonly string[];
  /** Which events of these kinds it acts on; all where not stated. */
  readonly wants?: (event: EventRow) => boolean;
  /** Those of a batch that are worth a transaction, found by one look at the database; all where not stated. */
  readonly pick?: (query: Query, events: readonly EventRow[]) => Promise<readonly EventRow[]>;
  react(tx: TenantTx, event: EventRow, jobs: Jobs): Promise<void>;
}

const TRIES = 3;
/** Nobody has said that there are new events: looked for all the same. */
const IDLE_MS = 1000;
/** Another has the events in hand. */
const IN_HAND_MS = 10;

/** Drives projections and reactions; each runs in one server process at a time. */
export class Consumers {
  readonly #database: Database;
  readonly #log: Log;
  readonly #projections: readonly Projection[];
  readonly #reactions: readonly Reaction[];
  readonly #jobs: Jobs;
  #isStopped = false;
  #wakers: (() => void)[] = [];
  #loops: Promise<void>[] = [];

  constructor(options: {
    database: Database;
    log: Log;
    projections: readonly Projection[];
    reactions: readonly Reaction[];
    /** Where reactions queue work; nowhere unless given. */
    jobs?: Jobs;
  }) {
    this.#database = options.database;
    this.#log = options.log;
    this.#projections = options.projections;
    this.#reactions = options.reactions;
    this.#jobs = options.jobs ?? idleJobs();
  }

  /** Starts a loop for each consumer; `wake` shortens the wait between two looks. */
  start(): void {
    this.#loops = this.#steps().map(({ name, step }) => this.#loop(name, step));
  }

  #steps() {
    return [
      ...this.#projections.map((one) => ({ name: one.name, step: () => this.#stepProjection(one) })),
      ...this.#reactions.map((one) => ({ name: one.name, step: () => this.#stepReaction(one) })),
    ];
  }

  /** Says that there may be new events. */
  wake(): void {
    for (const waker of this.#wakers.splice(0)) waker();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await Promise.all(this.#loops);
  }

  /**
   * Works off what the event log holds now: for histories, checks and tests. What a loop or another process has in hand is
   * waited for, and so are transactions that keep the newest events from being read.
   */
  async drain(): Promise<void> {
    const [{ end = null } = {}] = await this.#database.system<{ end: number | null }>(
      'select max(seq) as end from event',
    );
    const steps = this.#steps();
    while (end !== null && !this.#isStopped) {
      for (const { step } of steps) while (await step());
      const behind = await this.#database.system(
        `select name from unnest($1::text[]) as name left join consumer_position p using (name)
         where coalesce(p.seq, 0) < $2`,
        [steps.map((one) => one.name), end],
      );
      if (behind.length === 0) return;
      await this.#rest(IN_HAND_MS);
    }
  }

  /**
   * Lets reactions begin at the end of the event log: for a history in which what follows was done already. Those named
   * only write down what happened and begin at its beginning.
   */
  async skipReactions(except: readonly string[] = []): Promise<void> {
    await this.#database.inSystem(async (query) => {
      const end = await completeUpTo(query);
      for (const one of this.#reactions.filter(({ name }) => !except.includes(name)))
        await query(
          `insert into consumer_position (name, seq) values ($1, $2)
           on conflict (name) do update set seq = excluded.seq`,
          [one.name, end],
        );
    });
  }

  async #loop(name: string, step: () => Promise<boolean>): Promise<void> {
    while (!this.#isStopped) {
      let hasMore = false;
      try {
        hasMore = await step();
      } catch (error) {
        this.#log.warn({ consumer: name, err: (error as Error).message }, 'consumer will try again');
      }
      if (!hasMore && !this.#isStopped) await this.#rest(IDLE_MS);
    }
  }

  #rest(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, forMs);
      this.#wakers.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** One batch; true when there may be more. The position's row lock keeps other processes out. */
  async #stepProjection(one: Projection): Promise<boolean> {
    return this.#database.inSystem(async (query) => {
      const position = await lockPosition(query, one.name);
      if (position === null) return false;
      const events = await readEvents(query, position, await completeUpTo(query, position));
      const last = events.at(-1);
      if (!last) return false;
      const { closed } = this.#database;
      const wanted = events.filter((event) => one.kinds.includes(event.kind) && !closed.has(event.tenantId));
      if (wanted.length > 0) await one.apply(query, wanted, (table) => table);
      await query('update consumer_position set seq = $2 where name = $1', [one.name, last.seq]);
      return events.length === EVENT_BATCH;
    });
  }

  async #stepReaction(one: Reaction): Promise<boolean> {
    const position = await this.#database.inSystem((query) => lockPosition(query, one.name));
    if (position === null) return false;
    const { system } = this.#database;
    const events = await readEvents(system, position, await completeUpTo(system, position));
    let place = position;
    const isWanted = (event: EventRow) =>
      one.kinds.includes(event.kind) && (one.wants?.(event) ?? true) && !this.#database.closed.has(event.tenantId);
    const wanted = events.filter(isWanted);
    const picked = one.pick && wanted.length > 0 ? await one.pick(this.#database.system, wanted) : wanted;
    for (const event of picked) {
      if (this.#isStopped) return false;
      if (!(await this.#reactOnce(one, event, place))) return false;
      place = event.seq;
    }
    const last = events.at(-1);
    if (last && place !== last.seq) await this.#database.inSystem((query) => move(query, one.name, place, last.seq));
    return events.length === EVENT_BATCH;
  }

  /** Reacts and moves on in one transaction; false when another process was here first. */
  async #reactOnce(one: Reaction, event: EventRow, place: number): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#database.inTenant(systemWho(event.tenantId), async (tx) => {
          if (!(await move(tx.query, one.name, place, event.seq))) return false;
          await one.react(tx, event, this.#jobs);
          return true;
        });
      } catch (error) {
        // Closed since the event was read: the next step leaves its events out.
        if (isConnectionError(error) || this.#database.closed.has(event.tenantId)) throw error;
        if (attempt < TRIES) continue;
        this.#log.error({ consumer: one.name, event: event.id, err: error }, 'event set aside');
        return this.#database.inTenant(systemWho(event.tenantId), async (tx) => {
          if (!(await move(tx.query, one.name, place, event.seq))) return false;
          await tx.query(
            'insert into consumer_failure (tenant_id, id, consumer, event_id, error, at) values ($1, $2, $3, $4, $5, $6)',
            [tx.tenantId, tx.newId(), one.name, event.id, String((error as Error).message).slice(0, 2000), tx.now],
          );
          return true;
        });
      }
    }
  }
}

/** Whether an error means that the database is away, not that the work is wrong. */
export function isConnectionError(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code && /^(08|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true;
  return /Connection terminated|connection timeout|Client has encountered a connection error|not queryable/i.test(
    message,
  );
}

/** Locks a consumer's position for this transaction; null when another process holds it. */
async function lockPosition(query: Query, name: string): Promise<number | null> {
  const find = () =>
    query<{ seq: number }>('select seq from consumer_position where name = $1 for update skip locked', [name]);
  let [row] = await find();
  if (!row) {
    await query('insert into consumer_position (name, seq) values ($1, 0) on conflict do nothing', [name]);
    [row] = await find();
  }
  return row?.seq ?? null;
}

async function move(query: Query, name: string, from: number, to: number): Promise<boolean> {
  const moved = await query('update consumer_position set seq = $3 where name = $1 and seq = $2 returning name', [
    name,
    from,
    to,
  ]);
  return moved.length === 1;
}
