import { formatYuan } from '@boyun/domain/money';
import { requireLot } from '@boyun/facilities/server';
import { Refusal, singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Scene } from '@boyun/money/contract';
import {
  beginPayment,
  isBeingPaid,
  type NewPayment,
  type PaidItem,
  type Payment,
  type PhoneChannel,
  payNow,
  requireChannel,
  requirePhoneChannel,
} from '@boyun/money/server';
import { orderRefusal } from '@boyun/orders/contract';
import {
  keepQuote,
  lockOrder,
  type ParkingOrder,
  priceOrder,
  QUOTE_HOLDS_MS,
  STAY,
  stayOf,
} from '@boyun/orders/server';
import { type Debts, debtsAskedWith, debtsBeside, NO_DEBTS } from './debt.service.ts';
import { paymentRefusal } from './payment.contract.ts';

/**
 * Returns the name of the colleague of the caller who deals with the car of an order where it waits; null if there is none. Filled by the
 * module of passings.
 */
export const carClaim = singleSlot<(tx: TenantTx, orderId: string) => Promise<string | null>>('payment.car-claim');

/** Refuses to collect while a colleague of the caller deals with the car, unless the caller insists. */
export async function requireUnclaimed(tx: TenantTx, orderId: string, isDespiteClaim: boolean | null): Promise<void> {
  const name = isDespiteClaim ? null : await tx.slots.find(carClaim)?.(tx, orderId);
  if (name) throw new Refusal(paymentRefusal.claimed, { name });
}

/** Returns an order priced as of now, or by its quote at the exit while that is valid, and stores the quote on it. */
export async function dueNow(tx: TenantTx, order: ParkingOrder): Promise<ParkingOrder> {
  const isHeld = order.quotedAt !== null && tx.now.getTime() - order.quotedAt.getTime() < QUOTE_HOLDS_MS;
  return isHeld && order.dueFen > 0 ? order : dueAt(tx, order, tx.now);
}

/** Returns an order priced as of a moment, and stores the quote on it; a stay that has ended keeps its fee. */
export async function dueAt(tx: TenantTx, order: ParkingOrder, at: Date): Promise<ParkingOrder> {
  if (order.parkingState !== 'inside') return order;
  const lot = await requireLot(tx, order.lotId);
  const quote = await priceOrder(tx, order, at, lot.timeZone);
  keepQuote(tx, order, quote);
  return {
    ...order,
    feeFen: quote.feeFen,
    reducedFen: quote.reducedFen,
    dueFen: quote.dueFen,
    chargeVersionId: quote.versionId,
    quotedAt: tx.now,
  };
}

/** What an exit asks for a stay now, with the debts collected along with it; null while another payment of it is under way. */
export async function askedNow(
  tx: TenantTx,
  orderId: string,
): Promise<{ readonly order: ParkingOrder; readonly amountFen: number } | null> {
  const seen = await lockOrder(tx, orderId);
  // A second payment beside one by phone would be a double payment.
  if (!seen || (await isBeingPaid(tx, STAY, orderId))) return null;
  const order = await dueNow(tx, seen);
  return { order, amountFen: Math.max(0, order.dueFen) + (await debtsAskedWith(tx, order)).sumFen };
}

/** A stay and the debts that are paid together with it, as the items of one payment. */
const itemsOf = (order: ParkingOrder, debts: Debts): PaidItem[] => [
  { ...stayOf(order), askedFen: Math.max(0, order.dueFen) },
  ...debts.orders.map((one) => ({ ...stayOf(one), askedFen: one.dueFen })),
];

/** Takes cash for exactly what is due. */
export async function takeCash(tx: TenantTx, seen: ParkingOrder, amountFen: number): Promise<Payment> {
  await requireChannel(tx, seen.lotId, 'cash');
  return collectPayment(tx, seen, amountFen, { channel: 'cash', sourceId: null });
}

/**
 * Books cash that a collector has in hand already, taken at a moment that has passed: what was not due then stays with the order as an
 * excess, what is missing stays due.
 */
