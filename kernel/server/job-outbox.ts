import type { PgBoss } from 'pg-boss';
import type { TenantTx } from './database.ts';
import type { Log } from './log.ts';
import type { Pace } from './pace.ts';

/** The options of a job. */
export interface SendOptions {
  /** Delay before it may run, in seconds. */
  readonly afterSeconds?: number;
  /** While a job of this name and key is queued or running, further ones are dropped. */
  readonly key?: string;
  /** Jobs of a higher priority run first; 0 unless given. */
  readonly priority?: number;
}

/** Polling interval for jobs whose sender ended before it transferred them. */
const PASS_ON_EVERY_MS = 1000;
const PASSED_ON_AT_ONCE = 100;

interface JobOrder {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly afterSeconds: number;
  readonly key: string | null;
  readonly priority: number;
}

/**
 * Transfers jobs from `job_order`, written by the sending transactions, to the queue; row and job change in one transaction. Jobs that a
 * killed process left behind are transferred by any other.
 */
export class JobOutbox {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #wake: (name: string) => void;
  readonly #pace: Pace;
  readonly #queues = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isAsked = false;
  #isStopped = false;

  /** `wake` makes this process poll for jobs of a name at once. */
  constructor(tools: { boss: PgBoss; log: Log; pace: Pace; wake: (name: string) => void }) {
    this.#boss = tools.boss;
    this.#log = tools.log;
    this.#wake = tools.wake;
    this.#pace = tools.pace;
  }

  start(): void {
    this.#timer = setInterval(() => void this.passOn(), PASS_ON_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** Writes a job in the transaction of its sender. */
  async add(tx: TenantTx, name: string, data: object, options: SendOptions): Promise<void> {
    const { afterSeconds = 0, key = null, priority = 0 } = options;
    // The queue rejects other names, which would block all later jobs.
    if (!/^[\w./-]+$/.test(name)) throw new Error(`"${name}" is no name of a job`);
    await tx.query(
      `insert into job_order (tenant_id, id, name, data, after_seconds, key, priority)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.tenantId, tx.newId(), name, JSON.stringify(data), Math.ceil(afterSeconds), key, priority],
    );
    tx.afterCommit(() => void this.passOn());
  }

  /** Transfers all committed jobs; a call during a run starts another run after it. Never rejects: the next run retries. */
  passOn(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#runWhileAsked().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #runWhileAsked(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        if ((await this.#passOnSome()) === PASSED_ON_AT_ONCE) this.#isAsked = true;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs will be passed on to the queue later');
    }
  }

  /** Transfers the oldest jobs; returns their number. */
  async #passOnSome(): Promise<number> {
    const { db, commit, rollback } = await this.#boss.getDb().beginTransaction!();
    try {
      // The database owner may be subject to row-level security; this role sees all tenants.
      await db.executeSql('set local role boyun_system');
      const { rows } = await db.executeSql(
        `delete from job_order where (tenant_id, id) in (
           select tenant_id, id from job_order order by id limit $1 for update skip locked)
         returning id, name, data, after_seconds as "afterSeconds", key, priority`,
        [PASSED_ON_AT_ONCE],
      );
      await db.executeSql('set local role none');
      const orders = rows as JobOrder[];
      for (const { id, name, data, afterSeconds, key, priority } of orders) {
        await this.#makeQueue(name);
        await this.#boss.send(name, data, { db, id, startAfter: afterSeconds, singletonKey: key ?? id, priority });
      }
      await commit();
      for (const name of new Set(orders.map((one) => one.name))) this.#wake(name);
      return orders.length;
    } catch (error) {
      await rollback();
      throw error;
    }
  }

  async #makeQueue(name: string): Promise<void> {
    if (this.#queues.has(name)) return;
    await makeQueue(this.#boss, name, this.#pace);
    this.#queues.add(name);
  }
}

const HEARTBEAT_SECONDS = 15;
/** Heartbeat interval: several heartbeats must be missed before a job runs a second time. */
export const HEARTBEAT_EVERY_SECONDS = 3;

/** Heartbeat timeout after which a job is given to another process. */
export const heartbeatSeconds = ({ patience }: Pace): number => HEARTBEAT_SECONDS * patience;

/** Creates the queue of a name unless it exists; per key at most one job is queued or running. */
export async function makeQueue(boss: PgBoss, name: string, pace: Pace): Promise<void> {
  await boss.createQueue(name, {
    policy: 'exclusive',
    heartbeatSeconds: heartbeatSeconds(pace),
    retryLimit: 10,
    retryBackoff: true,
  });
}
