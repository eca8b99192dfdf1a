import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { makeLog, openDatabase, systemClock } from '@boyun/kernel/server';
import type { ReplayRun } from './charge-replay.queries.ts';
import { runReplay } from './replay-run.service.ts';

/** What the thread is given. */
export interface ThreadTask {
  readonly url: string;
  readonly tenantId: number;
  readonly run: ReplayRun;
  /** Where it writes the stays whose fee moves. */
  readonly path: string;
}

// A thread of its own, with connections of its own: pricing a million stays must not keep a car waiting at the gate.
// The server may run above normal priority; this thread need not.
setPriority(0);
const { url, tenantId, run, path } = workerData as ThreadTask;
const database = openDatabase({ url, clock: systemClock, log: makeLog('silent') });
try {
  parentPort!.postMessage(await runReplay(database, tenantId, run, path));
} finally {
  await database.close();
}
