import { randomInt } from 'node:crypto';
import { orderDisabledReason } from '@boyun/domain/order-life';
import { plateColor, plateColorOf, temporaryPlate, temporaryPrefix } from '@boyun/domain/plate';
import { vehicleKindOfPlate } from '@boyun/domain/vehicle-kind';
import { lockCarsInside, requireLot, setSpotState } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, reaction, type TenantTx } from '@boyun/kernel/server';
import { standingOf } from '@boyun/lists/server';
import { orderPlateCorrected, orderRefusal, stayClosed, stayRestored, stayVoided } from '@boyun/orders/contract';
import {
  correctedData,
  countUses,
  endStay,
  findInside,
  lockOrder,
  openStay,
  type ParkingOrder,
  priceOrder,
  recordChange,
  requireOrder,
  writeRepriced,
} from '@boyun/orders/server';
import { plateChanges, withPlate } from '../plate-correction/plate-correction.service.ts';
import { roadsideRefusal } from './roadside.contract.ts';

interface Spot {
  readonly id: string;
  readonly number: string;
  readonly lotId: string;
  readonly kind: string;
  readonly state: string;
  readonly lotKind: string;
}

const SPOT = `s.id, s.number, s.lot_id, s.kind, s.state, l.kind as "lotKind"
  from spot_fact s join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id where s.tenant_id = $1`;

/** The open order of the car on a spot, or null. The caller holds the lock on the lot's row. */
async function findOnSpot(tx: TenantTx, spot: Spot): Promise<ParkingOrder | null> {
  const [row] = await tx.query<{ id: string }>(
    `select o.id from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
     where c.tenant_id = $1 and c.lot_id = $2 and o.spot_number = $3 order by o.entered_at limit 1`,
    [tx.tenantId, spot.lotId, spot.number],
  );
  return row ? lockOrder(tx, row.id) : null;
}

