import { Refusal } from '@boyun/kernel/contract';
import { notFound, type TenantTx } from '@boyun/kernel/server';
import { type Giving, lockGiving } from '../discount/giving.service.ts';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { merchantRefusal } from '../merchant/merchant.contract.ts';
import { findMerchantOf, type MerchantRow } from '../merchant/merchant.queries.ts';

/** The merchant of the caller. Refuses accounts of none. */
export async function requireDesk(tx: TenantTx): Promise<MerchantRow & { readonly isManager: boolean }> {
  const merchant = await findMerchantOf(tx, tx.who.userId);
  if (!merchant) throw new Refusal(merchantRefusal['not-staff']);
  return merchant;
}

/** Locks a discount of the caller's own merchant. */
export async function lockOwn(tx: TenantTx, discountId: string): Promise<Giving> {
  const own = await findMerchantOf(tx, tx.who.userId);
  if (!own) throw notFound(tx.who, merchantDiscount.title);
  return lockGiving(tx, discountId, own.id);
}

/** The merchant that the caller manages. */
export async function requireManager(tx: TenantTx): Promise<MerchantRow> {
  const merchant = await requireDesk(tx);
  if (!merchant.isManager) throw new Refusal(merchantRefusal['not-manager']);
  return merchant;
}
