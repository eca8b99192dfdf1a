import { plateColor, plateColorOf } from '@boyun/domain/plate';
import { vehicleKindOfPlate } from '@boyun/domain/vehicle-kind';
import { requireLot, setSpotState } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { standingOf } from '@boyun/lists/server';
import { countUses, endStay, lockOrder, openStay, type ParkingOrder, priceOrder } from '@boyun/orders/server';

/** A spot with what decides about its cars. */
export interface Spot {
  readonly id: string;
  readonly number: string;
  readonly lotId: string;
  readonly kind: string;
  readonly state: string;
  readonly lotKind: string;
}

const SPOT = `s.id, s.number, s.lot_id, s.kind, s.state, l.kind as "lotKind"
  from spot_fact s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id where s.tenant_id = $1`;

/** Returns the spot that fulfils an SQL condition on `s`, whose values are numbered from $2; null where there is none. */
export async function readSpot(tx: TenantTx, condition: string, values: readonly unknown[]): Promise<Spot | null> {
  const [row] = await tx.query<Spot>(`select ${SPOT} and ${condition}`, [tx.tenantId, ...values]);
  return row ?? null;
}

/** The open order of the car on a spot, or null. The caller holds the lock on the lot's row. */
export async function findOnSpot(tx: TenantTx, spot: Spot): Promise<ParkingOrder | null> {
  const [row] = await tx.query<{ id: string }>(
    `select o.id from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and o.spot_number = $3 order by o.entered_at limit 1`,
    [tx.tenantId, spot.lotId, spot.number],
  );
  return row ? lockOrder(tx, row.id) : null;
}

/** Stays that began longer before are not looked for. */
export const LONGEST_STAY = '7 days';

/** The ended order of the car that stood on a spot at an instant, or null. The caller holds the lock on the lot's row. */
export async function findEndedOn(tx: TenantTx, spot: Spot, at: Date): Promise<ParkingOrder | null> {
  const [row] = await tx.query<{ id: string }>(
    `select id from stay_fact where tenant_id = $1 and lot_id = $2 and spot_number = $3
       and parking_state not in ('inside', 'void') and left_at >= $4
       and entered_at <= $4 and entered_at >= $4::timestamptz - interval '${LONGEST_STAY}'
     order by entered_at desc limit 1`,
    [tx.tenantId, spot.lotId, spot.number, at],
  );
  return row ? lockOrder(tx, row.id) : null;
}

/** When a car was seen to come or go, and the picture taken of it. */
export interface Seen {
  readonly at: Date;
  readonly picture: string | null;
}

/** Opens the stay of a car on a spot; returns the id of its order. */
export async function beginStay(
  tx: TenantTx,
  spot: Spot,
  plate: string,
  { at: enteredAt, picture }: Seen,
): Promise<string> {
  const lot = await requireLot(tx, spot.lotId);
  const color = plateColor[plateColorOf(plate)].code;
  const vehicleKind = vehicleKindOfPlate(plate, color);
  const { standing, entry } = await standingOf(
    tx,
    { plate, lotId: lot.id, at: enteredAt, zone: lot.timeZone, vehicleKind, arrears: null },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
  const { orderId } = await openStay(tx, {
    lotId: lot.id,
    zone: lot.timeZone,
    laneId: null,
    passingId: null,
    picture,
    plate,
    plateColor: color,
    vehicleKind,
    standing,
    entry,
    passType: 'supplemented-entry',
    enteredAt,
    spotNumber: spot.number,
    spotKind: spot.kind,
  });
  await setSpotState(tx, spot.lotId, spot.number, 'taken');
  return orderId;
}

/** Ends the stay of a car that has left its spot, not before it began; returns the amount due. */
export async function endStayOn(tx: TenantTx, order: ParkingOrder, { at, picture }: Seen): Promise<number> {
  const lot = await requireLot(tx, order.lotId);
  const leftAt = at < order.enteredAt ? order.enteredAt : at;
  const quote = await priceOrder(tx, order, leftAt, lot.timeZone);
  const { dueFen } = await endStay(tx, order, quote, {
    laneId: null,
    passingId: null,
    picture,
    leftAt,
    passType: quote.dueFen > 0 ? 'released-owing' : 'automatic',
  });
  const [row] = await tx.query<{ number: string | null }>(
    'select spot_number as number from stay_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, order.id],
  );
  if (row?.number) await setSpotState(tx, order.lotId, row.number, 'free');
  return Math.max(0, dueFen);
}
