import type { VipTerms } from '@boyun/domain/vip';
import type { TenantTx } from '@boyun/kernel/server';
import type { Grantable, GrantedReduction } from '@boyun/orders/server';

/** Name of the cached answer whether a tenant has VIP groups. */
export const HAS_VIP_KEPT = 'has-vip';

/** Returns whether VIP groups exist, so that a tenant without them costs its gates no query. */
export function hasVip(tx: TenantTx): Promise<boolean> {
  return tx.cached(HAS_VIP_KEPT, async () => {
    const [row] = await tx.query<{ has: boolean }>(
      'select exists (select from vip_group where tenant_id = $1) as has',
      [tx.tenantId],
    );
    return row!.has;
  });
}

/** What a car has as a member of a VIP group. */
export type Membership = GrantedReduction & VipTerms & { readonly spotKinds: readonly string[] };

const POLICY = `g.name, g.effect, g.amount_fen, g.percent, g.minutes, g.price_fen, g.lot_ids, g.spot_kinds, g.vehicle_kinds, g.days,
  g.daily_from, g.daily_to`;

/** Returns the memberships of plates in groups that are in use; by one query. */
export function findMemberships(tx: TenantTx, plates: readonly string[]): Promise<Membership[]> {
  return tx.query<Membership>(
    `select v.id, v.plate, ${POLICY}, v.valid_from, coalesce(v.valid_until, '9999-01-01') as valid_until, null as order_id
     from vip_vehicle v join vip_group g on g.tenant_id = v.tenant_id and g.id = v.vip_group_id and g.status = 2
     where v.tenant_id = $1 and v.plate = any($2::text[])`,
    [tx.tenantId, plates],
  );
}

/** Returns the memberships that hold in a lot now or begin before a moment. */
export function findMembershipsOfLot(tx: TenantTx, lotId: string, until: Date): Promise<Membership[]> {
  return tx.query<Membership>(
    `select v.id, v.plate, ${POLICY}, v.valid_from, coalesce(v.valid_until, '9999-01-01') as valid_until, null as order_id
     from vip_vehicle v join vip_group g on g.tenant_id = v.tenant_id and g.id = v.vip_group_id and g.status = 2
     where v.tenant_id = $1 and v.valid_from < $3 and (v.valid_until is null or v.valid_until > $4)
       and (g.lot_ids = '{}' or $2 = any(g.lot_ids))`,
    [tx.tenantId, lotId, until, tx.now],
  );
}

/** Returns the groups in use, each as if a car were its member. */
export function findPolicies(tx: TenantTx): Promise<Grantable<Membership>[]> {
  return tx.query(
    `select g.id, '' as plate, ${POLICY} from vip_group g where g.tenant_id = $1 and g.status = 2 order by g.name`,
    [tx.tenantId],
  );
}