async function begin(tx: TenantTx, spot: Spot, plate: string, enteredAt: Date): Promise<string> {
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
    picture: null,
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

async function end(tx: TenantTx, order: ParkingOrder, at: Date): Promise<number> {
  const lot = await requireLot(tx, order.lotId);
  const leftAt = at < order.enteredAt ? order.enteredAt : at;
  const quote = await priceOrder(tx, order, leftAt, lot.timeZone);
  const { dueFen } = await endStay(tx, order, quote, {
    laneId: null,
    passingId: null,
    picture: null,
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

/** Updates the state of a spot when the order of its car ends or is reopened. */
export const spotFollowsOrder = reaction('spot-follows-order', [stayClosed, stayVoided, stayRestored], {
  async react(tx, { subjectId }) {
    const [place] = await tx.query<{ lotId: string; number: string }>(
      'select lot_id, spot_number as number from stay_fact where tenant_id = $1 and id = $2 and spot_number is not null',
      [tx.tenantId, subjectId],
    );
    if (!place) return;
    await lockCarsInside(tx, place.lotId);
    const [car] = await tx.query(
      `select from car_inside_fact c join stay_fact o on o.tenant_id = c.tenant_id and o.id = c.order_id
       where c.tenant_id = $1 and c.lot_id = $2 and o.spot_number = $3 limit 1`,
      [tx.tenantId, place.lotId, place.number],
    );
    await setSpotState(tx, place.lotId, place.number, car ? 'taken' : 'free');
  },
});

/** Records the car on a spot: opens its order, or sets the plate of the order a detector opened. */
export async function noteCar(
  tx: TenantTx,
  spotId: string,
  plate: string,
): Promise<{ orderId: string; isRenamed: boolean; lotId: string }> {
  const [place] = await tx.query<Spot>(`select ${SPOT} and s.id = $2`, [tx.tenantId, spotId]);
  if (!place || !coversLot(tx.who, place.lotId)) throw notFound(tx.who, { zh: '车位', en: 'Spot' });
  if (place.lotKind !== 'roadside') throw new Refusal(roadsideRefusal['not-roadside']);
  if ((await requireLot(tx, place.lotId)).state !== 'open') throw new Refusal(roadsideRefusal['not-open']);
  await lockCarsInside(tx, place.lotId);
  const [spot] = await tx.query<Spot>(`select ${SPOT} and s.id = $2`, [tx.tenantId, spotId]);
  if (spot!.state === 'closed') throw new Refusal(roadsideRefusal['spot-closed']);
  const standing = await findOnSpot(tx, spot!);
  if (standing && !standing.plate.startsWith(temporaryPrefix))
    throw new Refusal(roadsideRefusal.taken, { plate: standing.plate });
  const elsewhere = await findInside(tx, place.lotId, plate);
  if (elsewhere) {
    const [at] = await tx.query<{ number: string | null }>(
      'select spot_number as number from stay_fact where tenant_id = $1 and id = $2',
      [tx.tenantId, elsewhere.id],
    );
    throw new Refusal(roadsideRefusal.inside, { plate, spot: at?.number ?? '—' });
  }
  const { lotId } = place;
  if (!standing) return { orderId: await begin(tx, spot!, plate, tx.now), isRenamed: false, lotId };
  const color = plateColor[plateColorOf(plate)].code;
  const priced = await withPlate(tx, standing, plate, color);
  await writeRepriced(tx, standing, priced);
  await recordChange(
    tx,
    { ...standing, plate },
    {
      reason: '收费员补录车牌',
      requestedBy: tx.who.name,
      requestedById: tx.who.userId,
      reviewers: [],
      reviewId: null,
      amountFen: null,
    },
    {
      kind: 'plate',
      event: orderPlateCorrected,
      changes: plateChanges(standing, plate, color),
      data: correctedData(priced),
    },
  );
  return { orderId: standing.id, isRenamed: true, lotId };
}

/** Ends the stay of a car that left its spot; returns the order and the amount due. */
export async function noteGone(tx: TenantTx, orderId: string): Promise<{ order: ParkingOrder; dueFen: number }> {
  const [place] = await tx.query<{ lotId: string; kind: string }>(
    `select o.lot_id, l.kind from stay_fact o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
     where o.tenant_id = $1 and o.id = $2`,
    [tx.tenantId, orderId],
  );
  if (place) await lockCarsInside(tx, place.lotId);
  const order = await requireOrder(tx, orderId);
  if (place?.kind !== 'roadside') throw new Refusal(roadsideRefusal['not-roadside']);
  const impossible = orderDisabledReason('leave', order);
  if (impossible) throw new Refusal(orderRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return { order, dueFen: await end(tx, order, tx.now) };
}

/** Report of a detector below a spot. */
export interface SpotMessage {
  readonly eventKey: string;
  readonly detectorNo: string;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
}

/**
 * Processes a detector report once. An arriving car gets an order under a temporary plate until a collector records its
 * plate; a departure ends the stay, and an unpaid fee becomes a debt. A departure reported before its arrival is matched
 * with it. Nothing is charged in a street that is not open. Returns false if the lot has no such detector.
 */
export async function takeDetector(tx: TenantTx, lotId: string, message: SpotMessage): Promise<boolean> {
  const { detectorNo, eventKey, isTaken } = message;
  const happenedAt = new Date(Math.min(message.happenedAt.getTime(), tx.now.getTime()));
  await lockCarsInside(tx, lotId);
  const [spot] = await tx.query<Spot>(
    `select ${SPOT} and s.lot_id = $2 and s.detector_no = $3 and l.kind = 'roadside'`,
    [tx.tenantId, lotId, detectorNo],
  );
  if (!spot) return false;
  const claimed = await tx.query(
    `insert into spot_signal (tenant_id, id, spot_id, event_key, is_taken, happened_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    [tx.tenantId, tx.newId(), spot.id, eventKey, isTaken, happenedAt, tx.now],
  );
  if (claimed.length === 0) return true;
  const order = await findOnSpot(tx, spot);
  if (!isTaken) {
    if (order && order.enteredAt <= happenedAt) await end(tx, order, happenedAt);
    return true;
  }
  // A collector has recorded this car, or a later one is parked there.
  if (order) return true;
  // Detectors are tested before the street is open.
  if ((await requireLot(tx, lotId)).state !== 'open') return true;
  const plate = temporaryPlate(() => randomInt(1_000_000) / 1_000_000);
  const orderId = await begin(tx, spot, plate, happenedAt);
  const [gone] = await tx.query<{ at: Date }>(
    `select min(happened_at) as at from spot_signal
     where tenant_id = $1 and spot_id = $2 and not is_taken and happened_at >= $3 having count(*) > 0`,
    [tx.tenantId, spot.id, happenedAt],
  );
  if (gone) await end(tx, (await lockOrder(tx, orderId))!, gone.at);
  return true;
}
