import type { TenantTx } from '@boyun/kernel/server';
import type { Grantable, GrantedReduction } from '@boyun/orders/server';

/** A grant that a stay may use. */
export interface UsableGrant extends GrantedReduction {
  readonly id: string;
  readonly merchantId: string;
  readonly name: string;
  readonly days: readonly number[];
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly minimumFeeFen: number | null;
  readonly isStackable: boolean;
}

const COLUMNS = `g.id, g.merchant_id, g.plate, d.name, d.effect, d.amount_fen, d.percent, d.minutes, d.price_fen,
  case when d.lot_ids = '{}' then m.lot_ids else d.lot_ids end as lot_ids, d.vehicle_kinds, d.days, d.daily_from, d.daily_to,
  d.minimum_fee_fen, d.is_stackable, g.granted_at as valid_from, g.valid_until`;
const FROM = `merchant_grant g join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id
  join merchant m on m.tenant_id = g.tenant_id and m.id = g.merchant_id`;

/**
 * Returns the grants of plates that are free, or that one of the orders holds or has used already; by one query. What a merchant has
 * granted holds although it was disabled since.
 */
export function findUsable(
  tx: TenantTx,
  plates: readonly string[],
  orderIds: readonly string[],
): Promise<UsableGrant[]> {
  return tx.query<UsableGrant>(
    `select ${COLUMNS}, case when g.held_until > $4 then g.order_id end as order_id from ${FROM}
     where g.tenant_id = $1 and g.plate = any($2::text[]) and g.state = 'granted'
       and (g.order_id is null or g.order_id = any($3::uuid[]) or g.held_until is null or g.held_until <= $4)
     union all
     select ${COLUMNS}, g.order_id from ${FROM}
     where g.tenant_id = $1 and g.order_id = any($3::uuid[]) and g.state = 'used'`,
    [tx.tenantId, plates, orderIds, tx.now],
  );
}

/** Counts the grants of a discount since a moment, all and those of a plate, and tells whether one of the plate is open. */
export async function countGrants(
  tx: TenantTx,
  discountId: string,
  plate: string,
  since: Date,
): Promise<{ today: number; ofPlate: number; hasOpen: boolean }> {
  const [row] = await tx.query<{ today: number; ofPlate: number; hasOpen: boolean }>(
    `select (select count(*)::int from merchant_grant
         where tenant_id = $1 and discount_id = $2 and granted_at >= $4 and state <> 'revoked') as today,
       (select count(*)::int from merchant_grant
         where tenant_id = $1 and discount_id = $2 and granted_at >= $4 and state <> 'revoked' and plate = $3) as "ofPlate",
       exists (select from merchant_grant
         where tenant_id = $1 and plate = $3 and state = 'granted' and discount_id = $2 and valid_until > $5) as "hasOpen"`,
    [tx.tenantId, discountId, plate, since, tx.now],
  );
  return row!;
}

/** Whether a car is inside one of the lots. */
export async function isInside(tx: TenantTx, plate: string, lotIds: readonly string[]): Promise<boolean> {
  const [row] = await tx.query<{ isInside: boolean }>(
    `select exists (select from car_inside_fact where tenant_id = $1 and plate = $2 and lot_id = any($3::uuid[])) as "isInside"`,
    [tx.tenantId, plate, lotIds],
  );
  return row!.isInside;
}

/** Returns the discounts that merchants can grant now, each as if a car had it. */
export function findGrantable(tx: TenantTx): Promise<Grantable<UsableGrant>[]> {
  return tx.query(
    `select d.id, d.merchant_id, '' as plate, m.name || ' ' || d.name as name, d.effect, d.amount_fen, d.percent, d.minutes, d.price_fen,
       case when d.lot_ids = '{}' then m.lot_ids else d.lot_ids end as lot_ids, d.vehicle_kinds, d.days, d.daily_from, d.daily_to,
       d.minimum_fee_fen, d.is_stackable
     from merchant_discount d join merchant m on m.tenant_id = d.tenant_id and m.id = d.merchant_id
     where d.tenant_id = $1 and d.status = 2 and m.status = 2 and (m.valid_until is null or m.valid_until > $2) order by 4`,
    [tx.tenantId, tx.now],
  );
}
