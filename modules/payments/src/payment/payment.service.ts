import { randomBytes } from 'node:crypto';
import { raiseAlarm } from '@boyun/alarms/server';
import { findVersion } from '@boyun/charging/server';
import { formatYuan } from '@boyun/domain/money';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { orderRefusal, type PayChannel, type PaymentState } from '@boyun/orders/contract';
import {
  applyPayment,
  keepQuote,
  lockForPayment,
  lockOrder,
  type ParkingOrder,
  priceOrder,
  unlockOrder,
} from '@boyun/orders/server';
import { requireChannel } from '../pay-channel/pay-channel.service.ts';
import {
  type Debts,
  debtsAskedWith,
  debtsBeside,
  freeDebts,
  insertDebts,
  lockDebtsForPayment,
  NO_DEBTS,
  payDebts,
} from './debt.service.ts';
import { book } from './ledger.service.ts';

/** A payment as business sees it. */
export interface Payment {
  readonly id: string;
  readonly paymentNo: string;
  readonly orderId: string;
  readonly lotId: string;
  readonly plate: string;
  readonly channel: PayChannel;
  readonly state: PaymentState;
  readonly amountFen: number;
}

const COLUMNS = `id, payment_no as "paymentNo", order_id as "orderId", lot_id as "lotId", plate, channel, state,
  amount_fen as "amountFen"`;

/** A quote shown to a driver at the exit holds this long: what it promised is what he pays. */
export const QUOTE_HOLDS_MS = 10 * 60_000;

/** What an order owes now: the quote at the exit while it holds, the stay up to now otherwise; the order carries it after. */
export async function dueNow(tx: TenantTx, order: ParkingOrder): Promise<ParkingOrder> {
  if (order.parkingState !== 'inside') return order;
  const isHeld = order.quotedAt !== null && tx.now.getTime() - order.quotedAt.getTime() < QUOTE_HOLDS_MS;
  if (isHeld && order.dueFen > 0) return order;
  const lot = await requireLot(tx, order.lotId);
  const quote = await priceOrder(tx, order, tx.now, lot.timeZone);
  keepQuote(tx, order, quote);
  return {
    ...order,
    feeFen: quote.feeFen,
    reducedFen: quote.reducedFen,
    dueFen: quote.feeFen - quote.reducedFen - order.paidFen,
    chargeVersionId: quote.versionId,
    quotedAt: tx.now,
  };
}

/** Takes cash for exactly what is due. */
export async function takeCash(tx: TenantTx, seen: ParkingOrder, amountFen: number): Promise<Payment> {
  await requireChannel(tx, seen.lotId, 'cash');
  return takeAtOnce(tx, seen, amountFen, { channel: 'cash', cardId: null });
}

/**
 * Takes exactly what is due, alone or together with all the plate owes of before, from where the money is there at once;
 * refuses while another payment is under way, or when the amount has changed.
 */
export async function takeAtOnce(
  tx: TenantTx,
  seen: ParkingOrder,
  amountFen: number,
  from: { readonly channel: 'cash' | 'card'; readonly cardId: string | null },
): Promise<Payment> {
  if (await isLocked(tx, seen)) throw new Refusal(orderRefusal.locked);
  const order = await dueNow(tx, seen);
  const dueFen = Math.max(0, order.dueFen);
  const debts = dueFen === amountFen ? NO_DEBTS : await debtsBeside(tx, order);
  if (dueFen + debts.sumFen <= 0) throw new Refusal(orderRefusal['nothing-due']);
  if (dueFen + debts.sumFen !== amountFen)
    throw new Refusal(orderRefusal['amount-changed'], { amount: formatYuan((dueFen || debts.sumFen) as never) });
  const payment = await insertPayment(tx, order, from.channel, amountFen, debts, from.cardId);
  await succeed(tx, payment, order, tx.now, null);
  return payment;
}

