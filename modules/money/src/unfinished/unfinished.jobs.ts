import { type Kernel, type Sweep, systemWho } from '@boyun/kernel/server';
import type { Scene } from '../channel/channel.contract.ts';
import { takeNotice } from '../notice/notice.service.ts';
import { closePayment } from '../payment/payment.service.ts';
import { type Desk, type Provider, unlessRefused } from '../provider/provider.service.ts';
import { openDesk, providerOf } from '../provider-choice/provider-choice.service.ts';
import { settleRefund } from '../refund/refund.service.ts';
import { requestRefund } from '../refund-request/refund-request.service.ts';

/** How long to wait for the notice of a refund before querying the provider. */
const REFUND_PATIENCE_MS = 60_000;

/** How long a payment that was closed here may still bring money: a debit that was accepted, and one the provider does not know yet. */
const OPEN_MS = 3 * 24 * 3_600_000;
const UNKNOWN_MS = 3_600_000;
const MOST_OFTEN_MS = 60_000;
const LEAST_OFTEN_MS = 12 * 3_600_000;

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
  readonly isClosed: boolean;
}

/**
 * Queries the provider about payments whose lock has expired or is gone, since a notice may be lost, and closes those
 * that are not paid. Closed ones that the provider could not stop are asked about, ever less often, until it reports their end. Refunds are
 * queried after a delay and requested again where the provider does not know them. A merchant whose provider cannot be reached is left
 * alone until the next run.
 */
export const unfinishedPayments: Sweep = {
  name: 'unfinished-payments',
  everySeconds: 3,
  async run(kernel) {
    const now = kernel.clock.now();
    const due = await kernel.database.system<Unfinished>(
      `(select p.tenant_id, p.id, p.payment_no, p.channel, p.pay_channel_id, p.scene, p.amount_fen, p.created_at, null as "refundOf",
          false as "isClosed"
        from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
        where p.state = 'paying' and (b.locked_until is null or b.locked_until < $1) limit 100)
       union all
       (select p.tenant_id, p.id, p.payment_no, p.channel, p.pay_channel_id, p.scene, p.amount_fen, p.created_at, null, true
        from payment p where p.ask_at < $1 and p.state = 'closed' limit 100)
       union all
       (select r.tenant_id, r.id, r.refund_no, r.channel, p.pay_channel_id, p.scene, -r.amount_fen, r.created_at, p.payment_no, false
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
  if (one.isClosed) return askAgain(kernel, one, provider, desk);
  const found = provider && desk ? await unlessRefused(provider.query(desk, one), null) : null;
  if (provider && found && found !== 'open') {
    const result = await takeNotice(kernel, provider, found);
    if (result === 'done' || result === 'repeated') return;
  }
  const inTenant = <T>(work: Parameters<typeof kernel.database.inTenant<T>>[1]) =>
    kernel.database.inTenant(systemWho(one.tenantId), work);
  const isAsked = provider && desk && (await inTenant((tx) => provider.isOpen(tx)));
  const left = isAsked ? await provider.close(desk, one) : 'stopped';
  await inTenant((tx) => closePayment(tx, one.id, left));
}

/** Books what became of a closed payment at its provider, or decides when to ask about it again. */
async function askAgain(kernel: Kernel, one: Unfinished, provider: Provider | null, desk: Desk | null): Promise<void> {
  const found = provider && desk ? await unlessRefused(provider.query(desk, one), 'open' as const) : null;
  if (provider && found && found !== 'open') await takeNotice(kernel, provider, found);
  const now = kernel.clock.now().getTime();
  const ageMs = now - one.createdAt.getTime();
  const isOver = found === 'open' ? ageMs > OPEN_MS : found !== null || ageMs > UNKNOWN_MS;
  const askAt = isOver ? null : new Date(now + Math.min(Math.max(ageMs, MOST_OFTEN_MS), LEAST_OFTEN_MS));
  await kernel.database.inTenant(systemWho(one.tenantId), (tx) =>
    tx.query('update payment set ask_at = $3 where tenant_id = $1 and id = $2', [tx.tenantId, one.id, askAt]),
  );
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
