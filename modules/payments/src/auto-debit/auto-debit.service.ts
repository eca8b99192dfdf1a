import type { PlateColor } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import { reaction, type TenantTx } from '@boyun/kernel/server';
import { paymentClosed, paymentFailed, paymentSucceeded, refundStarted } from '@boyun/money/contract';
import {
  beginPayment,
  beginRefund,
  type DebitWay,
  emitRefund,
  findDebitWay,
  findRefundable,
  findUnderWay,
  isBeingPaid,
  ofDebitingTenants,
  type Payment,
  tellEntry,
  wasDebited,
} from '@boyun/money/server';
import { stayOpened, stayRecounted } from '@boyun/orders/contract';
import { lockOrder, type ParkingOrder, STAY, stayOf, sumArrears } from '@boyun/orders/server';
import { debitFellBack, debitOwed } from './auto-debit-event.contract.ts';

/** How long the outcome of a debit is waited for after its car was let out. Until then the fee cannot be paid otherwise. */
const PATIENCE_MS = 10 * 60_000;

/** How a fee is debited at an exit; `under-way`: it is being debited since an earlier reading of the same car. */
export type DebitOffer = { readonly kind: 'debit'; readonly way: DebitWay } | { readonly kind: 'under-way' };

/**
 * Returns how the fee of a car at an exit can be debited; null where it is paid by the code: nobody agreed, the limits do not cover it, a
 * payment is under way, or it was tried before. Asks no provider. The order is locked by the caller.
 */
export async function offerDebit(
  tx: TenantTx,
  order: Pick<ParkingOrder, 'id' | 'lotId' | 'plate'>,
  at: { readonly plateColor: PlateColor; readonly zone: string; readonly dueFen: number },
): Promise<DebitOffer | null> {
  const { id: subjectId, lotId, plate } = order;
  const way = await findDebitWay(tx, { subjectId, lotId, plate, plateColor: at.plateColor, zone: at.zone }, at.dueFen);
  if (!way) return null;
  if ((await findUnderWay(tx, STAY, subjectId))?.scene === 'auto-debit') return { kind: 'under-way' };
  if ((await isBeingPaid(tx, STAY, subjectId)) || (await wasDebited(tx, STAY, subjectId))) return null;
  // Who owes already waits for the outcome.
  if (way.mode === 'open-at-once' && (await sumArrears(tx, plate)) > 0)
    return { kind: 'debit', way: { ...way, mode: 'after-success' } };
  return { kind: 'debit', way };
}

/**
 * Starts the debit of what is due of an order as it is now; the caller has locked it, and has quoted it or ended its stay. The provider is
 * asked once this is committed.
 */
export async function beginDebit(tx: TenantTx, orderId: string, way: DebitWay): Promise<Payment | null> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.dueFen <= 0) return null;
  const { channel, payChannelId, mode, waitSeconds } = way;
  const until = new Date(tx.now.getTime() + (mode === 'open-at-once' ? PATIENCE_MS : waitSeconds * 1000));
  const items = [{ ...stayOf(order), askedFen: order.dueFen }];
  return beginPayment(tx, { channel, payChannelId, scene: 'auto-debit', items }, until);
}

/** Tells the providers of cars that come in, where a tenant has automatic debit. */
export const entriesTold = reaction('debit-entries-told', [stayOpened], {
  pick: ofDebitingTenants,
  wants: ({ data }) => !data.isLate,
  async react(tx, { lotId, at, data: { orderId, plate, plateColor } }, jobs) {
    if (!lotId) return;
    const { name: lotName } = await requireLot(tx, lotId);
    await tellEntry(tx, jobs, {
      subjectId: orderId,
      lotId,
      lotName,
      plate,
      plateColor: plateColor as PlateColor,
      enteredAt: at,
    });
  },
});

/** Says what becomes of a fee whose debit brought nothing: its car waits and pays by the code, or is out and owes. */
export const debitsEnded = reaction('debits-ended', [paymentFailed, paymentClosed], {
  isPrompt: true,
  wants: ({ data }) => data.scene === 'auto-debit' && Boolean(data.orderId),
  async react(tx, { lotId, data: { orderId, paymentNo, channel, plate, amountFen, reason } }) {
    const [stay] = await tx.query<{ isInside: boolean }>(
      `select parking_state = 'inside' as "isInside" from stay_fact where tenant_id = $1 and id = $2`,
      [tx.tenantId, orderId],
    );
    const data = { orderId, paymentNo, channel, plate, amountFen, ...(reason ? { reason } : {}) };
    tx.emit(stay?.isInside ? debitFellBack : debitOwed, { lotId, subjectId: orderId!, data });
  },
});

/** Returns by itself what a late debit took although the fee had been paid another way meanwhile. */
export const doubleDebitsReturned = reaction('double-debits-returned', [paymentSucceeded], {
  wants: ({ data }) => data.scene === 'auto-debit' && data.excessFen > 0 && Boolean(data.orderId),
  async react(tx, { data: { orderId, paymentId } }) {
    const order = await lockOrder(tx, orderId!);
    const from = (await findRefundable(tx, STAY, [orderId!])).find((one) => one.paymentId === paymentId);
    if (!order || !from || from.excessFen <= 0) return;
    const refund = await beginRefund(tx, {
      from,
      channel: from.channel,
      sourceId: null,
      amountFen: from.excessFen,
      lotId: order.lotId,
      plate: order.plate,
      reason: '无感支付与其他付款重复，自动退回',
      reviewId: null,
      actor: { id: null, name: tx.who.name },
    });
    emitRefund(tx, refundStarted, refund, stayOf(order).values, { refundOf: from.paymentNo });
  },
});

/** A car that was let out at once had counted as leaving without paying; once its debit has brought the money, it no longer does. */
export const debitsCounted = reaction('debits-counted', [paymentSucceeded], {
  wants: ({ data }) => data.scene === 'auto-debit' && Boolean(data.orderId),
  async react(tx, { lotId, data: { orderId, paymentId, amountFen, excessFen } }) {
    const [stay] = await tx.query<{ leftAt: Date }>(
      `select o.left_at from stay_fact o join payment_fact p on p.tenant_id = o.tenant_id and p.id = $3
       where o.tenant_id = $1 and o.id = $2 and o.parking_state = 'left' and p.created_at >= o.left_at`,
      [tx.tenantId, orderId, paymentId],
    );
    const appliedFen = amountFen - excessFen;
    if (!stay || appliedFen <= 0) return;
    tx.emit(stayRecounted, {
      lotId,
      at: stay.leftAt,
      data: { orderId: orderId!, metric: 'unpaid', dimension: '', count: -1, amountFen: -appliedFen, insideChange: 0 },
    });
  },
});
