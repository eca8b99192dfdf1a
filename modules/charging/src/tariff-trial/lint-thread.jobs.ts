import { parentPort } from 'node:worker_threads';
import { type LintContext, lintTariff, type Tariff } from '@boyun/domain/fee';

/** What the thread is given, one after the other. */
export interface LintTask {
  readonly tariff: Tariff;
  readonly context: LintContext;
}

// A thread of its own: the linter prices thousands of stays, and no car may wait at a gate meanwhile.
parentPort!.on('message', ({ tariff, context }: LintTask) => parentPort!.postMessage(lintTariff(tariff, context)));
