import { isTenantErased } from './closed-tenants.ts';
import { claimEvent, findDone, findPositions } from './consumer-position.ts';
import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import type { EventRow } from './history.ts';
import type { Jobs } from './job.ts';
import type { Log } from './log.ts';
import { isWanted, type Reaction } from './reaction.ts';
import type { SystemAlarms } from './system-alarm.ts';
import { systemWho } from './who.ts';

/** Dependencies of reactions. */
export interface ReactionTools {
  readonly database: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly eventLog: EventLog;
  readonly systemAlarms: SystemAlarms | null;
  /** Pauses before the second and each later try, in milliseconds; after the last one the event is set aside. */
  readonly retryMs: readonly number[];
}

/** Number of lots that one reaction serves at the same time. */
const LANES = 4;
/** Maximum number of events waiting in lanes; reading pauses beyond it. */
const MAX_PENDING = 2000;
const CONNECTION_RETRY_MS = 1000;

/** Events of one lot of a tenant, processed in order; events without a lot have one lane per tenant. */
interface Lane {
  readonly key: string;
  readonly queue: EventRow[];
  /** Failed attempts of the first event of the queue. */
  failures: number;
}

/**
 * Runs one reaction: lots in parallel, the events of a lot in order. An event is claimed in the transaction that reacts to it, so it takes
 * effect exactly once, even while two processes briefly run the same reaction.
 */
export class ReactionRunner {
  readonly reaction: Reaction;
  readonly #tools: ReactionTools;
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: Lane[] = [];
  /** Numbers of events in lanes, in ascending order. */
  readonly #pending = new Set<number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #done = new Set<number>();
  #cursor = 0;
  #pumping: Promise<void> | null = null;
  #isStale = false;
  /** Reading is paused because enough events are waiting. */
  #isFull = false;
  #isClosed = false;

  constructor(reaction: Reaction, tools: ReactionTools) {
    this.reaction = reaction;
    this.#tools = tools;
  }

  /** Reads the reaction's position; it must be registered. */
  async open(): Promise<void> {
    const { system } = this.#tools.database;
    const { name } = this.reaction;
    this.#done = await findDone(system, name);
    this.#cursor = (await findPositions(system, [name])).get(name)!;
  }

  /** Accepts no further events; resolves when the current ones are finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#pumping?.catch(() => undefined);
    await Promise.all(this.#running);
  }

  /** The number up to which every event has been processed, set aside or skipped. */
  get position(): number {
    const [first] = this.#pending;
    return first === undefined ? this.#cursor : first - 1;
  }

  /** Puts the events read by the event log into lanes; resolves when that is done. */
  pump(): Promise<void> {
    if (this.#pumping) this.#isStale = true;
    this.#pumping ??= this.#fill().finally(() => {
      this.#pumping = null;
      if (this.#isStale) this.#pumpAgain();
    });
    return this.#pumping;
  }

