import type { Database } from '@boyun/kernel/server';

/** The stays of a lot as the database has them, in the words and the order of the model. */
export function storedStays(database: Database, tenantId: number, lotId: string, start: Date): Promise<object[]> {
  return database.system<object>(
    `select plate, (extract(epoch from entered_at - $3) / 60)::int as "from", (extract(epoch from left_at - $3) / 60)::int as "to",
       parking_state as state, case parking_state when 'inside' then 0 else fee_fen end as fee, paid_fen as paid
     from parking_order where tenant_id = $1 and lot_id = $2 order by plate collate "C", entered_at, id`,
    [tenantId, lotId, start],
  );
}

/** The passings of a lot: the number the camera gave each, and whether it has an order. */
export async function storedPassings(database: Database, tenantId: number, lotId: string): Promise<string[]> {
  const rows = await database.system<{ key: string; hasOrder: boolean }>(
    `select split_part(event_key, ':', 1) as key, order_id is not null as "hasOrder" from passing
     where tenant_id = $1 and lot_id = $2`,
    [tenantId, lotId],
  );
  return rows.map((one) => `${one.key} ${one.hasOrder}`).sort();
}
