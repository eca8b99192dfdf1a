import { reaction } from '@boyun/kernel/server';
import { packApproved, packPlatesChanged, packRenewed, packResumed, packSold } from '@boyun/passes/contract';

/**
 * A pack that is sold, approved, renewed, resumed or given other plates while its car is inside covers that stay from that
 * moment on. It covers as many of its cars as it has places, in the order of their entry.
 */
export const coverCarsInside = reaction(
  'cover-cars-inside',
  [packSold, packApproved, packRenewed, packResumed, packPlatesChanged],
  {
    wants: ({ data }) => data.state === 'active',
    async react(tx, { subjectId, data: { plates, lotIds, carsPerPack } }) {
      const covered = await tx.query<{ orderId: string }>(
        `update car_inside c set list_entry_id = $2
       from (
         select i.lot_id, i.plate from car_inside i
         join parking_order o on o.tenant_id = i.tenant_id and o.id = i.order_id
         where i.tenant_id = $1 and i.plate = any($3::text[]) and i.list_entry_id is null and o.standing = 'temporary'
           and (cardinality($4::uuid[]) = 0 or i.lot_id = any($4::uuid[]))
         order by i.entered_at
         limit greatest(0, $5 - (select count(*) from car_inside where tenant_id = $1 and list_entry_id = $2))
       ) as chosen
       where c.tenant_id = $1 and c.lot_id = chosen.lot_id and c.plate = chosen.plate
       returning c.order_id`,
        [tx.tenantId, subjectId, plates, lotIds, carsPerPack],
      );
      await tx.query(
        `update parking_order set list_kind = 'pack', list_entry_id = $2, updated_at = $4
       where tenant_id = $1 and id = any($3::uuid[])`,
        [tx.tenantId, subjectId, covered.map((one) => one.orderId), tx.now],
      );
    },
  },
);
