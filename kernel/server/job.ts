import pg from 'pg';
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

/** Jobs in the product's own database. */
export async function startJobs(options: { url: string; log: Log }): Promise<Jobs> {
  const url = new URL(options.url);
  url.searchParams.set('options', '-c statement_timeout=120s -c idle_in_transaction_session_timeout=60s');
  const boss = new PgBoss({ connectionString: url.href, max: 3, schema: 'pgboss' });
  boss.on('error', (error: Error) => options.log.warn({ err: error }, 'jobs will try again'));
  await boss.start();
  await letTenantsQueue(options.url);
  return {
    async send(tx, name, data, { afterSeconds = 0 } = {}) {
      const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.query(text, values) }) };
      await boss.send(name, data, { db, startAfter: afterSeconds, retryLimit: 10, retryBackoff: true });
    },
    async work(name, handler, { isWaiting = false } = {}) {
      await boss.createQueue(name);
      await boss.work(name, { pollingIntervalSeconds: 0.5, batchSize: 10 }, async (jobs) => {
        const handle = ({ id, data }: { id: string; data: unknown }) =>
          handler(data as Record<string, unknown>).catch((error: unknown) => {
            if (isTenantErased(error)) return;
            // The queue keeps the message of an error only.
            options.log.warn({ job: name, jobId: id, err: error }, 'job failed');
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
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** Lets the application role add jobs in its own transactions; it reads none. One process at a time: grants collide. */
async function letTenantsQueue(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('boyun migration'))");
    await client.query(
      `grant usage on schema pgboss to boyun_app; grant select on pgboss.queue to boyun_app;
       grant insert, select (id) on pgboss.job_common to boyun_app`,
    );
  } finally {
    await client.end();
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
