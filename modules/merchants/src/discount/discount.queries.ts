import type { TenantTx } from '@boyun/kernel/server';

/** Name of the cached answer whether a tenant has discounts of merchants. */
export const HAS_DISCOUNTS_KEPT = 'has-merchant-discounts';

/** Returns whether merchants have discounts, so that a tenant without them costs its gates no query. */
export function hasDiscounts(tx: TenantTx): Promise<boolean> {
  return tx.cached(HAS_DISCOUNTS_KEPT, async () => {
    const [row] = await tx.query<{ has: boolean }>(
      'select exists (select from merchant_discount where tenant_id = $1) as has',
      [tx.tenantId],
    );
    return row!.has;
  });
}

/** A discount with its merchant, about to be granted. */
export interface GrantedDiscount {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly status: 1 | 2;
  readonly charging: 'actual' | 'package';
  readonly reserveFen: number | null;
  readonly stock: number;
  /** What the merchant may buy by itself; null where staff sells packages. */
  readonly packageCount: number | null;
  readonly packagePriceFen: number | null;
  readonly lotIds: readonly string[];
  readonly validHours: number;
  readonly perPlateDay: number | null;
  readonly dailyLimit: number | null;
}

/** Returns a discount, locked so that its limits hold; null where there is none. Its merchant must be locked first. */
export async function lockDiscount(tx: TenantTx, id: string): Promise<GrantedDiscount | null> {
  const [row] = await tx.query<GrantedDiscount>(
    `select id, merchant_id, name, status, charging, reserve_fen, stock, package_count, package_price_fen, lot_ids, valid_hours, per_plate_day, daily_limit
     from merchant_discount where tenant_id = $1 and id = $2 for no key update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the merchant of a discount; null where there is no such discount. */
export async function findMerchantId(tx: TenantTx, discountId: string): Promise<string | null> {
  const [row] = await tx.query<{ merchantId: string }>(
    'select merchant_id from merchant_discount where tenant_id = $1 and id = $2',
    [tx.tenantId, discountId],
  );
  return row?.merchantId ?? null;
}
