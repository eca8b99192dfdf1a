import { plateKey } from '@boyun/domain/stay';
import { metresBetween } from '@boyun/domain/track';
import type { TenantTx } from '@boyun/kernel/server';
import type { CarContext } from '../car/patrol-car.queries.ts';

/** A lot that a car patrols. */
export interface PatrolLot {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly overstayHours: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

/** Returns the lots of a car. */
export function findPatrolLots(tx: TenantTx, { lotIds }: CarContext): Promise<PatrolLot[]> {
  return tx.query<PatrolLot>(
    `select id, code, name, kind, state, overstay_hours, longitude, latitude
     from lot_fact where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, lotIds],
  );
}

/** A car that is farther from each lot stands in none of them, in metres. */
const FARTHEST_METRES = 500;

/** Returns the nearest lot to a place; null where none is near. */
export function nearestLot(
  lots: readonly PatrolLot[],
  place: { readonly longitude: number; readonly latitude: number },
): PatrolLot | null {
  let nearest: PatrolLot | null = null;
  let least = FARTHEST_METRES;
  for (const lot of lots) {
    const { longitude, latitude } = lot;
    if (longitude === null || latitude === null) continue;
    const metres = metresBetween({ longitude, latitude }, place);
    if (metres <= least) [nearest, least] = [lot, metres];
  }
  return nearest;
}

/** A stay in a lot at some time. */
export interface SeenStay {
  readonly id: string;
  readonly enteredAt: Date;
  readonly spotNumber: string | null;
  readonly standing: string;
  /** Its plate, which may differ from what was read by likeness. */
  readonly plate: string;
}

const STAY = 'o.id, o.entered_at, o.spot_number, o.standing, o.plate';

/** Returns the stay of a plate, or one like it, in a lot at a time: that of the car inside, or one that has ended since. */
export async function findStayAt(tx: TenantTx, lotId: string, plate: string, at: Date): Promise<SeenStay | null> {
  const [inside] = await tx.query<SeenStay>(
    `select ${STAY} from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and c.plate_key = $3 and o.entered_at <= $5
     order by (c.plate = $4) desc, o.entered_at desc limit 1`,
    [tx.tenantId, lotId, plateKey(plate), plate, at],
  );
  if (inside) return inside;
  const [ended] = await tx.query<SeenStay>(
    `select ${STAY} from stay_fact o where o.tenant_id = $1 and o.plate = $3 and o.lot_id = $2 and o.parking_state <> 'void'
       and o.entered_at <= $4 and o.left_at >= $4 order by o.entered_at desc limit 1`,
    [tx.tenantId, lotId, plate, at],
  );
  return ended ?? null;
}

/** Returns a spot of a lot by its number; null where there is none. */
export async function findSeenSpot(
  tx: TenantTx,
  lotId: string,
  number: string,
): Promise<{ id: string; number: string; kind: string } | null> {
  const [row] = await tx.query<{ id: string; number: string; kind: string }>(
    'select id, number, kind from spot_fact where tenant_id = $1 and lot_id = $2 and number = $3',
    [tx.tenantId, lotId, number],
  );
  return row ?? null;
}
