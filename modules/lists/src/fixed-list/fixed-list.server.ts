import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource, type TenantTx } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { checkEntry } from '../standing/list-entry.service.ts';
import { listRefusal } from '../standing/list-field.contract.ts';
import { listReviews } from '../standing/list-review.contract.ts';
import { fixedList } from './fixed-list.contract.ts';

/** Fixed vehicles: the spot must belong to the lot, and a car has one spot of a lot at a time. */
export const fixedListServer = serveResource(fixedList, {
  ...reviewedTable(fixedList, listReviews.fixedList.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof fixedList>;
    checkEntry(tx, { ...row, lotIds: [row.lotId] }, before && { ...before, lotIds: [before.lotId] });
    await checkSpot(tx, row, before?.id ?? null);
    return values;
  },
});

async function checkSpot(tx: TenantTx, row: Row<typeof fixedList>, ownId: string | null): Promise<void> {
  const [spot] = await tx.query<{ number: string; lotId: string }>(
    'select number, lot_id from spot_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, row.spotId],
  );
  // The check of references refuses a spot that does not exist.
  if (spot && spot.lotId !== row.lotId) throw new Refusal(listRefusal['other-lot-spot'], { spot: spot.number });
  // Serialises concurrent entries of one plate.
  await tx.lock(`fixed ${row.plate}`);
  const [other] = await tx.query<{ number: string }>(
    `select s.number from fixed_list f join spot_fact s on s.tenant_id = f.tenant_id and s.id = f.spot_id
     where f.tenant_id = $1 and f.plate = $2 and f.lot_id = $3 and f.id is distinct from $4
       and f.valid_from < coalesce($6, 'infinity'::timestamptz) and coalesce(f.valid_until, 'infinity') > $5
     limit 1`,
    [tx.tenantId, row.plate, row.lotId, ownId, row.validFrom, row.validUntil],
  );
  if (other) throw new Refusal(listRefusal['has-spot'], { plate: row.plate, spot: other.number });
}
