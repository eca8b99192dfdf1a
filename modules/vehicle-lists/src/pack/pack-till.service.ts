import type { TenantTx } from '@boyun/kernel/server';
import type { RefundMethod } from './pack.contract.ts';

/** Money that goes with a pack: what came in is positive, what went back negative. */
export interface PackMoney {
  readonly packId: string;
  readonly lotId: string;
  readonly plate: string;
  readonly amountFen: number;
  readonly method: keyof typeof RefundMethod;
  /** Who took it or gives it back: cash is of that person's shift. */
  readonly actor: { readonly id: string | null; readonly name: string };
}

let till: ((tx: TenantTx, money: PackMoney) => Promise<void>) | null = null;

/** Says who files money of packs. Payments stand above this module, so they name themselves when the server is put together. */
export function setPackTill(take: (tx: TenantTx, money: PackMoney) => Promise<void>): void {
  till = take;
}

/** Files money of a pack in the transaction of the act it goes with. */
export async function fileMoney(tx: TenantTx, money: PackMoney): Promise<void> {
  if (!till) throw new Error('nobody files the money of packs');
  await till(tx, money);
}
