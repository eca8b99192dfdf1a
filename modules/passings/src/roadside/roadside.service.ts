import { randomInt } from 'node:crypto';
import { orderDisabledReason } from '@boyun/domain/order-life';
import { plateColor, plateColorOf, temporaryPlate, temporaryPrefix } from '@boyun/domain/plate';
import { lockCarsInside, requireLot, setSpotState } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, reaction, type TenantTx } from '@boyun/kernel/server';
import { orderPlateCorrected, orderRefusal, stayClosed, stayRestored, stayVoided } from '@boyun/orders/contract';
import {
  correctedData,
  findInside,
  type ParkingOrder,
  recordChange,
  requireOrder,
  writeRepriced,
} from '@boyun/orders/server';
import { plateChanges, withPlate } from '../plate-correction/plate-correction.service.ts';
import { roadsideRefusal } from './roadside.contract.ts';
import { roadsideClosed, roadsideOpened } from './roadside-event.contract.ts';
import {
  beginStay,
  endStayOn,
  findEndedOn,
  findOnSpot,
  readSpot,
  type Seen,
  type Spot,
} from './roadside-stay.service.ts';
import { hadStay, insertSignal } from './spot-signal.service.ts';

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

/** Writes down that a person saw a car on a spot, or none: detectors are judged by it. */
const noteSeen = (tx: TenantTx, spotId: string, isTaken: boolean, happenedAt: Date) =>
  insertSignal(tx, spotId, {
    eventKey: `seen ${tx.newId()}`,
    isTaken,
    happenedAt,
    source: 'person',
    outcome: 'change',
  });

/** Records the car on a spot: opens its order, or sets the plate of the order a detector opened. */
export async function noteCar(
  tx: TenantTx,
  spotId: string,
  plate: string,
  seen: Seen = { at: tx.now, picture: null },
): Promise<{ orderId: string; isRenamed: boolean; lotId: string }> {
  const noted = await findOrOpen(tx, spotId, plate, seen);
  const { orderId, isRenamed, lotId } = noted;
  await noteSeen(tx, spotId, true, seen.at);
  tx.emit(roadsideOpened, { lotId, subjectId: orderId, data: { orderId, spotId, plate, isRenamed } });
  return noted;
}

/** Returns a spot of the caller's lots; another one is not found. */
export async function requireSpot(tx: TenantTx, spotId: string): Promise<Spot> {
  const spot = await readSpot(tx, 's.id = $2', [spotId]);
  if (!spot || !coversLot(tx.who, spot.lotId)) throw notFound(tx.who, { zh: '车位', en: 'Spot' });
  return spot;
}

async function findOrOpen(
  tx: TenantTx,
  spotId: string,
  plate: string,
  seen: Seen,
): Promise<{ orderId: string; isRenamed: boolean; lotId: string }> {
  const place = await requireSpot(tx, spotId);
  if (place.lotKind !== 'roadside') throw new Refusal(roadsideRefusal['not-roadside']);
  if ((await requireLot(tx, place.lotId)).state !== 'open') throw new Refusal(roadsideRefusal['not-open']);
  await lockCarsInside(tx, place.lotId);
  const spot = await requireSpot(tx, spotId);
  if (spot.state === 'closed') throw new Refusal(roadsideRefusal['spot-closed']);
  const standing = await findOnSpot(tx, spot);
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
  if (!standing) return { orderId: await beginStay(tx, spot, plate, seen), isRenamed: false, lotId };
  await nameStay(tx, standing, plate, '收费员补录车牌');
  return { orderId: standing.id, isRenamed: true, lotId };
}

/** Gives a stay that a detector opened the plate of its car. */
async function nameStay(tx: TenantTx, stay: ParkingOrder, plate: string, reason: string): Promise<void> {
  const color = plateColor[plateColorOf(plate)].code;
  const priced = await withPlate(tx, stay, plate, color);
  await writeRepriced(tx, stay, priced);
  await recordChange(
    tx,
    { ...stay, plate },
    {
      reason,
      requestedBy: tx.who.name,
      requestedById: tx.who.userId,
      reviewers: [],
      reviewId: null,
      amountFen: null,
    },
    {
      kind: 'plate',
      event: orderPlateCorrected,
      changes: plateChanges(stay, plate, color),
      data: correctedData(priced),
    },
  );
}

