import type { Permission } from '@boyun/kernel/contract';
import { Refusal } from '@boyun/kernel/contract';
import { newCode, type TenantTx } from '@boyun/kernel/server';
import { type BillKind, type BillValues, billKindOf, type LockedSubject } from '../bill/bill-kind.service.ts';
import { takesPhonePayments } from '../provider-choice/phone-channel.service.ts';
import { purchaseRefusal } from './purchase.contract.ts';
import {
  endPurchase,
  findPurchaseOf,
  insertPurchase,
  type PurchaseRow,
  type PurchaseWords,
} from './purchase.queries.ts';
import { HOLDS_MS } from './purchase.service.ts';
import { type Bought, returnExcess } from './purchase-kind.service.ts';

/** A kind of bills that are owed before anybody begins to pay them. `S` is their subject. */
interface OwedKind<S> extends Pick<BillKind, 'credit'> {
  readonly kind: string;
  readonly takenBy: Permission;
  /** Locks the subject; null where it no longer exists. */
  lock(tx: TenantTx, subjectId: string): Promise<S | null>;
  /** The bill of a subject. */
  values(subject: S): BillValues;
  /** Money settled a part of the bill, in fen. */
  received(tx: TenantTx, subject: S, appliedFen: number): Promise<void>;
  /** Money that had settled a part of the bill was refunded, in fen. */
  refunded(tx: TenantTx, subject: S, appliedFen: number): Promise<void>;
}

/** A kind of owed bills: for the slot `billKinds`, and the function that lets a phone pay one. */
interface OwedBills<S> {
  readonly bills: BillKind;
  /** Returns the purchase whose page takes what is due of a locked subject; refuses where its lot takes no payments by phone. */
  ask(
    tx: TenantTx,
    subject: S,
    given: { readonly amountFen: number; readonly words: PurchaseWords },
  ): Promise<PurchaseRow>;
  /** Ends the page of a locked subject, whose amount changes: it can be asked for again. */
  stop(tx: TenantTx, subject: S): Promise<void>;
  /** A locked subject as payments and refunds of its bill need it. */
  locked(subject: S): LockedSubject<Bought<S, unknown>>;
}

/**
 * Declares bills that are owed first, such as those of a month. A phone pays one on the page of purchases: the purchase is of the bill itself, and
 * the next one keeps its code.
 */
export function owedBillsOf<S>(of: OwedKind<S>): OwedBills<S> {
  const { kind, credit, takenBy, values } = of;
  const close = async (tx: TenantTx, purchase: PurchaseRow | null) => {
    if (purchase?.state === 'open') await endPurchase(tx, purchase.id, 'closed');
  };
  const find = (tx: TenantTx, subject: S) => findPurchaseOf(tx, values(subject));
  return {
    bills: billKindOf<Bought<S, unknown>>({
      credit,
      takenBy,
      isOwed: true,
      async lock(tx, subjectId) {
        const subject = await of.lock(tx, subjectId);
        return subject && { values: values(subject), subject: { subject, purchase: await find(tx, subject) } };
      },
      async ended(tx, { purchase }) {
        if (purchase && purchase.validUntil <= tx.now) await close(tx, purchase);
      },
      async settled(tx, { subject, purchase }, { appliedFen }) {
        if (purchase?.state === 'open') await endPurchase(tx, purchase.id, 'paid');
        await of.received(tx, subject, appliedFen);
        return null;
      },
      overpaid: (tx, { purchase }, { paymentNo }) => returnExcess(tx, purchase, paymentNo),
      refunded: (tx, { subject }, { appliedFen }) => of.refunded(tx, subject, appliedFen),
      expired: (tx, { purchase }) => close(tx, purchase),
    }),
    async ask(tx, subject, { amountFen, words }) {
      const { subjectId, number, lotId } = values(subject);
      if (!(await takesPhonePayments(tx, lotId))) throw new Refusal(purchaseRefusal['no-phone']);
      const before = await find(tx, subject);
      if (before?.state === 'open' && before.validUntil > tx.now && before.amountFen === amountFen) return before;
      await insertPurchase(tx, {
        id: tx.newId(),
        kind,
        subjectId,
        number,
        lotId,
        amountFen,
        state: 'open',
        code: newCode(tx),
        validUntil: new Date(tx.now.getTime() + HOLDS_MS),
        words,
        payload: null,
        actorId: tx.who.userId,
        actorName: tx.who.name,
      });
      return (await find(tx, subject))!;
    },
    stop: async (tx, subject) => close(tx, await find(tx, subject)),
    locked: (subject) => ({ values: values(subject), subject: { subject, purchase: null } }),
  };
}
