import { idleJobs, type Jobs, TASK_JOB } from '@boyun/kernel/server';

/** Jobs of a product that makes a past: tasks run at once in this process, all other jobs never. */
export function taskJobs(): Jobs {
  const idle = idleJobs();
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let handler: Parameters<Jobs['work']>[1] | null = null;
  return {
    ...idle,
    async send(tx, name, data, options) {
      if (name !== TASK_JOB || !handler) return idle.send(tx, name, data, options);
      const run = handler;
      tx.afterCommit(() => {
        // A task that fails records so itself.
        const work = run({ ...data }, stopping.signal).catch(() => undefined);
        running.add(work);
        void work.finally(() => running.delete(work));
      });
    },
    async work(name, run) {
      if (name === TASK_JOB) handler = run;
    },
    async finish() {
      await Promise.all(running);
    },
  };
}
