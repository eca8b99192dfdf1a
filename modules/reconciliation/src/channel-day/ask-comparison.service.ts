import type { Kernel, TenantTx } from '@boyun/kernel/server';

/** The job that compares a day. */
export const COMPARE_JOB = 'compare-day';

/** Queues the comparison of a day. */
export const askComparison = (kernel: Pick<Kernel, 'jobs'>, tx: TenantTx, dayId: string): Promise<void> =>
  kernel.jobs.send(tx, COMPARE_JOB, { tenantId: tx.tenantId, dayId });