/** Starts an electronic payment of what is due, debts included that are asked for with it, and locks it all meanwhile. */
export async function startPayment(tx: TenantTx, seen: ParkingOrder): Promise<Payment> {
  if (await isLocked(tx, seen)) throw new Refusal(orderRefusal.locked);
  await requireChannel(tx, seen.lotId, 'sandbox');
  if (seen.parkingState === 'void') throw new Refusal(orderRefusal['nothing-due']);
  const order = await dueNow(tx, seen);
  const debts = await debtsAskedWith(tx, order);
  const amountFen = Math.max(0, order.dueFen) + debts.sumFen;
  if (amountFen <= 0) throw new Refusal(orderRefusal['nothing-due']);
  const payment = await insertPayment(tx, order, 'sandbox', amountFen, debts);
  const lot = await requireLot(tx, order.lotId);
  const until = new Date(tx.now.getTime() + lot.orderLockSeconds * 1000);
  await lockForPayment(tx, order, until);
  await lockDebtsForPayment(tx, debts, until);
  emitPayment(tx, 'payment.started', payment);
  return payment;
}

/**
 * Settles a payment, found by its number, with the outcome its provider reports. A success is booked whatever came before
 * it: after a failure or a timeout the money has arrived all the same, and what the order no longer owes becomes an
 * excess that can be refunded. Any other notice of a finished payment is `repeated` and changes nothing; an unknown number
 * or another amount is `unknown`.
 */
export async function settlePayment(
  tx: TenantTx,
  paymentNo: string,
  outcome: 'success' | 'fail',
  tradeNo: string,
  amountFen: number,
): Promise<'done' | 'repeated' | 'unknown'> {
  const [found] = await tx.query<Payment>(`select ${COLUMNS} from payment where tenant_id = $1 and payment_no = $2`, [
    tx.tenantId,
    paymentNo,
  ]);
  if (!found || found.amountFen !== amountFen) return 'unknown';
  // The order is locked before its payment, everywhere, so that two notices and a cashier never wait for each other.
  const order = await lockOrder(tx, found.orderId);
  const [payment] = await tx.query<Payment>(
    `select ${COLUMNS} from payment where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, found.id],
  );
  if (!order || !payment) return 'unknown';
  if (payment.state === 'succeeded') return 'repeated';
  if (outcome === 'success') {
    await succeed(tx, payment, order, tx.now, tradeNo);
    return 'done';
  }
  if (payment.state !== 'paying') return 'repeated';
  await end(tx, payment, order, 'failed');
  return 'done';
}

/** Closes a payment nobody finished in time and frees its order. A late success is still taken afterwards. */
export async function closePayment(tx: TenantTx, paymentId: string): Promise<void> {
  const [found] = await tx.query<Payment>(`select ${COLUMNS} from payment where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    paymentId,
  ]);
  const order = found ? await lockOrder(tx, found.orderId) : null;
  const [payment] = await tx.query<Payment>(
    `select ${COLUMNS} from payment where tenant_id = $1 and id = $2 and state = 'paying' for update`,
    [tx.tenantId, paymentId],
  );
  if (order && payment) await end(tx, payment, order, 'closed');
}

/**
 * Whether a payment of the order is under way. One whose lock has run out still is, until the provider has been asked
 * what became of it: its notice may be late, and nobody must pay twice.
 */
export async function isLocked(tx: TenantTx, order: ParkingOrder): Promise<boolean> {
  const [row] = await tx.query<{ isLocked: boolean }>(
    `select exists (select from payment where tenant_id = $1 and order_id = $2 and purpose = 'order' and state = 'paying')
       or exists (select from payment_debt d join payment p on p.tenant_id = d.tenant_id and p.id = d.payment_id
         where d.tenant_id = $1 and d.order_id = $2 and p.state = 'paying') as "isLocked"`,
    [tx.tenantId, order.id],
  );
  return row!.isLocked;
}

/** A number of a payment that people can read out. */
export function newPaymentNo(tx: TenantTx): string {
  return `Z${tx.now.toISOString().replace(/\D/g, '').slice(2, 14)}${randomBytes(5).toString('hex').toUpperCase()}`;
}

