import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { lockMerchant, type MerchantRow } from '../merchant/merchant.queries.ts';
import { whyClosed } from '../merchant/merchant.service.ts';
import { findMerchantId, type GrantedDiscount, lockDiscount } from './discount.queries.ts';
import { discountRefusal, merchantDiscount } from './merchant-discount.contract.ts';

/** A merchant and one of its discounts, both locked. */
export interface Giving {
  readonly merchant: MerchantRow;
  readonly discount: GrantedDiscount;
}

/** Locks a discount with its merchant; `ofMerchant` refuses one of another merchant as if there were none. */
export async function lockGiving(tx: TenantTx, discountId: string, ofMerchant: string | null): Promise<Giving> {
  const merchantId = await findMerchantId(tx, discountId);
  if (!merchantId || (ofMerchant && merchantId !== ofMerchant)) throw notFound(tx.who, merchantDiscount.title);
  // The merchant first, as gates do.
  const merchant = (await lockMerchant(tx, merchantId))!;
  const discount = await lockDiscount(tx, discountId);
  if (!discount) throw notFound(tx.who, merchantDiscount.title);
  return { merchant, discount };
}

/** Refuses where a merchant or its discount is not in force. */
export function requireInForce(tx: TenantTx, { merchant, discount }: Giving): void {
  const closed = whyClosed(merchant, tx.now);
  if (closed) throw new Refusal(closed);
  if (discount.status === 1) throw new Refusal(discountRefusal.disabled);
}
