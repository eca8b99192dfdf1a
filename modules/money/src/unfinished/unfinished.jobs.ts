import { type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';
import type { Scene } from '../channel/channel.contract.ts';
import { takeNotice } from '../notice/notice.service.ts';
import { closePayment } from '../payment/payment.service.ts';
import type { Desk, Provider } from '../provider/provider.service.ts';
import { openDesk, providerOf } from '../provider-choice/provider-choice.service.ts';
import { settleRefund } from '../refund/refund.service.ts';
import { requestRefund } from '../refund-request/refund-request.service.ts';

/** How long to wait for the notice of a refund before querying the provider. */
const REFUND_PATIENCE_MS = 60_000;

interface Unfinished {
  readonly tenantId: number;
  readonly id: string;
  readonly paymentNo: string;
  /** The payment that a refund comes from. */
  readonly refundOf: string | null;
  readonly channel: string;
  readonly payChannelId: string | null;
  readonly scene: Scene;
  /** Below zero for a refund. */
  readonly amountFen: number;
  readonly createdAt: Date;
}

/**
 * Queries the provider about payments whose lock has expired or is gone, since a notice may be lost, and closes those
 * that are not paid. Refunds are queried after a delay and requested again where the provider does not know them. A merchant whose
 * provider cannot be reached is left alone until the next run.
 */
export const unfinishedPayments: Sweep = {
  name: 'unfinished-payments',
  everySeconds: 3,
  async run(kernel) {
    const now = kernel.clock.now();
    const due = await kernel.database.system<Unfinished>(
      `(select p.tenant_id, p.id, p.payment_no, p.channel, p.pay_channel_id, p.scene, p.amount_fen, p.created_at, null as "refundOf"
        from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
        where p.state = 'paying' and (b.locked_until is null or b.locked_until < $1) limit 100)
       union all
       (select r.tenant_id, r.id, r.refund_no, r.channel, p.pay_channel_id, p.scene, -r.amount_fen, r.created_at, p.payment_no
        from refund r left join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
        where r.state = 'paying' and r.created_at < $2 limit 100)`,
      [now, new Date(now.getTime() - REFUND_PATIENCE_MS)],
    );
    const silent = new Set<string>();
    for (const one of due) {
      const merchant = `${one.tenantId} ${one.channel} ${one.payChannelId}`;
      if (silent.has(merchant)) continue;
      try {
        await finish(kernel, one);
      } catch (error) {
        silent.add(merchant);
        kernel.log.warn({ err: error, channel: one.channel, tenantId: one.tenantId }, 'the provider is asked again');
      }
    }
  },
};

async function finish(kernel: Kernel, one: Unfinished): Promise<void> {
  const provider = providerOf(one.channel);
  const desk = provider && (await openDesk(kernel, one.tenantId, one));
  if (one.amountFen < 0) return finishRefund(kernel, one, provider, desk);
  const found = provider && desk ? await provider.query(desk, one) : null;
  if (provider && found && found !== 'open') {
    const result = await takeNotice(kernel, provider, found);
    if (result === 'done' || result === 'repeated') return;
  }
  const inTenant = <T>(work: Parameters<typeof kernel.database.inTenant<T>>[1]) =>
    kernel.database.inTenant(systemWho(one.tenantId), work);
  if (provider && desk && (await inTenant((tx) => provider.isOpen(tx)))) await provider.close(desk, one);
  await inTenant((tx) => closePayment(tx, one.id));
}

async function finishRefund(
  kernel: Kernel,
  { tenantId, paymentNo, amountFen, createdAt, refundOf }: Unfinished,
  provider: Provider | null,
  desk: Desk | null,
): Promise<void> {
  if (!provider || !desk) return;
  const asked = { refundNo: paymentNo, createdAt, paymentNo: refundOf ?? '', amountFen: -amountFen };
  const found = await provider.queryRefund(desk, asked);
  if (found === 'open') return;
  if (!found) return requestRefund(kernel, tenantId, paymentNo);
  const result = await takeNotice(kernel, provider, found);
  if (result === 'done' || result === 'repeated') return;
  // A simulated refund that was pending when its trial ended is not completed.
  await kernel.database.inTenant(systemWho(tenantId), (tx) =>
    settleRefund(tx, paymentNo, 'fail', found.tradeNo, -amountFen),
  );
}
