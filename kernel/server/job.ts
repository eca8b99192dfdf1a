import { PgBoss } from 'pg-boss';
import type { Log } from './log.ts';

/** Background work that survives a restart; at least once, so handlers are idempotent. */
export interface Jobs {
  /** Queues work under a name, after a delay if given. */
  send(name: string, data: object, options?: { afterSeconds?: number }): Promise<void>;
  /** Takes work of a name. */
  work(name: string, handler: (data: Record<string, unknown>) => Promise<void>): Promise<void>;
  /** Runs work of a name by a cron line (minutes). */
  schedule(name: string, cron: string): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs in the product's own database. */
export async function startJobs(options: { url: string; log: Log }): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: options.url, max: 4, schema: 'pgboss' });
  boss.on('error', (error: Error) => options.log.warn({ err: error.message }, 'jobs will try again'));
  await boss.start();
  return {
    async send(name, data, { afterSeconds = 0 } = {}) {
      await boss.send(name, data, { startAfter: afterSeconds, retryLimit: 10, retryBackoff: true });
    },
    async work(name, handler) {
      await boss.createQueue(name);
      await boss.work(name, { pollingIntervalSeconds: 0.5, batchSize: 10 }, async (jobs) => {
        for (const job of jobs) await handler(job.data as Record<string, unknown>);
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

/** Jobs that are kept but never run: for making a history and for tests without background work. */
export function idleJobs(): Jobs & { readonly sent: { name: string; data: object }[] } {
  const sent: { name: string; data: object }[] = [];
  return {
    sent,
    send: async (name, data) => void sent.push({ name, data }),
    work: async () => undefined,
    schedule: async () => undefined,
    stop: async () => undefined,
  };
}
