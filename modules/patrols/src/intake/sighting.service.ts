import { createHash } from 'node:crypto';
import { type FindingKind, judgeSighting } from '@boyun/domain/patrol';
import { type PlateColor, plateColorOf, plateColor as plateColors } from '@boyun/domain/plate';
import { DeviceFault } from '@boyun/gateway/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { standingsWhere } from '@boyun/lists/contract';
import { findListed, platesOfSpot } from '@boyun/lists/server';
import { sumArrears } from '@boyun/orders/server';
import { takeSighting } from '@boyun/passings/server';
import { type CarContext, findCar, noteCarSeen } from '../car/patrol-car.queries.ts';
import { noteFindings } from '../finding/finding.service.ts';
import type { SightingOutcome } from '../finding/patrol-finding.contract.ts';
import { findToursAt, visitStop } from '../tour/patrol-tour.service.ts';
import { type CarClock, carWho } from './car-clock.service.ts';
import { findPatrolLots, findSeenSpot, findStayAt, nearestLot, type PatrolLot } from './seen-place.queries.ts';

/** A plate as its car reports it. */
export interface SeenPlate {
  readonly eventId: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly confidence: number;
  readonly happenedAt: Date;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly lotCode: string | null;
  readonly spotNumber: string | null;
  readonly picture: Uint8Array | null;
}

/** What became of a plate. */
export interface SightingResult {
  readonly outcome: SightingOutcome | 'too-old';
  readonly kinds: readonly FindingKind[];
  readonly isRepeated: boolean;
}

/** Plates read with less confidence, in percent, accuse nobody. */
const CLEAR_PERCENT = 70;
/** A position of the car this close in time, in milliseconds, is where it read a plate that names no place. */
const SAME_PLACE_MS = 120_000;

/** Where the picture of a plate is kept: a repeated report writes the same file. */
export function pictureKey(car: CarContext, eventId: string, at: Date): string {
  const name = createHash('sha256').update(`${car.carId} ${eventId}`).digest('hex').slice(0, 32);
  return `${car.tenantId}/patrol/${at.toISOString().slice(0, 10)}/${name}.jpg`;
}

/** Takes a plate that a car has read, once: compares it with orders and lists and files what is wrong. Throws DeviceFault. */
export async function takeSeenPlate(
  kernel: Kernel,
  car: CarContext,
  clock: CarClock,
  seen: SeenPlate,
): Promise<SightingResult> {
  const at = clock.correct(seen.happenedAt);
  if (!at) return { outcome: 'too-old', kinds: [], isRepeated: false };
  const picture = seen.picture ? pictureKey(car, seen.eventId, seen.happenedAt) : null;
  if (picture) await kernel.files.spool(picture, Buffer.from(seen.picture!));
  return kernel.database.inTenant(carWho(car), async (tx) => {
    // The car's row is locked: a report that comes twice at once is taken once.
    await findCar(tx, car.carId);
    await noteCarSeen(tx, car.carId, clock.offsetMs);
    const [known] = await tx.query<{ outcome: SightingOutcome; kinds: FindingKind[] }>(
      'select outcome, kinds from patrol_sighting where tenant_id = $1 and car_id = $2 and event_key = $3',
      [tx.tenantId, car.carId, seen.eventId],
    );
    if (known) return { ...known, isRepeated: true };
    const place = await placeOf(tx, car, seen, at);
    const [tour] = await findToursAt(tx, car.carId, at, at);
    const sighting = { id: tx.newId(), at, picture, tourId: tour?.id ?? null, ...place };
    const judged = await judge(tx, car, seen, sighting);
    await write(tx, car, seen, { ...sighting, ...judged });
    if (tour && place.lot) await visitStop(tx, tour.id, place.lot.id, at);
    await noteFindings(tx, car, { ...seen, ...sighting, ...judged });
    return { outcome: judged.outcome, kinds: judged.found.map((one) => one.kind), isRepeated: false };
  });
}

interface Placed {
  readonly lot: PatrolLot | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
}

