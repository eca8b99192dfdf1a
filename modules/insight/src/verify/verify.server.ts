import { setTimeout as pause } from 'node:timers/promises';
import { type Output, Refusal } from '@boyun/kernel/contract';
import {
  handle,
  handleFreely,
  isConnectionError,
  type Kernel,
  notFound,
  type Query,
  type Who,
} from '@boyun/kernel/server';
import { findRun, keptMonths, markStale, monthStates } from './kept-month.queries.ts';
import { getVerify, recheckMonth, retryFailure, runVerify, verifyRefusal } from './verify.contract.ts';
import { type CheckResult, verifyTenant } from './verify.service.ts';
import { failureRetried } from './verify-event.contract.ts';

/** How long a call waits for the end; afterwards the page polls. */
const WAIT_MS = 20_000;
/** Heartbeat timeout after which a run is considered to have ended with its process. */
const SILENT_MS = 120_000;

/** Verifications of this process under way: two administrators who ask at the same time share one. */
const underWay = new Map<number, Promise<unknown>>();

function requireAllLots(who: Who | null): Who {
  if (!who || who.lotIds !== null) throw new Refusal(verifyRefusal['needs-all-lots']);
  return who;
}

async function stateOf(query: Query, tenantId: number, now: Date): Promise<Output<typeof getVerify>> {
  const run = await findRun(query, tenantId);
  const kept = await keptMonths(query, tenantId);
  const checks = (run?.results ?? []) as unknown as CheckResult[];
  return {
    at: run?.lastFullAt ?? null,
    isSound: checks.length > 0 && checks.every((one) => one.brokenCount === 0),
    isRunning: underWay.has(tenantId) || (!!run && !run.finishedAt && now.getTime() - run.seenAt.getTime() < SILENT_MS),
    doneSteps: run?.doneSteps ?? 0,
    totalSteps: run?.totalSteps ?? 0,
    checks: checks.map((one) => ({ ...one, broken: [...one.broken] })),
    months: monthStates(kept),
  };
}

/** Starts a verification unless one is under way in this process; resolves with its end. */
function start(kernel: Kernel, tenantId: number): Promise<unknown> {
  const known = underWay.get(tenantId);
  if (known) return known;
  const run = verifyTenant(kernel, tenantId).finally(() => underWay.delete(tenantId));
  underWay.set(tenantId, run);
  // Logged here too, because the caller may have disconnected.
  run.catch((error) => kernel.log.error({ tenantId, err: error }, 'verification failed'));
  return run;
}

/** The verification: run, its results, and a month to be read again. */
export const verifyOperations = [
  handleFreely(runVerify, async (kernel, _input, { who }) => {
    const caller = requireAllLots(who);
    const late = new AbortController();
    await Promise.race([start(kernel, caller.tenantId), pause(WAIT_MS, null, { signal: late.signal })]);
    late.abort();
    const read = { isRead: true };
    return kernel.database.inTenant(caller, (tx) => stateOf(tx.query, tx.tenantId, tx.now), read);
  }),
  handle(getVerify, async (tx) => {
    requireAllLots(tx.who);
    return stateOf(tx.query, tx.tenantId, tx.now);
  }),
  handle(recheckMonth, async (tx, { month }, act) => {
    requireAllLots(tx.who);
    const kept = await keptMonths(tx.query, tx.tenantId);
    if (!kept.some((one) => one.month === month)) throw new Refusal(verifyRefusal['month-not-kept']);
    await markStale(tx.query, tx.tenantId, [month], tx.now);
    act.describe({ subjectKind: 'verify-month', subjectId: month, subject: month.slice(0, 7) });
    return {};
  }),
  handleFreely(retryFailure, async (kernel, { failureId }, { who }) => {
    const caller = requireAllLots(who);
    let isDone: boolean;
    try {
      isDone = await kernel.failures.retry(caller, failureId, failureRetried);
    } catch (error) {
      if (isConnectionError(error)) throw error;
      kernel.log.error({ failure: failureId, requestId: caller.requestId, err: error }, 'an event failed again');
      throw new Refusal(verifyRefusal['still-failing'], { reason: (error as Error).message.slice(0, 300) });
    }
    if (!isDone) throw notFound(caller, { zh: '失败记录', en: 'Failure' });
    return {};
  }),
];
