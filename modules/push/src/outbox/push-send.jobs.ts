import type { Kernel } from '@boyun/kernel/server';
import { outletsOf, SEND_JOB, trySend } from './push-send.service.ts';

/** Starts the workers that send queued SMS and mails, several at a time. */
export async function startSending(kernel: Kernel): Promise<void> {
  const outlets = outletsOf(kernel.configuration);
  await kernel.jobs.work(
    SEND_JOB,
    ({ tenantId, sendId }) => trySend(kernel, tenantId as number, sendId as string, outlets),
    { isWaiting: true },
  );
}
