import { type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';
import { takeNotice } from '../notice/notice.service.ts';
import { closePayment } from '../payment/payment.service.ts';
import { providerOf } from '../provider-choice/provider-choice.service.ts';
import { settleRefund } from '../refund/refund.service.ts';

/** How long to wait for the notice of a refund before querying the provider. */
const REFUND_PATIENCE_MS = 60_000;

interface Unfinished {
  readonly tenantId: number;
  readonly id: string;
  readonly paymentNo: string;
  readonly channel: string;
  readonly amountFen: number;
}

/**
 * Queries the provider about payments whose lock has expired or is gone, since a notice may be lost, and closes those
 * it does not know. Refunds are queried after a delay; one it does not know yet stays pending.
 */
export const unfinishedPayments: Sweep = {
  name: 'unfinished-payments',
  everySeconds: 3,
  async run(kernel) {
    const now = kernel.clock.now();
    const due = await kernel.database.system<Unfinished>(
      `(select p.tenant_id, p.id, p.payment_no, p.channel, p.amount_fen
        from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
        where p.state = 'paying' and (b.locked_until is null or b.locked_until < $1) limit 100)
       union all
       (select tenant_id, id, refund_no, channel, -amount_fen from refund
        where state = 'paying' and created_at < $2 limit 100)`,
      [now, new Date(now.getTime() - REFUND_PATIENCE_MS)],
    );
    for (const one of due) await finish(kernel, one);
  },
};

async function finish(kernel: Kernel, one: Unfinished): Promise<void> {
  const { tenantId, paymentNo, amountFen } = one;
  const provider = providerOf(one.channel);
  const isRefund = amountFen < 0;
  const inTenant = <T>(work: Parameters<typeof kernel.database.inTenant<T>>[1]) =>
    kernel.database.inTenant(systemWho(tenantId), work);
  const notice = provider
    ? await inTenant((tx) => (isRefund ? provider.queryRefund(tx, paymentNo) : provider.query(tx, paymentNo)))
    : null;
  const result = provider && notice ? await takeNotice(kernel, provider, notice) : 'unknown';
  if (result === 'done' || result === 'repeated') return;
  if (!isRefund)
    await inTenant(async (tx) => {
      if (provider && (await provider.isOpen(tx))) await provider.close(tx, { paymentNo, amountFen });
      await closePayment(tx, one.id);
    });
  // A simulated refund that was pending when its trial ended is not completed.
  else if (notice) await inTenant((tx) => settleRefund(tx, paymentNo, 'fail', notice.tradeNo, -amountFen));
}