async function insertPayment(
  tx: TenantTx,
  order: ParkingOrder,
  channel: PayChannel,
  amountFen: number,
  debts: Debts,
  cardId: string | null = null,
): Promise<Payment> {
  const payment: Payment = {
    id: tx.newId(),
    paymentNo: newPaymentNo(tx),
    orderId: order.id,
    lotId: order.lotId,
    plate: order.plate,
    channel,
    state: 'paying',
    amountFen,
  };
  await tx.query(
    `insert into payment (tenant_id, id, payment_no, order_id, lot_id, plate, channel, state, amount_fen, actor_id,
       actor_name, created_at, card_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'paying', $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      payment.id,
      payment.paymentNo,
      order.id,
      order.lotId,
      order.plate,
      channel,
      amountFen,
      tx.who.userId,
      tx.who.kind === 'user' ? tx.who.name : null,
      tx.now,
      cardId,
    ],
  );
  await insertDebts(tx, payment.id, debts);
  return payment;
}

/** Money has come: on the order, into the ledger, and an alarm where it was more than was owed. */
async function succeed(
  tx: TenantTx,
  payment: Payment,
  order: ParkingOrder,
  paidAt: Date,
  tradeNo: string | null,
): Promise<void> {
  const tariff = order.chargeVersionId ? await findVersion(tx, order.chargeVersionId) : null;
  const graceMinutes = tariff?.tariff.grace?.minutes ?? 0;
  const debts = await payDebts(tx, payment.id, payment.channel, paidAt);
  const sum = (key: 'appliedFen' | 'excessFen') => debts.reduce((total, one) => total + one[key], 0);
  const ownFen = payment.amountFen - sum('appliedFen') - sum('excessFen');
  const applied = await applyPayment(tx, order, ownFen, payment.channel, paidAt, graceMinutes);
  // Nothing was due of the stay itself: it was only held while its debts were paid.
  if (applied.appliedFen === 0) await unlockOrder(tx, order);
  const excessFen = applied.excessFen + sum('excessFen');
  await tx.query(
    `update payment set state = 'succeeded', applied_fen = $3, debts_fen = $4, excess_fen = $5, paid_at = $6, trade_no = $7
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, payment.id, applied.appliedFen, sum('appliedFen'), excessFen, paidAt, tradeNo],
  );
  await book(
    tx,
    [
      { account: `channel:${payment.channel}`, amountFen: payment.amountFen },
      { account: 'revenue:parking', amountFen: -applied.appliedFen },
      ...debts.map((one) => ({ account: 'revenue:parking', amountFen: -one.appliedFen, orderId: one.order.id })),
      { account: 'owed:overpaid', amountFen: -excessFen },
    ],
    { lotId: order.lotId, orderId: order.id, paymentId: payment.id },
  );
  emitPayment(tx, 'payment.succeeded', payment, { excessFen });
  for (const { settled } of [applied, ...debts]) if (settled) tx.emit(settled);
  if (excessFen > 0)
    await raiseAlarm(tx, {
      kind: 'overpaid',
      severity: 'medium',
      lotId: order.lotId,
      plate: order.plate,
      orderId: order.id,
      description: {
        zh: `流水${payment.paymentNo}多付${formatYuan(excessFen as never)}元，需退款`,
        en: `Payment ${payment.paymentNo} is ${formatYuan(excessFen as never)} too much, refund it`,
      },
    });
}

async function end(tx: TenantTx, payment: Payment, order: ParkingOrder, state: 'failed' | 'closed'): Promise<void> {
  await tx.query('update payment set state = $3 where tenant_id = $1 and id = $2', [tx.tenantId, payment.id, state]);
  await unlockOrder(tx, order);
  await freeDebts(tx, payment.id);
  emitPayment(tx, `payment.${state}`, payment);
}

/** Events of payments are filed under their order, so that its timeline tells them. */
function emitPayment(tx: TenantTx, kind: string, payment: Payment, more: Record<string, unknown> = {}): void {
  const { id: paymentId, paymentNo, orderId, channel, amountFen, plate, lotId } = payment;
  tx.emit({
    kind,
    lotId,
    subjectId: orderId,
    data: { paymentId, paymentNo, orderId, channel, amountFen, plate, excessFen: 0, ...more },
  });
}
