import { zoneClock } from '@boyun/domain/period';
import { Refusal, type Row } from '@boyun/kernel/contract';
import { requireRoom, serveResource, type TenantTx } from '@boyun/kernel/server';
import { lot, lotRefusal } from './lot.contract.ts';
import {
  countLots,
  findCarsInside,
  findRegionAbove,
  insertLotState,
  liesInside,
  lockNesting,
  NESTING_KEPT,
  nestedKinds,
  recordCapacity,
} from './lot.queries.ts';

type Lot = Row<typeof lot>;

/** Lots: zone, spots, location and nesting are checked; a new lot starts empty. */
export const lotServer = serveResource(lot, {
  async beforeWrite(tx, values, before) {
    if (!before) await requireRoom(tx, 'lot', await countLots(tx));
    const row = { ...before, ...values } as Lot;
    checkZone(row.timeZone);
    checkSpots(row);
    if (((row.longitude ?? null) === null) !== ((row.latitude ?? null) === null))
      throw new Refusal(lotRefusal['half-a-point']);
    if (values.regionId) await checkRegion(tx, values.regionId);
    if (values.outerLotId || (before && values.kind)) await checkNesting(tx, row, before);
    return values;
  },
  async afterWrite(tx, row, before) {
    if (!before) await insertLotState(tx, row.id);
    else if (before.capacity !== row.capacity) await recordCapacity(tx, row.id, before.capacity, row.capacity);
    tx.invalidate(NESTING_KEPT);
  },
  async afterRead(tx, rows) {
    const cars = await findCarsInside(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      row.carsInside = cars.get(row.id) ?? 0;
      row.standardSpots = row.capacity - spotsOfKinds(row);
    }
  },
});

/**
 * Throws a refusal unless the zone is an IANA name: every day and month of the lot follows it, so an offset like +08:00
 * is not enough.
 */
function checkZone(zone: string): void {
  try {
    if (/^[A-Za-z]/.test(zone)) {
      zoneClock(zone);
      return;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new Refusal(lotRefusal['unknown-zone'], { zone });
}

function spotsOfKinds(row: Lot): number {
  return row.evSpots + row.accessibleSpots + row.fixedSpots + row.rentedSpots + row.sharedSpots;
}

function checkSpots(row: Lot): void {
  if (spotsOfKinds(row) > row.capacity) throw new Refusal(lotRefusal['too-many-spots']);
  if (row.rentedSpots > row.rentableSpots || row.rentableSpots > row.capacity)
    throw new Refusal(lotRefusal['too-many-rented']);
}

/** Throws a refusal for a region that has sub-regions: a lot lies in a district, or in a city without districts. */
async function checkRegion(tx: TenantTx, regionId: string): Promise<void> {
  const above = await findRegionAbove(tx, regionId);
  if (above) throw new Refusal(lotRefusal['no-district'], { region: above });
}

/** Nesting changes are serialized: two concurrent ones could create a cycle that neither of them sees. */
async function checkNesting(tx: TenantTx, row: Lot, before: Lot | null): Promise<void> {
  await lockNesting(tx);
  const { outerLotId } = row;
  if (before && outerLotId && (outerLotId === before.id || (await liesInside(tx, outerLotId, before.id))))
    throw new Refusal(lotRefusal['own-outer']);
  const nested = await nestedKinds(tx, before?.id ?? null, outerLotId);
  if ((nested.length > 0 && row.kind === 'roadside') || nested.includes('roadside'))
    throw new Refusal(lotRefusal['roadside-nested']);
}
