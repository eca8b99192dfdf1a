import { PgBoss } from 'pg-boss';
import { isTenantErased } from './closed-tenants.ts';
import type { TenantTx } from './database.ts';
import type { Log } from './log.ts';

/** Background work that survives a restart; at least once, so handlers are idempotent. */
export interface Jobs {
  /** Queues work under a name, after a delay if given: it is there exactly when the transaction is committed. */
  send(tx: TenantTx, name: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  /** Takes work of a name; up to ten pieces side by side where it waits for others more than it works. */
  work(
    name: string,
    handler: (data: Record<string, unknown>) => Promise<void>,
    options?: { isWaiting?: boolean },
  ): Promise<void>;
  /** Runs work of a name by a cron line (minutes). */
  schedule(name: string, cron: string): Promise<void>;
  stop(): Promise<void>;
}

/** How often a process looks for jobs whose sender ended before it passed them on. */
const PASS_ON_EVERY_MS = 1000;
const PASSED_ON_AT_ONCE = 100;

/**
 * Jobs in the product's own database. The queue belongs to the owner of the database and is used through its public interface
 * alone: a job is written to `job_order` in the transaction that sends it, and right after the commit passed on to the queue, row
 * and job in one transaction. What a process leaves behind when it is killed in between, any other passes on.
 */
export async function startJobs(options: { url: string; log: Log; pollSeconds?: number }): Promise<Jobs> {
  const { log, pollSeconds = 0.5 } = options;
  const url = new URL(options.url);
  url.searchParams.set('options', '-c statement_timeout=120s -c idle_in_transaction_session_timeout=60s');
  const boss = new PgBoss({ connectionString: url.href, max: 3, schema: 'pgboss' });
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs will try again'));
  await boss.start();
  const orders = new JobOrders(boss, log);
  orders.start();
  return {
    async send(tx, name, data, { afterSeconds = 0 } = {}) {
      // The queue takes no other name, and would hold up the jobs behind this one.
      if (!/^[\w./-]+$/.test(name)) throw new Error(`"${name}" is no name of a job`);
      await tx.query('insert into job_order (tenant_id, id, name, data, after_seconds) values ($1, $2, $3, $4, $5)', [
        tx.tenantId,
        tx.newId(),
        name,
        JSON.stringify(data),
        Math.ceil(afterSeconds),
      ]);
      tx.afterCommit(() => void orders.passOn());
    },
    async work(name, handler, { isWaiting = false } = {}) {
      await boss.createQueue(name);
      await boss.work(name, { pollingIntervalSeconds: pollSeconds, batchSize: 10 }, async (jobs) => {
        const handle = ({ id, data }: { id: string; data: unknown }) =>
          handler(data as Record<string, unknown>).catch((error: unknown) => {
            if (isTenantErased(error)) return;
            // The queue keeps the message of an error only.
            log.warn({ job: name, jobId: id, err: error }, 'job failed');
            throw error;
          });
        if (isWaiting) await Promise.all(jobs.map(handle));
        else for (const one of jobs) await handle(one);
      });
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron);
    },
    async stop() {
      await orders.stop();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

interface JobOrder {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  readonly afterSeconds: number;
}

/** Passes jobs on from the transactions that sent them to the queue. */
class JobOrders {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #queues = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isAsked = false;
  #isStopped = false;

  constructor(boss: PgBoss, log: Log) {
    this.#boss = boss;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.passOn(), PASS_ON_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** Passes on everything that is committed; a call during a run has another one follow it. Never fails: the next one tries again. */
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

  /** Passes on the oldest; returns how many. */
  async #passOnSome(): Promise<number> {
    const { db, commit, rollback } = await this.#boss.getDb().beginTransaction!();
    try {
      // The owner of the database need not be above row-level security; this role sees all tenants.
      await db.executeSql('set local role boyun_system');
      const { rows } = await db.executeSql(
        `delete from job_order where (tenant_id, id) in (
           select tenant_id, id from job_order order by id limit $1 for update skip locked)
         returning id, name, data, after_seconds as "afterSeconds"`,
        [PASSED_ON_AT_ONCE],
      );
      await db.executeSql('set local role none');
      for (const { id, name, data, afterSeconds } of rows as JobOrder[]) {
        await this.#makeQueue(name);
        await this.#boss.send(name, data, { db, id, startAfter: afterSeconds, retryLimit: 10, retryBackoff: true });
      }
      await commit();
      return rows.length;
    } catch (error) {
      await rollback();
      throw error;
    }
  }

  async #makeQueue(name: string): Promise<void> {
    if (this.#queues.has(name)) return;
    await this.#boss.createQueue(name);
    this.#queues.add(name);
  }
}

/** Jobs that are kept but never run: for making a history and for tests without background work. */
export function idleJobs(): Jobs & { readonly sent: { name: string; data: object }[] } {
  const sent: { name: string; data: object }[] = [];
  return {
    sent,
    send: async (tx, name, data) => tx.afterCommit(() => void sent.push({ name, data })),
    work: async () => undefined,
    schedule: async () => undefined,
    stop: async () => undefined,
  };
}
