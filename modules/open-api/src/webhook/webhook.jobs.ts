import { type Kernel, makeGuard } from '@boyun/kernel/server';
import { attemptDelivery, DELIVER_JOB } from './delivery.service.ts';
import { sender } from './send.service.ts';

/** Starts the workers that make queued attempts, several at a time because receivers may be slow. */
export async function startDeliveries(kernel: Kernel): Promise<void> {
  const send = sender(makeGuard(kernel.configuration.webhookAllow));
  await kernel.jobs.work(
    DELIVER_JOB,
    async ({ tenantId, deliveryId }) =>
      void (await attemptDelivery(kernel, tenantId as number, deliveryId as string, send)),
    { isWaiting: true },
  );
}
