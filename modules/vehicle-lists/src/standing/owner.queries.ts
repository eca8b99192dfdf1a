import type { TenantTx } from '@boyun/kernel/server';

/** Somebody a plate belongs to, as far as lists tell. */
export interface PlateOwner {
  readonly name: string | null;
  readonly phone: string;
}

/**
 * Whom to call about plates: of their packs and fixed spots, then of their appointments and visits, the youngest with a phone
 * that will do.
 */
export async function findOwners(
  tx: TenantTx,
  plates: readonly string[],
  isFit: (phone: string) => boolean = () => true,
): Promise<Map<string, PlateOwner>> {
  const rows = await tx.query<PlateOwner & { plate: string }>(
    `select plate, name, phone from (
       select c.plate, p.owner_name as name, p.owner_phone as phone, p.updated_at as at, 1 as rank
       from pack_plate c join pack p on p.tenant_id = c.tenant_id and p.id = c.pack_id
       where c.tenant_id = $1 and c.plate = any($2)
       union all
       select plate, owner_name, owner_phone, updated_at, 1 from fixed_list where tenant_id = $1 and plate = any($2)
       union all
       select plate, driver_name, driver_phone, updated_at, 2 from appointment where tenant_id = $1 and plate = any($2)
       union all
       select plate, visitor_name, visitor_phone, updated_at, 2 from visit_list where tenant_id = $1 and plate = any($2)
     ) as known where phone is not null order by plate, rank, at desc`,
    [tx.tenantId, plates],
  );
  const owners = new Map<string, PlateOwner>();
  for (const { plate, ...owner } of rows) if (!owners.has(plate) && isFit(owner.phone)) owners.set(plate, owner);
  return owners;
}
