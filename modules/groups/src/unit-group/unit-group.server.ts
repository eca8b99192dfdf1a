import { Refusal } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { groupRefusal, unitGroup } from './unit-group.contract.ts';

interface Figures {
  readonly id: string;
  readonly unitCount: number;
  readonly spotCount: number;
  readonly vehicleCount: number;
}

/** Groups with the units, spots and cars of themselves and of the groups below them. */
export const unitGroupServer = serveResource(unitGroup, {
  async beforeWrite(tx, values, before) {
    if (!before || !values.parentId) return values;
    // Two moves at once could close a circle that neither of them sees.
    await tx.lock('unit-groups');
    const [below] = await tx.query(
      `with recursive below as (
         select id from unit_group where tenant_id = $1 and id = $2
         union select g.id from unit_group g join below b on g.tenant_id = $1 and g.parent_id = b.id
       ) select from below where id = $3`,
      [tx.tenantId, before.id, values.parentId],
    );
    if (below) throw new Refusal(groupRefusal.circle);
    return values;
  },
  async afterRead(tx, rows) {
    const found = await tx.query<Figures>(
      `with recursive part as (
         select id as root, id from unit_group where tenant_id = $1 and id = any($2::uuid[])
         union select p.root, g.id from unit_group g join part p on g.tenant_id = $1 and g.parent_id = p.id
       )
       select p.root as id, count(u.id)::int as "unitCount", coalesce(sum(q.spots), 0)::int as "spotCount",
         coalesce(sum(v.cars), 0)::int as "vehicleCount"
       from part p join unit u on u.tenant_id = $1 and u.group_id = p.id
       cross join lateral (select sum(spots) as spots from unit_quota where tenant_id = $1 and unit_id = u.id) q
       cross join lateral (select count(distinct plate) as cars from unit_vehicle
         where tenant_id = $1 and unit_id = u.id and valid_from <= $3 and (valid_until is null or valid_until > $3)) v
       group by p.root`,
      [tx.tenantId, rows.map((row) => row.id), tx.now],
    );
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const row of rows) {
      const { unitCount, spotCount, vehicleCount } = byId.get(row.id) ?? NOTHING;
      Object.assign(row, { unitCount, spotCount, vehicleCount });
    }
  },
});

const NOTHING = { unitCount: 0, spotCount: 0, vehicleCount: 0 };
