import type { TenantTx } from '@boyun/kernel/server';

/** Somebody a plate belongs to, as far as lists tell. */
export interface PlateOwner {
  readonly name: string | null;
  readonly phone: string;
}

/** Whom to call about a plate: of its packs, fixed spots, appointments and visits the youngest with a phone. */
export async function findOwner(tx: TenantTx, plate: string): Promise<PlateOwner | null> {
  const [row] = await tx.query<PlateOwner>(
    `select name, phone from (
       select p.owner_name as name, p.owner_phone as phone, p.updated_at as at, 1 as rank
       from pack_plate c join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
       where c.tenant_id = $1 and c.plate = $2
       union all
       select owner_name, owner_phone, updated_at, 1 from fixed_list where tenant_id = $1 and plate = $2
       union all
       select driver_name, driver_phone, updated_at, 2 from appointment where tenant_id = $1 and plate = $2
       union all
       select visitor_name, visitor_phone, updated_at, 2 from visit_list where tenant_id = $1 and plate = $2
     ) as known where phone is not null order by rank, at desc limit 1`,
    [tx.tenantId, plate],
  );
  return row ?? null;
}
