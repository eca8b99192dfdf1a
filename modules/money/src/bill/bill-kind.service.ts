import { keyedSlot } from '@boyun/kernel/contract';
import type { EmittedEvent, TenantTx } from '@boyun/kernel/server';
import type { Channel } from '../channel/channel.contract.ts';
import type { Account } from '../ledger/ledger.service.ts';

/** What a bill is for and what it comes to. */
export interface BillValues {
  readonly kind: string;
  readonly subjectId: string;
  /** Counts the bills of a subject from 1. */
  readonly number: number;
  readonly lotId: string;
  readonly plate: string;
  readonly grossFen: number;
  readonly reducedFen: number;
  /**
   * How much of what was refunded the subject still counts as paid for, where that is not all of it: a correction may have left
   * less than went back. The rest is added to gross, because the refund has reversed its revenue already.
   */
  readonly countedRefundFen?: number;
}

/** A subject that was locked, with what its bill comes to now. `S` is what the module that owns it needs again. */
export interface LockedSubject<S = unknown> {
  readonly values: BillValues;
  readonly subject: S;
}

/** What a payment did to a bill. */
export interface Settlement {
  readonly channel: Channel;
  readonly paidAt: Date;
  /** What it settled, in fen. */
  readonly appliedFen: number;
  /** What it was too much, in fen. */
  readonly excessFen: number;
}

/** What a refund did to a bill, in fen: what had settled it, and what had been too much. */
export interface GivenBack {
  readonly appliedFen: number;
  readonly excessFen: number;
}

/** A kind of thing that is paid for. The module that owns the subject fills `billKinds` with it; its hooks run in the transaction of the money. */
export interface BillKind<S = unknown> {
  /** The account that is credited when a bill opens and debited when its money goes back. */
  credit(subjectId: string): Account;
  /** The key under which events of payments name the subject; null where the module emits events of its own. */
  readonly eventKey: 'orderId' | 'packId' | null;
  /** Locks the subject of a bill and says what it owes now; null where it is gone. */
  lock(tx: TenantTx, subjectId: string, number: number): Promise<LockedSubject<S> | null>;
  /** An electronic payment began. Nobody else may pay until it ends. */
  begun?(tx: TenantTx, subject: S, until: Date): Promise<void>;
  /** A payment of it failed or was closed. */
  ended?(tx: TenantTx, subject: S): Promise<void>;
  /** Money came. May answer an event, which follows that of the payment. */
  settled?(tx: TenantTx, subject: S, settlement: Settlement): Promise<EmittedEvent | null>;
  /** More came than was owed, over all bills of a payment; called for the bill it was started for. */
  overpaid?(
    tx: TenantTx,
    subject: S,
    payment: { readonly paymentNo: string; readonly excessFen: number },
  ): Promise<void>;
  /** Money went back. */
  refunded?(tx: TenantTx, subject: S, back: GivenBack): Promise<void>;
  /** The provider did not give it back. */
  refundFailed?(tx: TenantTx, subject: S, refund: { readonly amountFen: number }): Promise<void>;
}

/** The kinds of bills, by name; filled by the modules that own the subjects. */
export const billKinds = keyedSlot<BillKind>('bill-kind');

/** Declares a kind of bill over the subject `S` its own `lock` answers, for the slot `billKinds`. */
export function billKindOf<S>(kind: BillKind<S>): BillKind {
  return kind as BillKind;
}

/** The kind of a bill; throws where no module fills the slot with it. */
export function billKind(tx: TenantTx, name: string): BillKind {
  const kind = tx.slots.byKey(billKinds).get(name);
  if (!kind) throw new Error(`no module has bills of kind ${name}`);
  return kind;
}
