import { keyedSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Actor } from './stored-entry.queries.ts';

/** A refund of a stay that goes back to the card or wallet it was paid from. */
export interface StoredReturn {
  readonly refundId: string;
  readonly storeId: string;
  readonly paymentId: string;
  readonly amountFen: number;
  readonly lotId: string;
  readonly note: string;
  readonly actor: Actor;
}

/** Puts refunds of stays back, by the channel that pays from a kind of store. */
export const storedReturns = keyedSlot<(tx: TenantTx, back: StoredReturn) => Promise<void>>('payment.stored-returns');
