import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type ActTask, type Kernel, notFound, systemWho, type TaskRun } from '@boyun/kernel/server';
import { type ReplayResult, startReplay } from './charge-replay.contract.ts';
import { beginReplay, noteProgress } from './charge-replay.queries.ts';
import { endReplay } from './charge-replay.service.ts';
import type { NoteReplay } from './replay-run.service.ts';
import type { ThreadTask, ThreadWord } from './replay-thread.jobs.ts';

/**
 * Runs a replay in a thread, which does not keep the process alive and ends with the signal. `note` stores the progress; when it throws,
 * the replay ends as well.
 */
async function runInThread(
  task: ThreadTask,
  signal: AbortSignal,
  note: (...progress: Parameters<NoteReplay>) => Promise<void>,
): Promise<ReplayResult> {
  const thread = new Worker(new URL('./replay-thread.jobs.ts', import.meta.url), { workerData: task });
  thread.unref();
  const over = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      let noted = Promise.resolve();
      thread.on('message', (word: ThreadWord) => {
        if (word.result === undefined) noted = noted.then(() => note(word));
        else noted = noted.then(() => resolve(word.result));
        noted.catch(reject);
      });
      thread.once('error', reject);
      thread.once('exit', (code) => {
        const ended = () => reject(new Error(`the thread of the replay ended with ${code}`));
        noted.then(ended, ended);
      });
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { signal: over.signal });
      if (signal.aborted) stop();
    });
  } finally {
    over.abort();
    await thread.terminate();
  }
}

/** Does a replay: its result, and the file of the stays whose fee changes. */
async function replay(run: TaskRun) {
  const { kernel, tenantId, signal } = run;
  const { database, files } = kernel;
  const who = systemWho(tenantId);
  const replayId = String(run.input.replayId);
  const begun = await database.inTenant(who, (tx) => beginReplay(tx, replayId));
  if (!begun) throw notFound(run.who(), { zh: '回放', en: 'Replay' });
  const { ruleName, ...own } = begun;
  const path = await files.newDraft();
  try {
    const result = await runInThread({ url: database.url, tenantId, run: own, path }, signal, (progress) =>
      database.inTenant(who, async (tx) => {
        await run.note(progress, tx);
        await noteProgress(tx, replayId, progress.done, progress.total);
      }),
    );
    const day = kernel.clock.now().toISOString().slice(0, 10);
    const key = `${tenantId}/export/${day}/${run.id}-${run.run}.csv`;
    await files.putFile(key, path);
    const { title } = startReplay.task!;
    return { file: { key, name: `${title[run.language]} ${ruleName} v${own.number}.csv` }, outcome: result };
  } finally {
    await rm(path, { force: true });
  }
}

/** Replays are tasks of those who start them. */
export const replayTask: ActTask = {
  operation: startReplay,
  work: replay,
  ended: (tx, { input, language }, end) => endReplay(tx, String(input.replayId), end, language),
};

/** Does an open replay in this process, where no jobs run; no effect if it is over. */
export async function workOffReplay(kernel: Kernel, tenantId: number, replayId: string): Promise<void> {
  const [row] = await kernel.database.inTenant(systemWho(tenantId), (tx) =>
    tx.query<{ taskId: string }>('select task_id from charge_replay where tenant_id = $1 and id = $2', [
      tenantId,
      replayId,
    ]),
  );
  if (row) await kernel.tasks.run(tenantId, row.taskId);
}
