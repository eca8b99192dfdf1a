import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Customers and their cars; a car belongs to one customer at most. */
export interface CustomerBook {
  /** The mobile of each plate's customer; plates of nobody are left out. */
  mobilesOf(tx: TenantTx, plates: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The plates of customers by mobile; mobiles without a plate are left out. */
  platesOf(tx: TenantTx, mobiles: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Filled by the module that keeps customers. */
export const customerBook = singleSlot<CustomerBook>('customer.book');

/** The mobile of each plate's customer. */
export async function mobilesOf(tx: TenantTx, plates: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return plates.length === 0 ? new Map() : ((await tx.slots.find(customerBook)?.mobilesOf(tx, plates)) ?? new Map());
}

/** The plates of customers by mobile. */
export async function platesOf(
  tx: TenantTx,
  mobiles: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return mobiles.length === 0 ? new Map() : ((await tx.slots.find(customerBook)?.platesOf(tx, mobiles)) ?? new Map());
}