/** Ends the stay of a car that left its spot; returns the order and the amount due. */
export async function noteGone(
  tx: TenantTx,
  orderId: string,
  seen: Seen = { at: tx.now, picture: null },
): Promise<{ order: ParkingOrder; dueFen: number }> {
  const [place] = await tx.query<{ lotId: string; kind: string; spotId: string | null }>(
    `select o.lot_id, l.kind, s.id as "spotId" from stay_fact o join lot_fact l on l.tenant_id = o.tenant_id and l.id = o.lot_id
       left join spot_fact s on s.tenant_id = o.tenant_id and s.lot_id = o.lot_id and s.number = o.spot_number
     where o.tenant_id = $1 and o.id = $2`,
    [tx.tenantId, orderId],
  );
  if (place) await lockCarsInside(tx, place.lotId);
  const order = await requireOrder(tx, orderId);
  if (place?.kind !== 'roadside') throw new Refusal(roadsideRefusal['not-roadside']);
  const impossible = orderDisabledReason('leave', order);
  if (impossible) throw new Refusal(orderRefusal['not-possible'], { reason: impossible[tx.who.language] });
  const dueFen = await endStayOn(tx, order, seen);
  if (place.spotId) await noteSeen(tx, place.spotId, false, seen.at);
  tx.emit(roadsideClosed, { lotId: order.lotId, subjectId: orderId, data: { orderId, dueFen } });
  return { order, dueFen };
}

/**
 * Names the ended stay that a late sighting belongs to, unless it has its plate already or the car stood elsewhere then. Returns whether
 * the sighting belongs to an ended stay.
 */
async function nameEnded(
  tx: TenantTx,
  spot: Spot,
  standing: ParkingOrder | null,
  plate: string,
  at: Date,
): Promise<boolean> {
  if (standing && standing.enteredAt <= at) return false;
  const ended = await findEndedOn(tx, spot, at);
  if (!ended) return false;
  if (!ended.plate.startsWith(temporaryPrefix)) return true;
  try {
    await nameStay(tx, ended, plate, '相机识别车牌（补传）');
  } catch (error) {
    // The car was on another spot at that time: one of the two was misread.
    if (!(error instanceof Refusal)) throw error;
  }
  return true;
}

/** What a camera that watches spots saw on one of them. */
export interface SpotSighting {
  readonly eventKey: string;
  readonly spotNumber: string;
  /** Null where it could not be read. */
  readonly plate: string | null;
  readonly isTaken: boolean;
  readonly happenedAt: Date;
}

/**
 * Processes what a camera saw on a roadside spot, once. A plate names the stay that a detector opened; another plate than that of the stay
 * ends it, since its car has been replaced. What arrives after its stay has ended names that stay, and changes nothing else. Returns false
 * if the lot has no such spot.
 */
export async function takeSighting(tx: TenantTx, lotId: string, sighting: SpotSighting): Promise<boolean> {
  await lockCarsInside(tx, lotId);
  const spot = await readSpot(tx, 's.lot_id = $2 and s.number = $3', [lotId, sighting.spotNumber]);
  if (spot?.lotKind !== 'roadside') return false;
  const at = new Date(Math.min(sighting.happenedAt.getTime(), tx.now.getTime()));
  const signal = { ...sighting, eventKey: `camera ${sighting.eventKey}`, source: 'camera', outcome: 'change' } as const;
  if (!(await insertSignal(tx, spot.id, signal))) return true;
  if ((await requireLot(tx, lotId)).state !== 'open' || spot.state === 'closed') return true;
  const seen: Seen = { at, picture: null };
  const stay = await findOnSpot(tx, spot);
  if (sighting.isTaken && sighting.plate && (await nameEnded(tx, spot, stay, sighting.plate, at))) return true;
  if (!sighting.isTaken) {
    if (stay && stay.enteredAt <= at) await endStayOn(tx, stay, seen);
    return true;
  }
  const plate = sighting.plate ?? temporaryPlate(() => randomInt(1_000_000) / 1_000_000);
  const isUnnamed = stay?.plate.startsWith(temporaryPrefix) ?? false;
  if (stay && (!sighting.plate || stay.plate === plate || (!isUnnamed && stay.enteredAt > at))) return true;
  if (!stay && (await hadStay(tx, spot, at, tx.now))) return true;
  const elsewhere = sighting.plate ? await findInside(tx, lotId, plate) : null;
  if (elsewhere && elsewhere.enteredAt > at) return true;
  if (elsewhere) await endStayOn(tx, elsewhere, seen);
  if (stay && isUnnamed) await nameStay(tx, stay, plate, '相机识别车牌');
  else {
    if (stay) await endStayOn(tx, stay, seen);
    await beginStay(tx, spot, plate, seen);
  }
  return true;
}
