import type { Values } from '@boyun/kernel/contract';
import { runSql, sql, type TenantTx } from '@boyun/kernel/server';
import { stateAt } from '../user-coupon/user-coupon.queries.ts';
import { type heldCoupons, MOST_SHOWN } from './holder-coupon.contract.ts';

type Held = Values<typeof heldCoupons>;
type Row = Held['coupons'][number] & { readonly kind: 'usable' | 'used' | 'over'; readonly count: number };

/** Returns the coupons of plates and of mobiles, as far as the caller sees their lots: usable ones first, those that end next before others. */
export async function findHeld(
  tx: TenantTx,
  { plates, mobiles }: { readonly plates: readonly string[]; readonly mobiles: readonly string[] },
): Promise<Held> {
  const kind = sql`case when state in ('granted', 'held') then 'usable' when state = 'used' then 'used' else 'over' end`;
  const rows = await runSql<Row>(
    tx,
    sql`with owned as (
      select u.id, c.name as coupon_name, c.effect, c.amount_fen, c.percent, c.minutes, coalesce(u.plate, o.plate) as plate, u.mobile,
        ${stateAt(tx.now)} as state, u.valid_until, u.used_at, u.used_fen, u.order_id
      from user_coupon u join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
      left join stay_fact o on o.tenant_id = u.tenant_id and o.id = u.order_id
      where u.tenant_id = ${tx.tenantId} and (u.plate = any(${plates}::text[]) or u.plate is null and u.mobile = any(${mobiles}::text[]))
        and (${tx.who.lotIds}::uuid[] is null or c.lot_ids = '{}' or c.lot_ids && ${tx.who.lotIds}::uuid[])
    ), placed as (
      select *, ${kind} as kind, count(*) over (partition by ${kind})::int as count,
        row_number() over (partition by ${kind} order by used_at desc nulls first,
          case when state in ('granted', 'held') then valid_until end, valid_until desc, id) as place
      from owned
    )
    select * from placed where place <= ${MOST_SHOWN} order by array_position(array['usable', 'used', 'over'], kind), place`,
  );
  const countOf = (of: Row['kind']) => rows.find((one) => one.kind === of)?.count ?? 0;
  return {
    usableCount: countOf('usable'),
    usedCount: countOf('used'),
    overCount: countOf('over'),
    coupons: rows.map(({ kind: _kind, count: _count, ...one }) => one),
  };
}
