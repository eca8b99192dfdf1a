import type { EmittedEvent, TenantTx } from '@boyun/kernel/server';
import { findBill, setBill } from '../bill/bill.service.ts';
import { type BillKind, billKindOf, type LockedSubject, type Settlement } from '../bill/bill-kind.service.ts';
import { refundStarted } from '../payment/payment-event.contract.ts';
import { providerOf } from '../provider-choice/provider-choice.service.ts';
import { beginRefund, emitRefund, findRefundable } from '../refund/refund.service.ts';
import { endPurchase, findPurchaseOf, type PurchaseRow } from './purchase.queries.ts';

/** A kind of thing that is bought, and takes effect when its money has arrived. `S` is its subject, `P` what is kept until then. */
export interface PurchaseKind<S, P> extends Pick<BillKind, 'credit' | 'eventKey' | 'hasOwnEvents'> {
  /** The kind of its bills. */
  readonly kind: string;
  /** Who takes its money, and therefore follows and cancels purchases of others. */
  readonly takenBy: NonNullable<BillKind['takenBy']>;
  /** Locks the subject; null where it no longer exists. */
  lock(tx: TenantTx, subjectId: string): Promise<S | null>;
  /** Whether a purchase can still take effect; money that arrives for one that cannot is owed to the payer. */
  isPossible(tx: TenantTx, subject: S, purchase: PurchaseRow<P>): Promise<boolean>;
  /** The money has arrived: changes the subject, once. May return an event. */
  paid(tx: TenantTx, subject: S, purchase: PurchaseRow<P>, settlement: Settlement): Promise<EmittedEvent | null>;
  /** It can no longer be paid. */
  closed?(tx: TenantTx, subject: S, purchase: PurchaseRow<P>): Promise<void>;
  /** Money that took effect was refunded. */
  refunded?: NonNullable<BillKind<S>['refunded']>;
  /** Its refund failed at the provider. */
  refundFailed?: NonNullable<BillKind<S>['refundFailed']>;
}

/** A locked subject with the purchase of one of its bills; null where the bill was paid when it was made. */
export interface Bought<S, P> {
  readonly subject: S;
  readonly purchase: PurchaseRow<P> | null;
}

/** Words of the refund that returns money by itself. */
const RETURNED = '重复付款或付款超时，自动退回';

const valuesOf = ({ kind, subjectId, number, lotId, plate }: PurchaseRow, grossFen: number) => ({
  kind,
  subjectId,
  number,
  lotId,
  plate,
  grossFen,
  reducedFen: 0,
});

/** The bill of a purchase as it begins: nothing is owed for what is not yet bought. */
export const openValues = (purchase: PurchaseRow) => valuesOf(purchase, 0);
/** The bill of a purchase whose money is there. */
export const paidValues = (purchase: PurchaseRow) => valuesOf(purchase, purchase.amountFen);

/**
 * Returns the kind of bills of a kind of purchase. The bill comes to its amount when the money arrives: late money of a closed purchase
 * opens it again where that is possible. Money beyond that (of a second payment, or too late) is owed to the payer, and a provider is
 * asked to return it.
 */
export function purchaseBills<S, P>(of: PurchaseKind<S, P>): BillKind {
  const { kind, credit, eventKey, hasOwnEvents, takenBy } = of;
  return billKindOf<Bought<S, P>>({
    credit,
    ...(eventKey ? { eventKey } : {}),
    ...(hasOwnEvents ? { hasOwnEvents } : {}),
    takenBy,
    lock: (tx, subjectId, number) => lockBought(tx, of, subjectId, number),
    async ended(tx, { subject, purchase }) {
      if (purchase?.state === 'open' && purchase.validUntil <= tx.now) await close(tx, of, subject, purchase);
    },
    async settled(tx, { subject, purchase }, settlement) {
      if (!purchase || purchase.state === 'paid' || settlement.appliedFen < purchase.amountFen) return null;
      await endPurchase(tx, purchase.id, 'paid');
      return of.paid(tx, subject, purchase, settlement);
    },
    overpaid: (tx, { purchase }, { paymentNo }) => returnExcess(tx, purchase, paymentNo),
    async refunded(tx, { subject }, back) {
      if (back.appliedFen > 0) await of.refunded?.(tx, subject, back);
    },
    async refundFailed(tx, { subject }, refund) {
      if (refund.amountFen > refund.excessFen) await of.refundFailed?.(tx, subject, refund);
    },
    async expired(tx, { subject, purchase }) {
      if (purchase?.state === 'open') await close(tx, of, subject, purchase);
    },
  });

  async function lockBought(
    tx: TenantTx,
    { lock, isPossible }: PurchaseKind<S, P>,
    subjectId: string,
    number: number,
  ): Promise<LockedSubject<Bought<S, P>> | null> {
    const subject = await lock(tx, subjectId);
    if (!subject) return null;
    const purchase = (await findPurchaseOf(tx, { kind, subjectId, number })) as PurchaseRow<P> | null;
    if (!purchase) {
      const values = await findBill(tx, kind, subjectId, number);
      return values && { values, subject: { subject, purchase } };
    }
    const isBought = purchase.state === 'paid' || (await isPossible(tx, subject, purchase));
    const values = isBought ? paidValues(purchase) : openValues(purchase);
    return { values, subject: { subject, purchase } };
  }
}

async function close<S, P>(
  tx: TenantTx,
  { closed }: PurchaseKind<S, P>,
  subject: S,
  purchase: PurchaseRow<P>,
): Promise<void> {
  await endPurchase(tx, purchase.id, 'closed');
  await closed?.(tx, subject, purchase);
}

/** Asks the provider to return money that bought nothing; what was handed over is returned by hand. */
export async function returnExcess(tx: TenantTx, purchase: PurchaseRow | null, paymentNo: string): Promise<void> {
  if (!purchase) return;
  const { kind, subjectId, lotId, plate } = purchase;
  const all = await findRefundable(tx, kind, [subjectId]);
  const from = all.find((one) => one.paymentNo === paymentNo);
  if (!from || from.excessFen <= 0 || !providerOf(from.channel)) return;
  const refund = await beginRefund(tx, {
    from,
    channel: from.channel,
    sourceId: null,
    amountFen: from.excessFen,
    lotId,
    plate,
    reason: RETURNED,
    reviewId: null,
    actor: { id: null, name: tx.who.name },
  });
  emitRefund(tx, refundStarted, refund, { kind, subjectId }, { refundOf: paymentNo });
}

/** Writes the bill of a purchase that begins. */
export const openBill = (tx: TenantTx, purchase: PurchaseRow) => setBill(tx, openValues(purchase));
