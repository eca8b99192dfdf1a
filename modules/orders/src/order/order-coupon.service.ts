import type { TenantTx } from '@boyun/kernel/server';
import { reductionGivers } from './reduction-giver.service.ts';

/** What coupons and discounts of merchants took off an order, and the names of the merchants that bear it. */
interface OrderCoupon {
  readonly couponFen: number;
  readonly couponMerchant: string | null;
}

/** Returns the coupons of orders by order id; orders without any are left out. Two queries at most. */
export async function findCoupons(
  tx: TenantTx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderCoupon>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<{ orderId: string; couponFen: number; payerIds: string[] }>(
    `select order_id, sum(amount_fen)::bigint as "couponFen",
       coalesce(array_agg(distinct payer_id) filter (where payer_id is not null), '{}') as "payerIds"
     from order_reduction where tenant_id = $1 and order_id = any($2::uuid[]) and source in ('merchant', 'coupon')
     group by order_id`,
    [tx.tenantId, orderIds],
  );
  const names = await payerNames(tx, [...new Set(rows.flatMap((one) => one.payerIds))]);
  return new Map(
    rows.map(({ orderId, couponFen, payerIds }) => {
      const couponMerchant = payerIds.flatMap((id) => names.get(id) ?? []).join('、');
      return [orderId, { couponFen, couponMerchant: couponMerchant || null }];
    }),
  );
}

async function payerNames(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await Promise.all(tx.slots.all(reductionGivers).flatMap((giver) => giver.payerNames?.(tx, ids) ?? []));
  return new Map(found.flatMap((names) => [...names]));
}
