import { type Jobs, TASK_JOB } from '@boyun/kernel/server';

/** How the background work of a product runs for a test file. */
export interface FileWork {
  /** The jobs of modules run; otherwise only tasks do. */
  readonly hasJobs: boolean;
  /** Names of sweeps that do not run. */
  readonly without: readonly string[];
}

/** The background work of a product that test files share, one after the other, each in its own way. */
export class FileJobs {
  /** What was sent to jobs that do not run. */
  readonly sent: { name: string; data: object }[] = [];
  /** How it runs for the present file. */
  work: FileWork;
  readonly #jobs: Jobs;

  constructor(jobs: Jobs, work: FileWork) {
    this.#jobs = jobs;
    this.work = work;
  }

  /** Returns what the product uses. */
  product(): Jobs {
    const jobs = this.#jobs;
    return {
      ...jobs,
      send: async (tx, name, data, how) => {
        if (name === TASK_JOB || this.work.hasJobs) await jobs.send(tx, name, data, how);
        else tx.afterCommit(() => void this.sent.push({ name, data }));
      },
      repeat: (works) =>
        jobs.repeat(
          works.map((one) => ({
            ...one,
            run: async () => {
              if (!this.work.without.includes(one.name)) await one.run();
            },
          })),
        ),
    };
  }
}