export async function takeCashInHand(
  tx: TenantTx,
  seen: ParkingOrder,
  amountFen: number,
  at: Date,
  how: Pick<NewPayment, 'actor' | 'paidAt'> = {},
): Promise<Payment> {
  await requireChannel(tx, seen.lotId, 'cash');
  if (await isBeingPaid(tx, STAY, seen.id)) throw new Refusal(orderRefusal.locked);
  const order = await dueAt(tx, seen, at);
  return payNow(tx, { ...how, channel: 'cash', sourceId: null, items: [{ ...stayOf(order), askedFen: amountFen }] });
}

/**
 * Takes exactly the amount due, alone or with all earlier debts of the plate, by a channel that pays at once;
 * refuses while another payment is under way, or when the amount has changed.
 */
export async function collectPayment(
  tx: TenantTx,
  seen: ParkingOrder,
  amountFen: number,
  from: {
    readonly channel: 'cash' | 'card' | 'balance';
    /** The card or the wallet, locked by the caller. */
    readonly sourceId: string | null;
  },
): Promise<Payment> {
  const items = await exactItems(tx, seen, amountFen);
  return payNow(tx, { ...from, items });
}

/** The items of a payment of exactly this amount: what is due of an order, alone or with all earlier debts of the plate. */
async function exactItems(tx: TenantTx, seen: ParkingOrder, amountFen: number): Promise<PaidItem[]> {
  if (await isBeingPaid(tx, STAY, seen.id)) throw new Refusal(orderRefusal.locked);
  const order = await dueNow(tx, seen);
  const dueFen = Math.max(0, order.dueFen);
  const debts = dueFen === amountFen ? NO_DEBTS : await debtsBeside(tx, order);
  if (dueFen + debts.sumFen <= 0) throw new Refusal(orderRefusal['nothing-due']);
  if (dueFen + debts.sumFen !== amountFen)
    throw new Refusal(orderRefusal['amount-changed'], { amount: formatYuan(dueFen || debts.sumFen) });
  return itemsOf(order, debts);
}

/** Starts a payment of exactly this amount by the driver's payment code, and locks the orders it pays. */
export async function startByCode(
  tx: TenantTx,
  seen: ParkingOrder,
  amountFen: number,
  { channel, payChannelId }: PhoneChannel,
): Promise<Payment> {
  const items = await exactItems(tx, seen, amountFen);
  const lot = await requireLot(tx, seen.lotId);
  const until = new Date(tx.now.getTime() + lot.orderLockSeconds * 1000);
  return beginPayment(tx, { channel, payChannelId, scene: 'payment-code', items }, until);
}

/**
 * Starts a payment by phone of the amount due, with the debts collected along with it, and locks their orders; by default in the sandbox.
 */
export async function startPayment(
  tx: TenantTx,
  seen: ParkingOrder,
  how: { readonly channel: PhoneChannel['channel']; readonly scene?: Scene; readonly isStranger?: boolean } = {
    channel: 'sandbox',
  },
): Promise<Payment> {
  if (await isBeingPaid(tx, STAY, seen.id)) throw new Refusal(orderRefusal.locked);
  const { channel, payChannelId } = await requirePhoneChannel(tx, seen.lotId, how.channel);
  if (seen.parkingState === 'void') throw new Refusal(orderRefusal['nothing-due']);
  const order = await dueNow(tx, seen);
  const debts = await debtsAskedWith(tx, order, how.isStranger);
  if (Math.max(0, order.dueFen) + debts.sumFen <= 0) throw new Refusal(orderRefusal['nothing-due']);
  const lot = await requireLot(tx, order.lotId);
  const until = new Date(tx.now.getTime() + lot.orderLockSeconds * 1000);
  const scene = how.scene ? { scene: how.scene } : {};
  return beginPayment(tx, { channel, payChannelId, ...scene, items: itemsOf(order, debts) }, until);
}
