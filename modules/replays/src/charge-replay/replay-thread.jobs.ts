import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { makeLog, openDatabase, systemClock } from '@boyun/kernel/server';
import type { ReplayResult } from './charge-replay.contract.ts';
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

/** What the thread says: how far it is, and at the end the result. */
export type ThreadWord =
  | { readonly done: number; readonly total: number; readonly result?: undefined }
  | { readonly result: ReplayResult };

// A separate thread with its own connections, because pricing a million stays must not delay cars at the gate.
// The server may run above normal priority; this thread runs at normal priority.
setPriority(0);
const { url, tenantId, run, path } = workerData as ThreadTask;
const say = (word: ThreadWord) => parentPort!.postMessage(word);
const database = openDatabase({ url, clock: systemClock, log: makeLog('silent') });
try {
  say({ result: await runReplay(database, tenantId, run, path, say) });
} finally {
  await database.close();
}
