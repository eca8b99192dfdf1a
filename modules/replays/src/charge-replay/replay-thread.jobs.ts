import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { makeLog, openDatabase, systemClock } from '@boyun/kernel/server';
import type { ReplayRun } from './charge-replay.queries.ts';
import { runReplay } from './replay-run.service.ts';

/** Input of the thread. */
export interface ThreadTask {
  readonly url: string;
  readonly tenantId: number;
  readonly run: ReplayRun;
  /** Path of the CSV file of stays whose fee changes. */
  readonly path: string;
}

// A separate thread with its own connections, because pricing a million stays must not delay cars at the gate.
// The server may run above normal priority; this thread runs at normal priority.
setPriority(0);
const { url, tenantId, run, path } = workerData as ThreadTask;
const database = openDatabase({ url, clock: systemClock, log: makeLog('silent') });
try {
  parentPort!.postMessage(await runReplay(database, tenantId, run, path));
} finally {
  await database.close();
}
