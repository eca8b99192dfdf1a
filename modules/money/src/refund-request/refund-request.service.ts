import { type Kernel, reaction, systemWho, type TenantTx } from '@boyun/kernel/server';
import { takeNotice } from '../notice/notice.service.ts';
import { refundStarted } from '../payment/payment-event.contract.ts';
import { ProviderRefused, type RefundRequest } from '../provider/provider.service.ts';
import { deskFor, providerOf } from '../provider-choice/provider-choice.service.ts';
import { reasonOf } from '../provider-fault/provider-fault.contract.ts';

const REQUEST_JOB = 'refund-request';

/** Requests refunds from their providers once they are committed. */
export const refundsAsked = reaction('refunds-asked', [refundStarted], {
  async react(tx, { data: { channel, paymentNo: refundNo } }, jobs) {
    // Set aside with a system alarm: the refund would stay pending unseen.
    if (!providerOf(channel)) throw new Error(`no provider takes refunds of the channel ${channel}`);
    await jobs.send(tx, REQUEST_JOB, { tenantId: tx.tenantId, refundNo });
  },
});

/** Runs the requests; one that cannot reach its provider is made again. */
export const workRefundRequests = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(REQUEST_JOB, (data) => requestRefund(kernel, Number(data.tenantId), String(data.refundNo)), {
    isWaiting: true,
  });

interface Found extends RefundRequest {
  readonly channel: string;
  readonly payChannelId: string | null;
}

/** Requests a pending refund from its provider. One that the provider refuses has failed. */
export async function requestRefund(kernel: Kernel, tenantId: number, refundNo: string): Promise<void> {
  const asked = await kernel.database.inTenant(systemWho(tenantId), async (tx) => {
    const found = await findPending(tx, refundNo);
    return found && { found, desk: await deskFor(tx, kernel, found) };
  });
  const provider = asked ? providerOf(asked.found.channel) : null;
  if (!asked || !provider) return;
  try {
    const outcome = await provider.refund(asked.desk, asked.found);
    if (outcome) await takeNotice(kernel, provider, outcome);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    kernel.log.warn({ tenantId, refundNo, code: error.code, reason: error.message }, 'a refund was refused');
    const amountFen = -asked.found.amountFen;
    await takeNotice(kernel, provider, {
      tenantId,
      paymentNo: refundNo,
      tradeNo: error.code,
      outcome: 'fail',
      amountFen,
      reason: reasonOf(error),
    });
  }
}

async function findPending(tx: TenantTx, refundNo: string): Promise<Found | null> {
  const [found] = await tx.query<Found>(
    `select r.refund_no, r.amount_fen, r.created_at, r.reason, r.channel, p.payment_no, p.amount_fen as "paidFen", p.trade_no,
       p.pay_channel_id
     from refund r join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = $1 and r.refund_no = $2 and r.state = 'paying'`,
    [tx.tenantId, refundNo],
  );
  return found ?? null;
}
