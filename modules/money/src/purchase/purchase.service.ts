import { payeeOf } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { newCode, type TenantTx } from '@boyun/kernel/server';
import { nextBillNumber } from '../bill/bill.service.ts';
import { type BillKind, type BillValues, billKind, type LockedSubject } from '../bill/bill-kind.service.ts';
import type { Scene } from '../channel/channel.contract.ts';
import { beginPayment, type Payment, payNow } from '../payment/payment.service.ts';
import { type PhoneChannel, takesPhonePayments } from '../provider-choice/phone-channel.service.ts';
import { type PurchaseState, purchaseRefusal, type TakeMethod } from './purchase.contract.ts';
import { findOpen, findPurchase, insertPurchase, type PurchaseRow } from './purchase.queries.ts';
import {
  type Bought,
  openBill,
  openValues,
  type PurchaseKind,
  paidValues,
  purchaseBills,
} from './purchase-kind.service.ts';

/** How long the payer has to pay, at the price of the moment it began. */
export const HOLDS_MS = 15 * 60_000;

/** Where the page of a purchase is, followed by its code: that of stays. */
export const PURCHASE_PATH = '/pay';

/** A purchase to be made of a locked subject. */
export interface NewPurchase<P>
  extends Pick<PurchaseRow<P>, 'subjectId' | 'lotId' | 'amountFen' | 'words' | 'payload'> {
  readonly plate: string;
  readonly method: TakeMethod;
  /** The account that takes it, and whose shift its cash belongs to, where that is not the caller. */
  readonly actor?: { readonly id: string | null; readonly name: string };
}

/** A purchase that was paid, or that the payer's phone still has to pay. */
export interface Taken {
  readonly purchaseId: string;
  readonly state: PurchaseState;
  readonly paymentNo: string | null;
}

/** A kind of purchase: its bills, for the slot `billKinds`, and the function that takes money for one. */
export interface Purchases<S, P> {
  readonly bills: BillKind;
  /** Begins a purchase of a subject that the caller has locked, and pays it at once where the money was handed over. */
  take(tx: TenantTx, subject: S, given: NewPurchase<P>): Promise<Taken>;
  /** A locked subject as refunds of its bills need it. */
  locked(subject: S, values: BillValues): LockedSubject<Bought<S, P>>;
}

/** Declares a kind of purchase. */
export function purchasesOf<S, P>(of: PurchaseKind<S, P>): Purchases<S, P> {
  return {
    bills: purchaseBills(of),
    take: (tx, subject, given) => take(tx, of, subject, given),
    locked: (subject, values) => ({ values, subject: { subject, purchase: null } }),
  };
}

async function take<S, P>(
  tx: TenantTx,
  of: PurchaseKind<S, P>,
  subject: S,
  { method, actor = { id: tx.who.userId, name: tx.who.name }, ...given }: NewPurchase<P>,
): Promise<Taken> {
  if (method === 'phone' && !(await takesPhonePayments(tx, given.lotId)))
    throw new Refusal(purchaseRefusal['no-phone']);
  const purchase: PurchaseRow<P> = {
    ...given,
    id: tx.newId(),
    kind: of.kind,
    number: await nextBillNumber(tx, of.kind, given.subjectId),
    state: 'open',
    code: method === 'phone' ? newCode(tx) : null,
    validUntil: new Date(tx.now.getTime() + HOLDS_MS),
    actorId: actor.id,
    actorName: actor.name,
  };
  await openBill(tx, purchase);
  await insertPurchase(tx, purchase);
  if (method === 'phone') return { purchaseId: purchase.id, state: 'open', paymentNo: null };
  const bought: Bought<S, P> = { subject, purchase };
  const item = { values: paidValues(purchase), subject: bought, askedFen: purchase.amountFen };
  const { paymentNo } = await payNow(tx, { channel: method, actor, items: [item] });
  return { purchaseId: purchase.id, state: 'paid', paymentNo };
}

/** A purchase with its locked subject. */
export interface LockedPurchase {
  readonly purchase: PurchaseRow;
  /** What the hooks of its kind get. */
  readonly subject: unknown;
  /** The bill by its subject as it is now. */
  readonly values: BillValues;
}

/** Locks the subject of a purchase and returns the purchase as it is then; null where either no longer exists. */
export async function lockPurchase(
  tx: TenantTx,
  { kind, subjectId, number, id }: PurchaseRow,
): Promise<LockedPurchase | null> {
  const locked = await billKind(tx, kind).lock(tx, subjectId, number);
  const purchase = locked && (await findPurchase(tx, 'id', id));
  return purchase && { purchase, ...locked };
}

/** Begins a payment of an open purchase through a provider; refuses one that can no longer be paid. */
export async function beginPurchase(
  tx: TenantTx,
  { purchase, subject, values }: LockedPurchase,
  { channel, payChannelId, scene }: Pick<PhoneChannel, 'channel' | 'payChannelId'> & { readonly scene?: Scene },
): Promise<Payment> {
  if (purchase.state !== 'open' || purchase.validUntil <= tx.now) throw new Refusal(purchaseRefusal.over);
  const { orderLockSeconds } = await payeeOf(tx, purchase.lotId);
  const until = new Date(tx.now.getTime() + orderLockSeconds * 1000);
  const now = billKind(tx, purchase.kind).isOwed ? values : openValues(purchase);
  const items = [{ values: now, subject, askedFen: purchase.amountFen }];
  const actor = { id: purchase.actorId, name: purchase.actorName };
  return beginPayment(tx, { channel, payChannelId, ...(scene ? { scene } : {}), items, actor }, until);
}

/** Closes an open purchase that is not being paid. */
export async function expirePurchase(tx: TenantTx, { purchase, subject }: LockedPurchase): Promise<void> {
  if (purchase.state === 'open') await billKind(tx, purchase.kind).expired!(tx, subject);
}

/** Refuses while a purchase of a locked subject is still to be paid. */
export async function refuseWhileOpen(tx: TenantTx, kind: string, subjectId: string): Promise<void> {
  const [open] = await findOpen(tx, kind, subjectId);
  if (open) throw new Refusal(purchaseRefusal['being-paid'], { title: open.words.title[tx.who.language] });
}
