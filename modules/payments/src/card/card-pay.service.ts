import { plateKey } from '@boyun/domain/stay';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Payment } from '@boyun/money/server';
import type { ParkingOrder } from '@boyun/orders/server';
import { askedNow, collectPayment } from '../payment/payment.service.ts';
import { refundRefusal } from '../refund/refund.contract.ts';
import type { StoredReturn } from '../stored-value/stored-return.service.ts';
import { type CardRow, findCarOf, lockCard, moveMoney } from './card.queries.ts';
import { normalChip } from './card.service.ts';
import type { CardRefusal } from './card-list.contract.ts';

/** Why a card cannot be used for a car in a lot; null where it can. */
export function whyUnusable(
  card: CardRow,
  at: { readonly lotId: string; readonly plate: string | null; readonly now: Date },
): CardRefusal | null {
  if (card.state !== 'issued') return card.state;
  if (at.now < card.validFrom) return 'not-yet';
  if (card.validUntil && at.now > card.validUntil) return 'expired';
  if (card.lotIds.length > 0 && !card.lotIds.includes(at.lotId)) return 'wrong-lot';
  const { plate } = at;
  if (plate === null || card.plates.length === 0 || plate === card.tempPlate) return null;
  // A camera may have confused some characters.
  return card.plates.some((one) => plateKey(one) === plateKey(plate)) ? null : 'wrong-plate';
}

/** A card held to the reader of a lane: what it is, which car it stands for, and why it is refused. */
export interface Swipe {
  readonly chipUid: string;
  readonly card: CardRow | null;
  /** The plate of the car: as it was read beside the card, else of the stay it came in with, else the card's own. */
  readonly plate: string | null;
  readonly reason: CardRefusal | null;
}

/** Reads a swipe and locks its card, so that concurrent swipes of one card are serialized. */
export async function readSwipe(
  tx: TenantTx,
  swipe: {
    readonly chipUid: string;
    readonly lotId: string;
    readonly direction: 'entry' | 'exit';
    /** The plate read beside it. */
    readonly plate: string | null;
  },
): Promise<Swipe> {
  const { lotId, direction, plate } = swipe;
  const chipUid = normalChip(swipe.chipUid);
  const card = await lockCard(tx, 'chip_uid', chipUid);
  if (!card) return { chipUid, card, plate, reason: 'unknown' };
  const unusable = whyUnusable(card, { lotId, plate, now: tx.now });
  if (unusable) return { chipUid, card, plate, reason: unusable };
  const inside = await findCarOf(tx, card.id, lotId);
  const meant = plate ?? inside?.plate ?? card.tempPlate;
  const isTaken = direction === 'entry' && inside !== null && inside.plate !== meant;
  return { chipUid, card, plate: meant, reason: isTaken ? 'inside-already' : null };
}

/** The outcome of paying a fee by card. */
export type CardPaid =
  | { readonly result: 'paid'; readonly amountFen: number; readonly balanceFen: number; readonly payment: Payment }
  | { readonly result: 'short'; readonly amountFen: number; readonly balanceFen: number }
  | { readonly result: 'free' | 'held'; readonly amountFen: 0; readonly balanceFen: number };

/** Pays the amount due of a stay from a locked card, with the debts collected along with it; all or nothing. */
export async function payFromCard(tx: TenantTx, card: CardRow, orderId: string): Promise<CardPaid> {
  const { balanceFen } = card;
  const asked = await askedNow(tx, orderId);
  if (!asked) return { result: 'held', amountFen: 0, balanceFen };
  const { order, amountFen } = asked;
  if (amountFen === 0) return { result: 'free', amountFen, balanceFen };
  if (amountFen > balanceFen) return { result: 'short', amountFen, balanceFen };
  return { result: 'paid', amountFen, ...(await charge(tx, card, order, amountFen)) };
}

/** Takes an amount off a locked card for an order. */
export async function charge(
  tx: TenantTx,
  card: CardRow,
  order: ParkingOrder,
  amountFen: number,
): Promise<{ payment: Payment; balanceFen: number }> {
  const payment = await collectPayment(tx, order, amountFen, { channel: 'card', sourceId: card.id });
  const move = {
    kind: 'payment',
    amountFen: -amountFen,
    lotId: order.lotId,
    paymentId: payment.id,
    note: null,
  } as const;
  return { payment, balanceFen: await moveMoney(tx, card, move) };
}

/** Puts the refund of a stay back on the card that paid for it. Refuses a card that was replaced or returned. */
export async function putBackOnCard(tx: TenantTx, back: StoredReturn): Promise<void> {
  const { storeId, ...move } = back;
  const card = await lockCard(tx, 'id', storeId);
  if (card?.state !== 'issued' && card?.state !== 'lost') throw new Refusal(refundRefusal['card-over']);
  await moveMoney(tx, card, { kind: 'payment-back', ...move });
}
