import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Kernel, systemWho, TryAgain } from '@boyun/kernel/server';
import type { ReplayResult } from './charge-replay.contract.ts';
import { beginReplay, type ReplayRun } from './charge-replay.queries.ts';
import { endReplay, REPLAY_JOB } from './charge-replay.service.ts';
import type { ThreadTask } from './replay-thread.jobs.ts';

/** Thrown when the process stops; another process restarts the replay. */
class Stopping extends TryAgain {}

/** Runs a replay in a thread; returns null if the replay was already over. The thread does not keep the process alive. */
async function runInThread(task: ThreadTask, stopping: AbortSignal): Promise<ReplayResult | null> {
  const thread = new Worker(new URL('./replay-thread.jobs.ts', import.meta.url), { workerData: task });
  thread.unref();
  const over = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', (code) => reject(new Error(`the thread of the replay ended with ${code}`)));
      const stop = () => reject(new Stopping());
      stopping.addEventListener('abort', stop, { signal: over.signal });
      if (stopping.aborted) stop();
    });
  } finally {
    over.abort();
    if (stopping.aborted) await thread.terminate();
  }
}

/** Runs an open replay; no effect if it is over. Throws `TryAgain` if the process stops before it is done. */
export async function workOffReplay(
  kernel: Kernel,
  tenantId: number,
  replayId: string,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database } = kernel;
  const who = systemWho(tenantId);
  const run: ReplayRun | null = await database.inTenant(who, (tx) => beginReplay(tx, replayId));
  if (!run) return;
  const path = await kernel.files.newDraft();
  try {
    const result = await runInThread({ url: database.url, tenantId, run, path }, stopping);
    if (!result) return;
    const day = kernel.clock.now().toISOString().slice(0, 10);
    const file = `${tenantId}/export/${day}/${replayId}-${run.run}.csv`;
    await kernel.files.putFile(file, path);
    await database.inTenant(who, (tx) => endReplay(tx, run, { state: 'done', result, file }));
  } catch (error) {
    if (error instanceof Stopping) throw error;
    const { message } = error as Error;
    kernel.log.error({ replay: replayId, err: error }, 'replay failed');
    await database.inTenant(who, (tx) => endReplay(tx, run, { state: 'failed', error: message.slice(0, 2000) }));
  } finally {
    await rm(path, { force: true });
  }
}

/** Starts the worker that runs queued replays one at a time. */
export async function startReplayJobs(kernel: Kernel): Promise<void> {
  await kernel.jobs.work(
    REPLAY_JOB,
    (data, stopping) => workOffReplay(kernel, Number(data.tenantId), String(data.replayId), stopping),
    { longPlaces: 1 },
  );
}
