import { pattern } from '@boyun/domain/pattern';
import type { TenantTx } from '@boyun/kernel/server';
import { findOwners, mobilesOf } from '@boyun/lists/server';
import type { ContactSource } from './plate-contact.contract.ts';

/** Whom to ask to move a car. */
export interface PlateOwner {
  readonly name: string | null;
  readonly mobile: string;
  readonly source: ContactSource;
}

/** Returns the lot in which a car stands, among those of the caller; null where it stands in none. */
export async function findLotOf(tx: TenantTx, plate: string): Promise<{ id: string; name: string } | null> {
  const [row] = await tx.query<{ id: string; name: string }>(
    `select l.id, l.name from car_inside_fact c join lot_fact l on l.tenant_id = c.tenant_id and l.id = c.lot_id
     where c.tenant_id = $1 and c.plate = $2 and ($3::uuid[] is null or c.lot_id = any($3))
     order by c.entered_at desc limit 1`,
    [tx.tenantId, plate, tx.who.lotIds],
  );
  return row ?? null;
}

/**
 * Returns the person with a mobile whom a plate belongs to: its customer, otherwise who is named by packs, lists and visits. Accounts limited
 * to lots find only the owners of cars that stand in one of them.
 */
export async function findPlateOwner(tx: TenantTx, plate: string): Promise<PlateOwner | null> {
  if (tx.who.lotIds !== null && !(await findLotOf(tx, plate))) return null;
  const listed = (await findOwners(tx, [plate], pattern.mobile.isValid)).get(plate);
  const mobile = (await mobilesOf(tx, [plate])).get(plate);
  if (mobile) return { name: listed?.phone === mobile ? listed.name : null, mobile, source: 'customer' };
  return listed ? { name: listed.name, mobile: listed.phone, source: 'list' } : null;
}

/** Masks a name but for its first character. */
export function maskName(name: string | null): string | null {
  return name ? `${[...name][0]}**` : null;
}
