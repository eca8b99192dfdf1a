import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { merchantRefusal } from '../merchant/merchant.contract.ts';
import { findMerchantOf, type MerchantRow } from '../merchant/merchant.queries.ts';

/** The merchant of the caller. Refuses accounts of none. */
export async function requireDesk(tx: TenantTx): Promise<MerchantRow & { readonly isManager: boolean }> {
  const merchant = await findMerchantOf(tx, tx.who.userId);
  if (!merchant) throw new Refusal(merchantRefusal['not-staff']);
  return merchant;
}

/** The merchant that the caller manages. */
export async function requireManager(tx: TenantTx): Promise<MerchantRow> {
  const merchant = await requireDesk(tx);
  if (!merchant.isManager) throw new Refusal(merchantRefusal['not-manager']);
  return merchant;
}
