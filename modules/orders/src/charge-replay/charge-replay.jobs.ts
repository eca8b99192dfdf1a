import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { ReplayResult } from '@boyun/charging/contract';
import { type Kernel, type Sweep, sweepTenants, systemWho } from '@boyun/kernel/server';
import { claimReplay, type ReplayRun } from './charge-replay.queries.ts';
import { endReplay, REPLAY_JOB } from './charge-replay.service.ts';
import type { ThreadTask } from './replay-thread.jobs.ts';

/** Runs a replay in a thread until it is done; null when it ended before. The thread never keeps a process from ending. */
function runInThread(task: ThreadTask): Promise<ReplayResult | null> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./replay-thread.jobs.ts', import.meta.url), { workerData: task });
    thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of the replay ended with ${code}`)));
  });
}

/** Takes a replay that waits and does it; nothing when another process has it, or it is over. */
export async function workOffReplay(kernel: Kernel, tenantId: number, replayId: string): Promise<void> {
  const { database } = kernel;
  const who = systemWho(tenantId);
  const run: ReplayRun | null = await database.inTenant(who, (tx) => claimReplay(tx, replayId));
  if (!run) return;
  const path = await kernel.files.newDraft();
  try {
    const result = await runInThread({ url: database.url, tenantId, run, path });
    if (!result) return;
    const day = kernel.clock.now().toISOString().slice(0, 10);
    const file = `${tenantId}/export/${day}/${replayId}-${run.run}.csv`;
    await kernel.files.putFile(file, path);
    await database.inTenant(who, (tx) => endReplay(tx, run, { state: 'done', result, file }));
  } catch (error) {
    const { message } = error as Error;
    kernel.log.error({ replay: replayId, err: error }, 'replay failed');
    await database.inTenant(who, (tx) => endReplay(tx, run, { state: 'failed', error: message.slice(0, 2000) }));
  } finally {
    await rm(path, { force: true });
  }
}

/** Does the replays that are queued. */
export async function startReplayJobs(kernel: Kernel): Promise<void> {
  await kernel.jobs.work(REPLAY_JOB, async (data) => {
    await workOffReplay(kernel, Number(data.tenantId), String(data.replayId));
  });
}

/** Queues again what was running in a process that is gone. */
export const replaySweep: Sweep = {
  name: 'replays',
  everySeconds: 10,
  async run(kernel) {
    const sql = `select tenant_id as "tenantId", id from charge_replay
       where state in ('queued', 'running') and seen_at < clock_timestamp() - interval '20 seconds'`;
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql }, (tx, { tenantId, id }) =>
      kernel.jobs.send(tx, REPLAY_JOB, { tenantId, replayId: id }),
    );
  },
};
