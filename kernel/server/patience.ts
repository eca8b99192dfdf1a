import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';
import { isConnectionError } from './reaction-runner.ts';

const PAUSE_MS = 500;

/** Repeats idempotent work until the database responds. Other errors are thrown at once, and any once `signal` is aborted. */
export async function untilDatabaseAnswers<T>(work: () => Promise<T>, log: Log, signal: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || signal.aborted) throw error;
      log.warn({ err: error }, 'the database does not respond; trying again');
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
}
