import type { TenantTx } from '@boyun/kernel/server';
import type { Channel, PayChannel } from '../channel/channel.contract.ts';
import type { Notice } from '../provider/provider.service.ts';
import { paymentUnknown } from './unknown-payment-event.contract.ts';

/** Keeps what a provider reported and could not be booked; the first report of it is an event. */
export async function keepUnknown(tx: TenantTx, channel: Channel, notice: Notice): Promise<void> {
  const { paymentNo, tradeNo, amountFen } = notice;
  const [known] = await tx.query<{ lotId: string; amountFen: number }>(
    amountFen < 0
      ? 'select lot_id, 0 - amount_fen as amount_fen from refund where tenant_id = $1 and refund_no = $2'
      : 'select lot_id, amount_fen from payment where tenant_id = $1 and payment_no = $2',
    [tx.tenantId, paymentNo],
  );
  const reason = known ? 'other-amount' : 'no-payment';
  const [row] = await tx.query<{ id: string; times: number }>(
    `insert into unknown_payment (tenant_id, id, created_at, channel, payment_no, trade_no, amount_fen, reason, expected_fen,
       lot_id, last_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $3)
     on conflict (tenant_id, channel, payment_no, amount_fen)
       do update set last_at = excluded.last_at, times = unknown_payment.times + 1
     returning id, times`,
    [
      tx.tenantId,
      tx.newId(),
      tx.now,
      channel,
      paymentNo.slice(0, 64),
      tradeNo.slice(0, 64),
      amountFen,
      reason,
      known?.amountFen ?? null,
      known?.lotId ?? null,
    ],
  );
  if (row!.times > 1) return;
  const data = { paymentNo, tradeNo, channel: channel as PayChannel, amountFen, reason } as const;
  tx.emit(paymentUnknown, { lotId: known?.lotId ?? null, subjectId: row!.id, data });
}
