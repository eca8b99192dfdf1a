import type { TenantTx } from '@boyun/kernel/server';
import type { DeskDiscount } from './desk.contract.ts';

/** Returns the enabled discounts of a merchant with their grants since a moment, by name. */
export function findDeskDiscounts(tx: TenantTx, merchantId: string, since: Date): Promise<DeskDiscount[]> {
  return tx.query<DeskDiscount>(
    `select d.id, d.name, d.effect, d.amount_fen, d.percent, d.minutes, d.price_fen, d.charging, d.stock, d.package_count,
       d.package_price_fen, d.valid_hours, d.daily_limit,
       (select count(*)::int from merchant_grant g where g.tenant_id = d.tenant_id and g.discount_id = d.id and g.granted_at >= $3
          and g.state <> 'revoked') as "grantedToday"
     from merchant_discount d where d.tenant_id = $1 and d.merchant_id = $2 and d.status = 2 order by d.name`,
    [tx.tenantId, merchantId, since],
  );
}

/** What a merchant granted, and what of it was used, since a moment. */
export async function countToday(
  tx: TenantTx,
  merchantId: string,
  since: Date,
): Promise<{ grantedToday: number; usedToday: number; usedTodayFen: number }> {
  const [row] = await tx.query<{ grantedToday: number; usedToday: number; usedTodayFen: number }>(
    `select count(*) filter (where granted_at >= $3 and state <> 'revoked')::int as "grantedToday",
       count(*) filter (where used_at >= $3)::int as "usedToday",
       coalesce(sum(used_fen) filter (where used_at >= $3), 0)::bigint as "usedTodayFen"
     from merchant_grant where tenant_id = $1 and merchant_id = $2 and granted_at >= $3::timestamptz - interval '366 days'
       and (granted_at >= $3 or used_at >= $3)`,
    [tx.tenantId, merchantId, since],
  );
  return row!;
}

/** Returns the names of lots, in their order. */
export async function lotNames(tx: TenantTx, lotIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(
    `select l.name from unnest($2::uuid[]) with ordinality as g(id, place)
     join lot_fact l on l.tenant_id = $1 and l.id = g.id order by g.place`,
    [tx.tenantId, lotIds],
  );
  return rows.map((one) => one.name);
}
