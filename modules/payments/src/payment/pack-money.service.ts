import type { TenantTx } from '@boyun/kernel/server';
import type { PackMoney } from '@boyun/vehicle-lists/server';
import { requireChannel } from '../pay-channel/pay-channel.service.ts';
import { book } from './ledger.service.ts';
import { newPaymentNo } from './payment.service.ts';

/** Files money of a pack as a payment that is done, and books it; what goes back is a payment below nothing. */
export async function takePackMoney(tx: TenantTx, money: PackMoney): Promise<void> {
  const { packId, lotId, plate, amountFen, method } = money;
  const isRefund = amountFen < 0;
  if (method === 'cash' && !isRefund) await requireChannel(tx, lotId, 'cash');
  const paymentId = tx.newId();
  const paymentNo = newPaymentNo(tx);
  await tx.query(
    `insert into payment (tenant_id, id, payment_no, purpose, pack_id, lot_id, plate, channel, state, amount_fen,
       applied_fen, actor_id, actor_name, created_at, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'succeeded', $9, $9, $10, $11, $12, $12)`,
    [
      tx.tenantId,
      paymentId,
      paymentNo,
      isRefund ? 'pack-refund' : 'pack',
      packId,
      lotId,
      plate,
      method,
      amountFen,
      money.actor.id,
      money.actor.id ? money.actor.name : null,
      tx.now,
    ],
  );
  await book(
    tx,
    [
      { account: `channel:${method}`, amountFen },
      { account: 'revenue:pack', amountFen: -amountFen },
    ],
    { lotId, orderId: null, paymentId },
  );
  tx.emit({
    kind: isRefund ? 'payment.refunded' : 'payment.succeeded',
    lotId,
    subjectId: packId,
    data: { paymentId, paymentNo, packId, channel: method, amountFen, plate, excessFen: 0 },
  });
}