/** Where a plate was read: as reported, or where its car was just then; and the lot it named, or the nearest. */
async function placeOf(tx: TenantTx, car: CarContext, seen: SeenPlate, at: Date): Promise<Placed> {
  let { longitude, latitude } = seen;
  if (longitude === null || latitude === null) {
    const [point] = await tx.query<{ longitude: number; latitude: number }>(
      `select longitude, latitude from patrol_car where tenant_id = $1 and id = $2
         and abs(extract(epoch from positioned_at - $3)) * 1000 <= $4`,
      [tx.tenantId, car.carId, at, SAME_PLACE_MS],
    );
    longitude = point?.longitude ?? null;
    latitude = point?.latitude ?? null;
  }
  const lots = await findPatrolLots(tx, car);
  if (seen.lotCode) {
    const named = lots.find((one) => one.code === seen.lotCode);
    if (!named) throw new DeviceFault('malformed', `LotCode: the car does not patrol ${seen.lotCode}`);
    return { lot: named, longitude, latitude };
  }
  const isPlaced = longitude !== null && latitude !== null;
  return {
    lot: isPlaced ? nearestLot(lots, { longitude: longitude!, latitude: latitude! }) : null,
    longitude,
    latitude,
  };
}

/** What was found about a plate. */
export interface Judged {
  readonly outcome: SightingOutcome;
  readonly found: ReturnType<typeof judgeSighting>;
  readonly orderId: string | null;
  readonly owedFen: number;
}

async function judge(
  tx: TenantTx,
  car: CarContext,
  { eventId, plate, plateColor, confidence, spotNumber }: SeenPlate,
  { at, lot }: { readonly at: Date; readonly lot: PatrolLot | null },
): Promise<Judged> {
  const isClear = confidence >= CLEAR_PERCENT;
  const spot = lot && spotNumber ? await findSeenSpot(tx, lot.id, spotNumber) : null;
  let stay = lot ? await findStayAt(tx, lot.id, plate, at) : null;
  if (!isClear) return { outcome: 'unclear', found: [], orderId: stay?.id ?? null, owedFen: 0 };
  const isOpened = lot?.kind === 'roadside' && spot !== null && stay === null && car.canOpenOrders;
  if (isOpened) {
    const signal = { eventKey: `patrol ${car.carId} ${eventId}`, isTaken: true, happenedAt: at };
    await takeSighting(tx, lot.id, { ...signal, spotNumber: spot.number, plate });
    stay = await findStayAt(tx, lot.id, plate, at);
  }
  const owedFen = await sumArrears(tx, plate);
  const listed = lot ? await findListed(tx, [plate], lot.id) : [];
  const found = judgeSighting({
    atMs: at.getTime(),
    plate,
    owedFen,
    isBlack: listed.some((one) => one.kind === 'black'),
    isGreen: (plateColor || plateColors[plateColorOf(plate)].code) === plateColors.green.code,
    overstayHours: lot?.overstayHours ?? Number.POSITIVE_INFINITY,
    stay: stay && {
      enteredMs: stay.enteredAt.getTime(),
      spotNumber: stay.spotNumber,
      hasPlace: standingsWhere((kind) => kind.hasPlace).includes(stay.standing),
    },
    spot: spot && { ...spot, ownerPlates: await platesOfSpot(tx, spot.id, at) },
  }).filter((one) => one.kind !== 'no-order' || lot?.state === 'open');
  const outcome = found.length > 0 ? 'found' : isOpened && stay ? 'opened' : 'fine';
  return { outcome, found, orderId: stay?.id ?? null, owedFen };
}

async function write(
  tx: TenantTx,
  car: CarContext,
  seen: SeenPlate,
  made: Judged &
    Placed & {
      readonly id: string;
      readonly at: Date;
      readonly tourId: string | null;
      readonly picture: string | null;
    },
): Promise<void> {
  const color: PlateColor = seen.plateColor
    ? (seen.plateColor as PlateColor)
    : plateColors[plateColorOf(seen.plate)].code;
  await tx.query(
    `insert into patrol_sighting (tenant_id, id, car_id, tour_id, event_key, at, received_at, plate, plate_color, confidence,
       longitude, latitude, lot_id, spot_number, order_id, picture, kinds, outcome)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      tx.tenantId,
      made.id,
      car.carId,
      made.tourId,
      seen.eventId,
      made.at,
      tx.now,
      seen.plate,
      color,
      Math.round(seen.confidence),
      made.longitude,
      made.latitude,
      made.lot?.id ?? null,
      seen.spotNumber,
      made.orderId,
      made.picture,
      made.found.map((one) => one.kind),
      made.outcome,
    ],
  );
}
