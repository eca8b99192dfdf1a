import type { JobResult, PgBoss } from 'pg-boss';
import { HEARTBEAT_EVERY_SECONDS, heartbeatSeconds } from './job-outbox.ts';
import type { Log } from './log.ts';
import type { Pace } from './pace.ts';

/** Work that runs periodically, in one process at a time. */
export interface ScheduledWork {
  readonly name: string;
  readonly everySeconds: number;
  /** Its first run comes a whole period after the start of a process, also where it is overdue: a start must not meet it. */
  readonly isNeverAtStart?: true;
  run(): Promise<void>;
}

/** All periodic work is one queue, so that the number of its kinds does not multiply the looks into it. */
const QUEUE = 'sweep';
/** Long runs do not hold up the others until there are as many of them. */
const WORKERS = 3;
const BATCH = 10;
const LONGEST_SECONDS = 6 * 3600;

/** No process that runs knows the work: it is of another version, or left out in this process. */
class UnknownWork extends Error {}

/**
 * Runs periodic work as jobs that queue their own successors. Of each kind of work there is at most one job that waits (the queue's
 * policy `short`), and its successor is sent at the end of a run: two runs never overlap. A run whose process dies is repeated, and
 * so is one whose successor could not be sent.
 */
export class Schedule {
  readonly #boss: PgBoss;
  readonly #log: Log;
  readonly #pace: Pace;
  readonly #works = new Map<string, ScheduledWork>();

  constructor(tools: { boss: PgBoss; log: Log; pace: Pace }) {
    this.#boss = tools.boss;
    this.#log = tools.log;
    this.#pace = tools.pace;
  }

  /** Begins with the work that is due. Work that has never run first runs after one period. Can be repeated when it failed. */
  async start(works: readonly ScheduledWork[]): Promise<void> {
    for (const one of works) {
      if ((this.#works.get(one.name) ?? one) !== one)
        throw new Error(`two pieces of periodic work are called "${one.name}"`);
      this.#works.set(one.name, one);
    }
    await this.#boss.createQueue(QUEUE, {
      policy: 'short',
      heartbeatSeconds: heartbeatSeconds(this.#pace),
      expireInSeconds: LONGEST_SECONDS,
      retryLimit: 1000,
      retryDelay: 1,
      deleteAfterSeconds: 60,
    });
    const jobs = works.map(({ name, everySeconds }) => ({
      data: { name },
      singletonKey: name,
      startAfter: everySeconds,
    }));
    await this.#boss.insert(QUEUE, jobs);
    for (const { name, everySeconds, isNeverAtStart } of works)
      if (isNeverAtStart)
        await this.#boss.upsert(QUEUE, { name }, { singletonKey: name, startAfter: everySeconds, match: 'all' });
    const options = {
      pollingIntervalSeconds: this.#pace.jobPollSeconds,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
      localConcurrency: WORKERS,
      batchSize: BATCH,
      perJobResults: true,
    } as const;
    await this.#boss.work(QUEUE, options, (taken) =>
      Promise.all(taken.map(({ id, data }) => this.#runJob((data as { name: string }).name, id))),
    );
  }

  /** Starts no further run; resolves when those under way have ended. */
  async stop(): Promise<void> {
    await this.#boss.offWork(QUEUE, { wait: true });
  }

  async #runJob(name: string, id: string): Promise<JobResult> {
    try {
      await this.#run(name, id);
      return { id, status: 'completed' };
    } catch (error) {
      if (!(error instanceof UnknownWork))
        this.#log.warn({ sweep: name, jobId: id, err: error }, 'sweep could not be scheduled');
      return { id, status: 'failed', output: { message: (error as Error).message } };
    }
  }

  async #run(name: string, jobId: string): Promise<void> {
    const work = this.#works.get(name);
    if (!work) throw new UnknownWork();
    const began = performance.now();
    try {
      await work.run();
    } catch (error) {
      this.#log.error({ sweep: name, jobId, err: error }, 'sweep will try again');
    }
    const startAfter = Math.max(0, work.everySeconds - (performance.now() - began) / 1000);
    await this.#boss.send(QUEUE, { name }, { singletonKey: name, startAfter });
  }
}
