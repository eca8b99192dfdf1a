import type { TenantTx } from '@boyun/kernel/server';
import type { LotState } from './lot.contract.ts';

/** Returns whether a lot lies inside the other one, directly or through others, in one statement over the lots above it. */
export async function liesInside(tx: TenantTx, lotId: string, otherId: string): Promise<boolean> {
  const rows = await tx.query(
    `with recursive above as (
       select id, outer_lot_id from lot where tenant_id = $1 and id = $2
       union
       select lot.id, lot.outer_lot_id from lot join above on lot.tenant_id = $1 and lot.id = above.outer_lot_id
     )
     select 1 from above where id = $3`,
    [tx.tenantId, lotId, otherId],
  );
  return rows.length > 0;
}

/** Cache name of a tenant's nested lots. */
export const NESTING_KEPT = 'nested-lots';

/** Returns the lots that lie inside a lot, directly or through others. */
export async function innerLotsOf(tx: TenantTx, lotId: string): Promise<string[]> {
  const nested = await tx.cached(NESTING_KEPT, () =>
    tx.query<{ id: string; outerId: string }>(
      'select id, outer_lot_id as "outerId" from lot where tenant_id = $1 and outer_lot_id is not null',
      [tx.tenantId],
    ),
  );
  const found: string[] = [];
  let around = [lotId];
  while (around.length > 0) {
    around = nested.filter((one) => around.includes(one.outerId) && !found.includes(one.id)).map((one) => one.id);
    found.push(...around);
  }
  return found;
}

/** Initializes the number of cars inside a new lot to zero. */
export async function insertLotState(tx: TenantTx, lotId: string): Promise<void> {
  await tx.query('insert into lot_state (tenant_id, lot_id) values ($1, $2)', [tx.tenantId, lotId]);
}

/** Records that a lot has another number of spots from now on. */
export async function recordCapacity(tx: TenantTx, lotId: string, before: number, after: number): Promise<void> {
  await tx.query(
    `insert into lot_capacity (tenant_id, lot_id, since, capacity) values ($1, $2, '-infinity', $3), ($1, $2, $4, $5)
     on conflict (tenant_id, lot_id, since) do update
       set capacity = case when isfinite(excluded.since) then excluded.capacity else lot_capacity.capacity end`,
    [tx.tenantId, lotId, before, tx.now, after],
  );
}

/** Sets the state of a lot. */
export async function setLotState(tx: TenantTx, lotId: string, state: keyof typeof LotState): Promise<void> {
  await tx.query('update lot set state = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lotId,
    state,
    tx.now,
  ]);
}

/** Returns the number of cars inside a lot with its row locked until the end of the transaction; null when there is no such lot. */
export async function lockCarsInside(tx: TenantTx, lotId: string): Promise<number | null> {
  const [row] = await tx.query<{ carsInside: number }>(
    'select cars_inside from lot_state where tenant_id = $1 and lot_id = $2 for update',
    [tx.tenantId, lotId],
  );
  return row?.carsInside ?? null;
}

/** Locks a lot's own row until the end of the transaction: changes of its settings are serialized, cars at its gates do not wait. */
export async function lockLotSettings(tx: TenantTx, lotId: string): Promise<void> {
  await tx.query('select id from lot where tenant_id = $1 and id = $2 for no key update', [tx.tenantId, lotId]);
}

/**
 * Adds to the number of cars inside a lot (a negative number subtracts) and returns the new number; null when there is no
 * such lot.
 */
export async function addCarsInside(tx: TenantTx, lotId: string, carCount: number): Promise<number | null> {
  const [row] = await tx.query<{ carsInside: number }>(
    `update lot_state set cars_inside = cars_inside + $3 where tenant_id = $1 and lot_id = $2
     returning cars_inside`,
    [tx.tenantId, lotId, carCount],
  );
  return row?.carsInside ?? null;
}

/** Serializes changes to the nesting of a tenant's lots. */
export const lockNesting = (tx: TenantTx): Promise<void> => tx.lock('lot nesting');

/** Returns the kinds of the lots directly inside one and of its intended outer lot. */
export async function nestedKinds(tx: TenantTx, lotId: string | null, outerLotId: string | null): Promise<string[]> {
  const rows = await tx.query<{ kind: string }>(
    'select kind from lot where tenant_id = $1 and (outer_lot_id = $2 or id = $3)',
    [tx.tenantId, lotId, outerLotId],
  );
  return rows.map((row) => row.kind);
}

/** Returns the name of a region that has sub-regions; null for one that has none. */
export async function findRegionAbove(tx: TenantTx, regionId: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `select name from region r where tenant_id = $1 and id = $2
       and exists (select from region below where below.tenant_id = r.tenant_id and below.parent_id = r.id)`,
    [tx.tenantId, regionId],
  );
  return row?.name ?? null;
}

/** Returns the current number of cars inside the given lots by lot id. */
export async function findCarsInside(tx: TenantTx, lotIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ lotId: string; carsInside: number }>(
    'select lot_id, cars_inside from lot_state where tenant_id = $1 and lot_id = any($2::uuid[])',
    [tx.tenantId, lotIds],
  );
  return new Map(rows.map((row) => [row.lotId, row.carsInside]));
}

/** Returns the number of lots of the tenant. */
export async function countLots(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<{ lots: number }>('select count(*) as lots from lot where tenant_id = $1', [
    tx.tenantId,
  ]);
  return row!.lots;
}
