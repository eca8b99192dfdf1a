import { isPlate } from '@boyun/domain/plate';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { vipGroup, vipRefusal } from '../vip-group/vip-group.contract.ts';
import { vipReviews } from '../vip-group/vip-review.contract.ts';
import { vipVehicle } from './vip-vehicle.contract.ts';

/** Refuses cars of groups that hold in lots the caller does not see; only who sees all lots changes those of all lots. */
async function requireGroup(tx: TenantTx, id: string): Promise<void> {
  const [group] = await tx.query<{ lotIds: string[] }>(
    'select lot_ids from vip_group where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  );
  if (!group || !coversLots(tx.who, group.lotIds)) throw notFound(tx.who, vipGroup.title);
}

/** Vehicles of VIP groups. */
export const vipVehicleServer = serveResource(vipVehicle, {
  ...reviewedTable(vipVehicle, vipReviews.vehicle.name, (row) => row.remark, { isUsual: true }),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof vipVehicle>;
    if (before) await requireGroup(tx, before.vipGroupId);
    await requireGroup(tx, row.vipGroupId);
    if (!isPlate(row.plate)) throw new Refusal(vipRefusal['bad-plate'], { plate: row.plate });
    if (row.validUntil && row.validFrom > row.validUntil) throw new Refusal(vipRefusal['ends-before-start']);
    return values;
  },
  async beforeDelete(tx, { vipGroupId }) {
    await requireGroup(tx, vipGroupId);
  },
  async afterRead(tx, rows) {
    const found = await tx.query<{ id: string; uses: number; fen: number }>(
      `select r.source_id as id, count(distinct r.order_id)::int as uses, sum(r.amount_fen)::bigint as fen
       from reduction_fact r join stay_fact s on s.tenant_id = r.tenant_id and s.id = r.order_id
         and s.parking_state in ('left', 'no-exit')
       where r.tenant_id = $1 and r.source = 'vip' and r.source_id = any($2::uuid[]) group by 1`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const row of rows)
      Object.assign(row, { useCount: byId.get(row.id)?.uses ?? 0, reducedFen: byId.get(row.id)?.fen ?? 0 });
  },
});
