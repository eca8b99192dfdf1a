import { keyedSlot, type Permission } from '@boyun/kernel/contract';
import type { EmittedEvent, TenantTx } from '@boyun/kernel/server';
import type { Channel, Scene } from '../channel/channel.contract.ts';
import type { Account } from '../ledger/ledger.service.ts';

/** The subject of a bill and its amounts in fen. */
export interface BillValues {
  readonly kind: string;
  readonly subjectId: string;
  /** Counts the bills of a subject from 1. */
  readonly number: number;
  /** Null for what belongs to no lot: what tenants owe the platform. */
  readonly lotId: string | null;
  readonly plate: string;
  readonly grossFen: number;
  readonly reducedFen: number;
  /**
   * The part of the refunds that the subject still counts, in fen; by default all of them. A correction may have left
   * less than was refunded. The rest is added to gross, because the refund has already reversed its revenue.
   */
  readonly countedRefundFen?: number;
}

/** A locked subject with the current amounts of its bill. `S` is the state that the owning module passes to its own hooks. */
export interface LockedSubject<S = unknown> {
  readonly values: BillValues;
  readonly subject: S;
}

/** The effect of a payment on a bill. */
export interface Settlement {
  readonly paymentId: string;
  readonly paymentNo: string;
  readonly channel: Channel;
  readonly scene: Scene;
  readonly paidAt: Date;
  /** The settled amount, in fen. */
  readonly appliedFen: number;
  /** The amount beyond what was due, in fen. */
  readonly excessFen: number;
}

/** The effect of a refund on a bill, in fen: the part that had settled it, and the part that had been an excess. */
export interface GivenBack {
  readonly refundId: string;
  readonly refundNo: string;
  readonly channel: Channel;
  readonly appliedFen: number;
  readonly excessFen: number;
}

/** A kind of thing that is paid for. The module that owns the subject fills `billKinds` with it; its hooks run in the transaction of the money. */
export interface BillKind<S = unknown> {
  /** The account that is credited when a bill opens and debited when its money goes back. */
  credit(subjectId: string): Account;
  /** The module emits events of its own about the payments of these bills. */
  readonly hasOwnEvents?: boolean;
  /** The bill is owed before a purchase of it begins; others come to nothing until their money is there. */
  readonly isOwed?: boolean;
  /** Who takes the money of purchases of this kind, and follows and cancels them. */
  readonly takenBy?: Permission;
  /** The field in which events of payments name the subject, besides their subject id. */
  readonly eventKey?: 'orderId' | 'packId';
  /** Locks the subject of a bill and returns it with its current amounts; null where it no longer exists. */
  lock(tx: TenantTx, subjectId: string, number: number): Promise<LockedSubject<S> | null>;
  /** An electronic payment began. No other payment may begin until it ends. */
  begun?(tx: TenantTx, subject: S, until: Date): Promise<void>;
  /** A payment of it failed or was closed. */
  ended?(tx: TenantTx, subject: S): Promise<void>;
  /** The time to pay a purchase has ended. */
  expired?(tx: TenantTx, subject: S): Promise<void>;
  /** Money was received. May return an event, which is emitted after that of the payment. */
  settled?(tx: TenantTx, subject: S, settlement: Settlement): Promise<EmittedEvent | null>;
  /** A payment exceeded the sum due of all its bills; called for the bill it was started for. */
  overpaid?(
    tx: TenantTx,
    subject: S,
    payment: { readonly paymentNo: string; readonly scene: Scene; readonly excessFen: number },
  ): Promise<void>;
  /** Money was refunded. */
  refunded?(tx: TenantTx, subject: S, back: GivenBack): Promise<void>;
  /** The provider failed to refund it. */
  refundFailed?(
    tx: TenantTx,
    subject: S,
    refund: { readonly id: string; readonly amountFen: number; readonly excessFen: number },
  ): Promise<void>;
}

/** The kinds of bills, by name; filled by the modules that own the subjects. */
export const billKinds = keyedSlot<BillKind>('bill-kind');

/** Declares a kind of bill for the slot `billKinds`; `S` is the subject that its `lock` returns. */
export function billKindOf<S>(kind: BillKind<S>): BillKind {
  return kind as BillKind;
}

/**
 * The field with the subject in the data of a payment's event; null where the module emits events of its own, which it does of money that
 * settles its bills, not of money that only exceeds them.
 */
export function subjectField(
  tx: TenantTx,
  { kind, subjectId }: Pick<BillValues, 'kind' | 'subjectId'>,
  isExcess: boolean,
): object | null {
  const { hasOwnEvents, eventKey } = billKind(tx, kind);
  if (hasOwnEvents) return isExcess ? {} : null;
  return eventKey ? { [eventKey]: subjectId } : {};
}

/** The kind of a bill; throws where no module fills the slot with it. */
export function billKind(tx: TenantTx, name: string): BillKind {
  const kind = tx.slots.byKey(billKinds).get(name);
  if (!kind) throw new Error(`no module has bills of kind ${name}`);
  return kind;
}
