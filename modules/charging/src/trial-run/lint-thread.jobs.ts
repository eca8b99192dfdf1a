import { parentPort } from 'node:worker_threads';
import { type LintContext, lintTariff, type Tariff } from '@boyun/domain/fee';

/** A task for the thread; tasks are processed one after the other. */
export interface LintTask {
  readonly tariff: Tariff;
  readonly context: LintContext;
}

// A separate thread: the linter prices thousands of stays, and passings must not wait for it.
parentPort!.on('message', ({ tariff, context }: LintTask) => parentPort!.postMessage(lintTariff(tariff, context)));
