import type { PlateColor } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { PassType } from '@boyun/orders/contract';
import type { GateAnswer, PassingFacts, PlateBox } from './passage.service.ts';
import type { Decision } from './passing.contract.ts';

/** Claims an event of a device; returns false if the event is already claimed. */
export async function claimEvent(
  tx: TenantTx,
  cameraId: string,
  eventKey: string,
  passingId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into passing_key (tenant_id, camera_id, event_key, passing_id, received_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning passing_id`,
    [tx.tenantId, cameraId, eventKey, passingId, tx.now],
  );
  return rows.length === 1;
}

/** The response to the first arrival of this event, marked as repeated. */
export async function findAnswer(tx: TenantTx, cameraId: string, eventKey: string): Promise<GateAnswer> {
  const [row] = await tx.query<{ answer: GateAnswer }>(
    `select p.answer from passing_key k
     join passing p on p.tenant_id = k.tenant_id and p.id = k.passing_id
     where k.tenant_id = $1 and k.camera_id = $2 and k.event_key = $3`,
    [tx.tenantId, cameraId, eventKey],
  );
  return { ...row!.answer, isRepeated: true };
}

/** Removes the waiting car of a lane. */
export async function clearWaiting(tx: TenantTx, laneId: string): Promise<void> {
  await tx.query('delete from waiting_car where tenant_id = $1 and lane_id = $2', [tx.tenantId, laneId]);
}

/** Records the waiting car of a lane. */
export async function insertWaiting(
  tx: TenantTx,
  car: { lotId: string; laneId: string; passingId: string; orderId: string | null },
): Promise<void> {
  await tx.query(
    'insert into waiting_car (tenant_id, lane_id, lot_id, passing_id, order_id) values ($1, $2, $3, $4, $5)',
    [tx.tenantId, car.laneId, car.lotId, car.passingId, car.orderId],
  );
}

const KEYS = [
  'id',
  'lotId',
  'laneId',
  'cameraId',
  'eventKey',
  'direction',
  'plate',
  'readPlate',
  'plateColor',
  'vehicleKind',
  'confidence',
  'picture',
  'plateBox',
  'pictureLost',
  'rawPlate',
  'happenedAt',
  'saidAt',
  'isOffline',
  'isLate',
  'standing',
  'listKind',
  'listEntryId',
  'decision',
  'passType',
  'reasonZh',
  'reasonEn',
  'screenText',
  'orderId',
  'dueFen',
] as const satisfies readonly (keyof PassingFacts)[];

const INSERT = `insert into passing (tenant_id, received_at, answer, ${KEYS.map((key) => key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)).join(', ')})
  values ($1, $2, $3, ${KEYS.map((_, index) => `$${index + 4}`).join(', ')})`;

/** Inserts a passing with the response to its device. */
export async function insertPassing(tx: TenantTx, facts: PassingFacts, answer: GateAnswer): Promise<void> {
  await tx.query(INSERT, [tx.tenantId, tx.now, JSON.stringify(answer), ...KEYS.map((key) => facts[key])]);
}

/** The earliest exit of the plate in the lot since a time that matched no order; locked. */
export async function findUnmatchedExit(
  tx: TenantTx,
  lotId: string,
  plate: string,
  since: Date,
): Promise<{ id: string; laneId: string; happenedAt: Date; picture: string | null } | null> {
  const [row] = await tx.query<{ id: string; laneId: string; happenedAt: Date; picture: string | null }>(
    `select id, lane_id, happened_at, picture from passing
     where tenant_id = $1 and lot_id = $2 and plate = $3 and direction = 'exit' and order_id is null
       and voided_at is null and happened_at >= $4 and pass_type <> 'same-car-again' and (decision in ('open', 'record'))
     order by happened_at limit 1 for update`,
    [tx.tenantId, lotId, plate, since],
  );
  return row ?? null;
}

/** Links a passing to its order. */
export async function tieToOrder(tx: TenantTx, passingId: string, orderId: string, passType: PassType): Promise<void> {
  await tx.query('update passing set order_id = $3, pass_type = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
    orderId,
    passType,
  ]);
}

/** Changes the plate of an order's passings; `read_plate` keeps the reading of the camera. */
export async function renamePassings(tx: TenantTx, orderId: string, from: string, to: string): Promise<void> {
  await tx.query('update passing set plate = $4 where tenant_id = $1 and order_id = $2 and plate = $3', [
    tx.tenantId,
    orderId,
    from,
    to,
  ]);
}

/** A car that waits at a lane. */
export interface WaitingPassing {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly cameraId: string;
  readonly direction: 'entry' | 'exit';
  readonly plate: string;
  readonly readPlate: string | null;
  readonly plateColor: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly vehicleKind: string | null;
  readonly picture: string | null;
  readonly happenedAt: Date;
  readonly standing: string;
  readonly listKind: string | null;
  readonly listEntryId: string | null;
  readonly orderId: string | null;
  readonly decision: Decision;
  readonly isWaiting: boolean;
  readonly isVoid: boolean;
}

/** The colleague who has claimed a waiting car and whose claim is not over; null if none has. */
export async function findClaimer(tx: TenantTx, laneId: string): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `select claimed_by_name as name from waiting_car
     where tenant_id = $1 and lane_id = $2 and claimed_by <> $3 and claimed_until > $4`,
    [tx.tenantId, laneId, tx.who.userId, tx.now],
  );
  return row?.name ?? null;
}

const WAITING = `id, lot_id, lane_id, camera_id, direction, plate,
  read_plate, plate_color, vehicle_kind, picture,
  happened_at, standing, list_kind, list_entry_id, order_id, decision,
  exists (select from waiting_car w where w.tenant_id = passing.tenant_id and w.lane_id = passing.lane_id
    and w.passing_id = passing.id) as "isWaiting", voided_at is not null as "isVoid"`;

/** A passing, locked; null if it does not exist. */
export async function lockPassing(tx: TenantTx, id: string): Promise<WaitingPassing | null> {
  const [row] = await tx.query<WaitingPassing>(
    `select ${WAITING} from passing where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** The passing of a camera's event, locked; null if the event is not known. */
export async function lockPassingOf(tx: TenantTx, cameraId: string, eventKey: string): Promise<WaitingPassing | null> {
  const [key] = await tx.query<{ passingId: string }>(
    'select passing_id from passing_key where tenant_id = $1 and camera_id = $2 and event_key = $3',
    [tx.tenantId, cameraId, eventKey],
  );
  return key ? lockPassing(tx, key.passingId) : null;
}

/** Corrects the plate of a waiting car, with its standing, list entry, order and amount due. */
export async function renameWaiting(
  tx: TenantTx,
  passing: WaitingPassing,
  change: Pick<WaitingPassing, 'plate' | 'vehicleKind' | 'standing' | 'listKind' | 'listEntryId' | 'orderId'> & {
    dueFen: number;
    reasonZh: string;
    reasonEn: string;
  },
): Promise<void> {
  await tx.query(
    `update passing set plate = $3, standing = $4, list_kind = $5, list_entry_id = $6, order_id = $7, due_fen = $8,
       reason_zh = $9, reason_en = $10, screen_text = $3, vehicle_kind = $11
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      passing.id,
      change.plate,
      change.standing,
      change.listKind,
      change.listEntryId,
      change.orderId,
      change.dueFen,
      change.reasonZh,
      change.reasonEn,
      change.vehicleKind,
    ],
  );
  await tx.query('update waiting_car set order_id = $3 where tenant_id = $1 and lane_id = $2', [
    tx.tenantId,
    passing.laneId,
    change.orderId,
  ]);
}

/** A car inside that may be the one waiting at an exit. */
export interface Candidate {
  readonly orderId: string;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly standing: string;
  readonly enteredAt: Date;
  readonly picture: string | null;
}

/** Up to 12 cars inside a lot with the most similar plates, by characters in the same position; ties: latest entry first. */
export function findCandidates(tx: TenantTx, lotId: string, plate: string, plateKey: string): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `select o.id as "orderId", o.plate, o.plate_color, o.standing, o.entered_at, o.entry_picture as picture
     from (
       select c.order_id, c.entered_at, (c.plate_key = $4)::int * 8
         + (select count(*) from generate_series(1, 8) as at where substr(c.plate, at, 1) = substr($3::text, at, 1)
            and substr(c.plate, at, 1) <> '') as likeness
       from car_inside_fact c where c.tenant_id = $1 and c.lot_id = $2
       order by likeness desc, c.entered_at desc limit 12
     ) best join stay_fact o on o.tenant_id = $1 and o.id = best.order_id
     order by best.likeness desc, best.entered_at desc`,
    [tx.tenantId, lotId, plate, plateKey],
  );
}

/** The passing of an order whose car waits at an exit, locked; null if none waits. */
export async function lockWaitingExit(tx: TenantTx, orderId: string): Promise<WaitingPassing | null> {
  const [waiting] = await tx.query<{ passingId: string }>(
    'select passing_id from waiting_car where tenant_id = $1 and order_id = $2 limit 1',
    [tx.tenantId, orderId],
  );
  const passing = waiting ? await lockPassing(tx, waiting.passingId) : null;
  return passing?.direction === 'exit' ? passing : null;
}

/** Writes what a waiting car owes now. */
export async function setWaitingDue(tx: TenantTx, passingId: string, dueFen: number): Promise<void> {
  await tx.query('update passing set due_fen = $3 where tenant_id = $1 and id = $2', [tx.tenantId, passingId, dueFen]);
}

/** A decision about a car that was held. */
interface LaterDecision {
  readonly decision: Decision;
  readonly passType: PassType;
  readonly reasonZh: string;
  readonly reasonEn: string;
  readonly screenText: string;
  readonly orderId: string | null;
}

/** Writes the decision about a waiting car and removes it from its lane. */
export async function settleWaiting(tx: TenantTx, passing: WaitingPassing, change: LaterDecision): Promise<void> {
  await writeDecision(tx, passing, change);
  await clearWaiting(tx, passing.laneId);
}

/** Writes a decision that comes late: another car may wait at the lane by now. */
export async function settleLate(tx: TenantTx, passing: WaitingPassing, change: LaterDecision): Promise<void> {
  await writeDecision(tx, passing, change);
  await tx.query('delete from waiting_car where tenant_id = $1 and lane_id = $2 and passing_id = $3', [
    tx.tenantId,
    passing.laneId,
    passing.id,
  ]);
}

async function writeDecision(tx: TenantTx, passing: WaitingPassing, change: LaterDecision): Promise<void> {
  await tx.query(
    `update passing set decision = $3, pass_type = $4, reason_zh = $5, reason_en = $6, screen_text = $8,
       order_id = coalesce($7, order_id), plate = $9
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      passing.id,
      change.decision,
      change.passType,
      change.reasonZh,
      change.reasonEn,
      change.orderId,
      change.screenText,
      passing.plate,
    ],
  );
}

