import type { TenantTx } from '@boyun/kernel/server';

/** The names of the other lots that cars are inside of, by plate. */
export async function insideElsewhere(
  tx: TenantTx,
  lotId: string,
  plates: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ plate: string; name: string }>(
    `select c.plate, l.name from car_inside_fact c join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
     where c.tenant_id = $1 and c.lot_id <> $2 and c.plate = any($3)`,
    [tx.tenantId, lotId, plates],
  );
  return new Map(rows.map(({ plate, name }) => [plate, name]));
}
