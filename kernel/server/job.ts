import { setTimeout as pause } from 'node:timers/promises';
import { type JobResult, PgBoss } from 'pg-boss';
import { isTenantErased } from './closed-tenants.ts';
import type { TenantTx } from './database.ts';
import { HEARTBEAT_EVERY_SECONDS, JobOutbox, makeQueue, type SendOptions } from './job-outbox.ts';
import type { Log } from './log.ts';
import { PACE, type Pace } from './pace.ts';
import { Schedule, type ScheduledWork } from './schedule.ts';

/** How the jobs of a name run. */
export interface WorkOptions {
  /** Up to ten run concurrently, because they mostly wait for other services; sequentially otherwise. */
  readonly isWaiting?: boolean;
  /** Long jobs: the number that run concurrently in a process, each without a time limit. */
  readonly longPlaces?: number;
}

/** Background work that survives a restart. A job runs at least once, so handlers are idempotent. */
export interface Jobs {
  /** Queues a job under a name; it is queued exactly when the transaction commits. */
  send(tx: TenantTx, name: string, data: object, options?: SendOptions): Promise<void>;
  /** Runs the jobs of a name. Can be repeated when it failed. */
  work(name: string, handler: JobHandler, options?: WorkOptions): Promise<void>;
  /** Runs each of these periodically, in one process at a time. Can be repeated with the same list when it failed. */
  repeat(works: readonly ScheduledWork[]): Promise<void>;
  /** Accepts no further jobs and waits up to 20 seconds for running ones. */
  finish(): Promise<void>;
  /** Closes everything; a job that is still running is left to another process. */
  stop(): Promise<void>;
}

/** Runs one job; throws when it must be retried. `stopping` is aborted when this process accepts no further jobs. */
export type JobHandler = (data: Record<string, unknown>, stopping: AbortSignal) => Promise<void>;

/** Thrown by a handler whose job must run again although nothing failed, for example in another process. */
export class TryAgain extends Error {}

const LAST_JOBS_MS = 20_000;
const LONGEST_SECONDS = 12 * 3600;
const BATCH = 10;

/** Creates or migrates the tables of the queue. */
export async function migrateJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, schema: 'pgboss', supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Jobs in the product's own database, in pg-boss. The queue belongs to the owner of the database and is used through its public
 * interface only: a job is written to `job_order` in the transaction that sends it, and transferred to the queue after the commit.
 */
export async function startJobs(options: { url: string; log: Log; pace?: Pace }): Promise<Jobs> {
  const { log, pace = PACE } = options;
  const url = new URL(options.url);
  url.searchParams.set('options', '-c statement_timeout=120s -c idle_in_transaction_session_timeout=60s');
  const boss = new PgBoss({
    connectionString: url.href,
    max: 3,
    schema: 'pgboss',
    // Periodic work has periods of seconds, which cron lines do not.
    schedule: false,
    superviseIntervalSeconds: pace.jobSuperviseSeconds,
    monitorIntervalSeconds: pace.jobSuperviseSeconds,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', (error: Error) => log.warn({ err: error }, 'jobs will try again'));
  await boss.start();
  const workers = new Map<string, string[]>();
  const outbox = new JobOutbox({
    boss,
    log,
    pace,
    wake: (name) => {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    },
  });
  outbox.start();
  const schedule = new Schedule({ boss, log, pace });
  const stopping = new AbortController();
  let finished: Promise<void> | null = null;
  const finish = () => {
    stopping.abort();
    const ends = () => [schedule.stop(), ...[...workers.keys()].map((name) => boss.offWork(name, { wait: true }))];
    finished ??= within(LAST_JOBS_MS, Promise.all(ends()));
    return finished;
  };
  return {
    async send(tx, name, data, how = {}) {
      await outbox.add(tx, name, data, how);
    },
    async work(name, handler, how = {}) {
      const run = (data: object) => handler(data as Record<string, unknown>, stopping.signal);
      workers.set(name, await startWorkers({ boss, log, pace }, name, run, how));
    },
    repeat: (works) => schedule.start(works),
    finish,
    async stop() {
      await finish();
      await outbox.stop();
      await boss.stop({ graceful: false });
    },
  };
}

/** Starts the workers of a name; returns their ids. */
async function startWorkers(
  { boss, log, pace }: { boss: PgBoss; log: Log; pace: Pace },
  name: string,
  run: (data: object) => Promise<void>,
  { isWaiting = false, longPlaces }: WorkOptions,
): Promise<string[]> {
  await makeQueue(boss, name, pace);
  // A long job is retried soon, and as often as its handler allows.
  const long = { expireInSeconds: LONGEST_SECONDS, retryLimit: 100, retryBackoff: false, retryDelay: 1 };
  if (longPlaces) await boss.updateQueue(name, long);
  const poll = {
    pollingIntervalSeconds: pace.jobPollSeconds,
    heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
    perJobResults: true,
  } as const;
  const options = longPlaces ? poll : ({ ...poll, batchSize: BATCH, burstWhenBatchFull: true } as const);
  const runOne = async ({ id, data }: { id: string; data: unknown }): Promise<JobResult> => {
    try {
      await run(data as object);
      return { id, status: 'completed' };
    } catch (error) {
      if (isTenantErased(error)) return { id, status: 'completed' };
      // The queue stores only the message of an error.
      if (!(error instanceof TryAgain)) log.warn({ job: name, jobId: id, err: error }, 'job failed');
      return { id, status: 'failed', output: { message: (error as Error).message } };
    }
  };
  const ids: string[] = [];
  for (let place = 0; place < (longPlaces ?? 1); place += 1)
    ids.push(
      await boss.work(name, options, async (jobs) => {
        if (isWaiting) return Promise.all(jobs.map(runOne));
        const results: JobResult[] = [];
        for (const one of jobs) results.push(await runOne(one));
        return results;
      }),
    );
  return ids;
}

/** Waits for a promise, up to a time limit. */
async function within(ms: number, something: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([something, pause(ms, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}

/** Jobs that are stored but never run: for generating a history and for tests without background work. */
export function idleJobs(): Jobs & { readonly sent: { name: string; data: object }[] } {
  const sent: { name: string; data: object }[] = [];
  return {
    sent,
    send: async (tx, name, data) => tx.afterCommit(() => void sent.push({ name, data })),
    work: async () => undefined,
    repeat: async () => undefined,
    finish: async () => undefined,
    stop: async () => undefined,
  };
}
