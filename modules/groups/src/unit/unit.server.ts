import { Refusal, type Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { unit, unitRefusal } from './unit.contract.ts';
import { figuresOf } from './unit.queries.ts';

/** Units with what they have, use and owe. */
export const unitServer = serveResource(unit, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof unit>;
    if (row.validUntil && row.validUntil < row.validFrom) throw new Refusal(unitRefusal['ends-before-start']);
    const removed = (before?.lotIds ?? []).filter((one) => !row.lotIds.includes(one));
    const [used] = await tx.query<{ lot: string }>(
      `select l.name as lot from unit_quota q join lot_fact l on l.tenant_id = q.tenant_id and l.id = q.lot_id
       where q.tenant_id = $1 and q.unit_id = $2 and q.lot_id = any($3::uuid[]) limit 1`,
      [tx.tenantId, before?.id ?? null, removed],
    );
    if (used) throw new Refusal(unitRefusal['lot-used'], used);
    return values;
  },
  async beforeDelete(tx, { id }) {
    const [row] = await tx.query<{ isUsed: boolean }>(
      `select exists (select from unit_quota where tenant_id = $1 and unit_id = $2)
         or exists (select from unit_vehicle where tenant_id = $1 and unit_id = $2)
         or exists (select from unit_visitor where tenant_id = $1 and unit_id = $2)
         or exists (select from unit_account where tenant_id = $1 and unit_id = $2)
         or exists (select from unit_bill where tenant_id = $1 and unit_id = $2) as "isUsed"`,
      [tx.tenantId, id],
    );
    if (row!.isUsed) throw new Refusal(unitRefusal['in-use']);
  },
  async afterRead(tx, rows) {
    const figures = await figuresOf(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const { spotCount, takenCount, vehicleCount, owedFen } = figures.get(row.id)!;
      Object.assign(row, { spotCount, takenCount, vehicleCount, owedFen });
    }
  },
});