/** The latest passing at which a plate is waiting; null if it waits at no lane. */
export async function findWaitingOf(tx: TenantTx, plate: string) {
  const [row] = await tx.query<{ passingId: string; orderId: string | null; lotId: string }>(
    `select w.passing_id, w.order_id, w.lot_id
     from waiting_car w join passing p on p.tenant_id = w.tenant_id and p.id = w.passing_id
     where w.tenant_id = $1 and p.plate = $2 order by p.id desc limit 1`,
    [tx.tenantId, plate],
  );
  return row ?? null;
}

/** Updates the standing and list entry of a passing. */
export async function rejudge(tx: TenantTx, passing: WaitingPassing): Promise<void> {
  await tx.query(
    'update passing set standing = $3, list_kind = $4, list_entry_id = $5 where tenant_id = $1 and id = $2',
    [tx.tenantId, passing.id, passing.standing, passing.listKind, passing.listEntryId],
  );
}

/** A picture of a passing and where the plate is in it. */
interface SeenPlate {
  readonly lotId: string;
  readonly picture: string | null;
  readonly plateBox: PlateBox | null;
}

/** The picture of a passing; null if there is no such passing. */
export async function findSeenPlate(tx: TenantTx, passingId: string): Promise<SeenPlate | null> {
  const [row] = await tx.query<SeenPlate>(
    'select lot_id, picture, plate_box from passing where tenant_id = $1 and id = $2',
    [tx.tenantId, passingId],
  );
  return row ?? null;
}

/** The picture of an order's entry, else of its exit; a picture that a person chose has no place of the plate. */
export async function findOrderPlate(tx: TenantTx, orderId: string): Promise<SeenPlate | null> {
  const [row] = await tx.query<SeenPlate>(
    `select s.lot_id, coalesce(s.entry_picture, s.exit_picture) as picture,
       (select p.plate_box from passing p
        where p.tenant_id = s.tenant_id and p.order_id = s.id and p.picture = coalesce(s.entry_picture, s.exit_picture)
        order by p.id limit 1) as "plateBox"
     from stay_fact s where s.tenant_id = $1 and s.id = $2`,
    [tx.tenantId, orderId],
  );
  return row ?? null;
}
