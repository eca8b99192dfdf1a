import type { TenantTx } from '@boyun/kernel/server';
import { mobilesOf } from '@boyun/lists/server';
import type { Grantable, GrantedReduction } from '@boyun/orders/server';

/** Name of the cached answer whether a tenant has coupons. */
export const HAS_COUPONS_KEPT = 'has-coupons';

/** Returns whether coupons exist, so that a tenant without them costs its gates no query. */
export function hasCoupons(tx: TenantTx): Promise<boolean> {
  return tx.cached(HAS_COUPONS_KEPT, async () => {
    const [row] = await tx.query<{ has: boolean }>('select exists (select from coupon where tenant_id = $1) as has', [
      tx.tenantId,
    ]);
    return row!.has;
  });
}

/** A granted coupon that a stay may use. */
export interface UsableCoupon extends GrantedReduction {
  readonly id: string;
  readonly name: string;
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
  readonly minimumFeeFen: number | null;
  readonly isStackable: boolean;
}

const USABLE = `u.id, u.plate, u.mobile, c.name, c.effect, c.amount_fen, c.percent, c.minutes, c.lot_ids, c.vehicle_kinds, c.daily_from,
  c.daily_to, c.minimum_fee_fen, c.is_stackable, u.valid_from, u.valid_until`;

/** A coupon of a plate, or of a mobile. */
type Owned = Omit<UsableCoupon, 'plate'> & { readonly plate: string | null; readonly mobile: string | null };

/**
 * Returns the coupons that are free, or that one of the orders holds or has used already: of the plates, and of the mobiles of the customers
 * whose cars they are, once for each car. `orderIds` are those of the plates, in the same order.
 */
export async function findUsable(
  tx: TenantTx,
  plates: readonly string[],
  orderIds: readonly string[],
): Promise<UsableCoupon[]> {
  const customers = await mobilesOf(tx, plates);
  const found = await tx.query<Owned>(
    `select ${USABLE}, case when u.held_until > $4 then u.order_id end as order_id
     from user_coupon u join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
     where u.tenant_id = $1 and c.status = 2 and u.state = 'granted'
       and (u.plate = any($2::text[]) or u.plate is null and u.mobile = any($5::text[]))
       and (u.order_id is null or u.order_id = any($3::uuid[]) or u.held_until is null or u.held_until <= $4)
     union all
     select ${USABLE}, u.order_id
     from user_coupon u join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
     where u.tenant_id = $1 and u.order_id = any($3::uuid[]) and u.state = 'used'`,
    [tx.tenantId, plates, orderIds, tx.now, [...new Set(customers.values())]],
  );
  const carsOf = Map.groupBy(new Set(plates), (plate) => customers.get(plate) ?? null);
  return found.flatMap((one) => {
    if (one.plate !== null) return [{ ...one, plate: one.plate }];
    // Of the order that has it, whoever the car belongs to now.
    const holding = one.orderId === null ? undefined : plates[orderIds.indexOf(one.orderId)];
    return (holding === undefined ? (carsOf.get(one.mobile) ?? []) : [holding]).map((plate) => ({ ...one, plate }));
  });
}

/** Returns the coupons that can be granted now, each as if a car had it. */
export function findGrantable(tx: TenantTx): Promise<Grantable<UsableCoupon>[]> {
  return tx.query(
    `select id, '' as plate, name, effect, amount_fen, percent, minutes, lot_ids, vehicle_kinds, daily_from, daily_to, minimum_fee_fen,
       is_stackable from coupon
     where tenant_id = $1 and status = 2 and (valid_until is null or valid_until > $2) order by name`,
    [tx.tenantId, tx.now],
  );
}