  #pumpAgain(): void {
    this.#isStale = false;
    void this.pump().catch((error) => {
      this.#tools.log.error({ consumer: this.reaction.name, err: error }, 'consumer will try again');
    });
  }

  async #fill(): Promise<void> {
    const { eventLog, database } = this.#tools;
    while (!this.#isClosed) {
      this.#isFull = this.#pending.size >= MAX_PENDING;
      if (this.#isFull) return;
      const { events, upTo } = await eventLog.after(this.#cursor);
      if (upTo <= this.#cursor) return;
      const wanted = events.filter(
        (event) =>
          isWanted(this.reaction, event) && !this.#done.delete(event.seq) && !database.closed.has(event.tenantId),
      );
      const { pick } = this.reaction;
      const picked = pick && wanted.length > 0 ? await pick(database.system, wanted) : wanted;
      for (const event of picked) this.#enqueue(event);
      this.#cursor = upTo;
      this.#runReady();
    }
  }

  #enqueue(event: EventRow): void {
    const key = `${event.tenantId} ${event.lotId ?? ''}`;
    this.#pending.add(event.seq);
    const lane = this.#lanes.get(key);
    if (lane) return void lane.queue.push(event);
    const added: Lane = { key, queue: [event], failures: 0 };
    this.#lanes.set(key, added);
    this.#ready.push(added);
  }

  #runReady(): void {
    while (!this.#isClosed && this.#running.size < LANES && this.#ready.length > 0) {
      const work: Promise<void> = this.#runFirst(this.#ready.shift()!).finally(() => {
        this.#running.delete(work);
        this.#runReady();
        if (this.#isFull && !this.#isClosed && this.#pending.size < MAX_PENDING / 2) this.#pumpAgain();
      });
      this.#running.add(work);
    }
  }

  /** Processes the first event of a lane; the lane then waits for its turn, or for its next attempt. */
  async #runFirst(lane: Lane): Promise<void> {
    const event = lane.queue[0]!;
    try {
      await runClaimed(this.#tools, this.reaction, event);
    } catch (error) {
      const pauseMs = await this.#afterFailure(lane, event, error);
      if (pauseMs !== null) return this.#later(lane, pauseMs);
    }
    this.#pending.delete(event.seq);
    lane.queue.shift();
    lane.failures = 0;
    if (lane.queue.length > 0) this.#ready.push(lane);
    else this.#lanes.delete(lane.key);
  }

  /** Returns the time until the next attempt; null when the event was set aside. */
  async #afterFailure(lane: Lane, event: EventRow, error: unknown): Promise<number | null> {
    const { log, retryMs } = this.#tools;
    const place = { consumer: this.reaction.name, event: event.id, tenant: event.tenantId, requestId: event.requestId };
    if (isTenantErased(error)) return null;
    if (isConnectionError(error)) {
      log.warn({ ...place, err: error }, 'the database is away, the event will be tried again');
      return CONNECTION_RETRY_MS;
    }
    lane.failures += 1;
    const pauseMs = retryMs[lane.failures - 1];
    if (pauseMs !== undefined) {
      log.error({ ...place, try: lane.failures, err: error }, 'an event could not be taken and will be tried again');
      return pauseMs * (0.85 + Math.random() * 0.3);
    }
    log.error({ ...place, try: lane.failures, err: error }, 'event set aside');
    try {
      await setAside(this.#tools, this.reaction, event, error);
      return null;
    } catch (failure) {
      if (isTenantErased(failure) || (failure as { code?: string }).code === FOREIGN_KEY_VIOLATION) return null;
      log.error({ ...place, err: failure }, 'an event could not be set aside');
      return CONNECTION_RETRY_MS;
    }
  }

  #later(lane: Lane, afterMs: number): void {
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(lane);
      this.#runReady();
    }, afterMs);
    this.#timers.add(timer);
  }
}

/** The tenant of the event has been erased. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Reacts to an event in one transaction with its claim; does nothing when the event was already claimed. */
export async function runClaimed(
  tools: Pick<ReactionTools, 'database' | 'jobs'>,
  reaction: Reaction,
  event: EventRow,
): Promise<void> {
  await tools.database.inTenant(systemWho(event.tenantId), async (tx) => {
    if (await claimEvent(tx, reaction.name, event.seq)) await reaction.react(tx, event, tools.jobs);
  });
}

/** Stores an event that a reaction failed on, so that later events can proceed, and raises an alarm. */
async function setAside(tools: ReactionTools, reaction: Reaction, event: EventRow, error: unknown): Promise<void> {
  const { tenantId } = event;
  const isKept = await tools.database.inTenant(systemWho(tenantId), async (tx) => {
    if (!(await claimEvent(tx, reaction.name, event.seq))) return false;
    await tx.query(
      'insert into consumer_failure (tenant_id, id, consumer, event_id, error, at) values ($1, $2, $3, $4, $5, $6)',
      [tenantId, tx.newId(), reaction.name, event.id, String((error as Error).message).slice(0, 2000), tx.now],
    );
    return true;
  });
  if (isKept) await tools.systemAlarms?.raise(setAsideAlarm(reaction.name, tenantId));
}

/** Returns the alarm about events of a tenant that a reaction failed on. */
export function setAsideAlarm(consumer: string, tenantId: number) {
  return {
    name: 'event-set-aside',
    subject: `${consumer} ${tenantId}`,
    zh: `后台处理“${consumer}”有事件多次失败，已搁置。请在“数据核对”页面查看原因，排除后点击“重试”。`,
    en: `The reaction "${consumer}" failed repeatedly for an event, which was set aside. See the page Verification for the reason, resolve it and choose "Try again".`,
    tenantId,
  };
}

/** Whether an error means that the database is unavailable, not that the work failed. */
export function isConnectionError(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code && /^(08|57P|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true;
  return /Connection terminated|connection timeout|Client has encountered a connection error|not queryable|connection to the database was lost/i.test(
    message,
  );
}
