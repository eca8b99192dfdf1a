import type { LaneDirection } from '@boyun/facilities/contract';
import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import type { CallState } from '../lane-call/lane-call.contract.ts';

/** A waiting car as the desk shows it; a claim that is over is left out. */
export interface DeskCar {
  readonly passingId: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly direction: keyof typeof LaneDirection;
  readonly happenedAt: Date;
  readonly plate: string;
  readonly plateColor: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly readPlate: string | null;
  readonly confidence: number;
  readonly standing: string;
  readonly picture: string | null;
  readonly orderId: string | null;
  readonly dueFen: number;
  readonly reasonZh: string;
  readonly reasonEn: string;
  readonly claimedById: string | null;
  readonly claimedByName: string | null;
}

/** Number of waiting cars, and of calls, in one answer; a lane has at most one of each. */
const MOST = 500;

/** The waiting cars of the caller's lots, longest first. */
export function waitingCars(tx: TenantTx, lotId: string | null): Promise<DeskCar[]> {
  const conditions = lotCondition(tx.who, 'w').add('w.lot_id = ?', lotId);
  const now = conditions.place(tx.now);
  return tx.query<DeskCar>(
    `select w.passing_id, w.lot_id, w.lane_id, p.direction, p.happened_at, p.plate, p.plate_color, p.read_plate,
       p.confidence, p.standing, p.picture, w.order_id, p.due_fen, p.reason_zh, p.reason_en,
       case when w.claimed_until > ${now} then w.claimed_by end as "claimedById",
       case when w.claimed_until > ${now} then w.claimed_by_name end as claimed_by_name
     from waiting_car w join passing p on p.tenant_id = w.tenant_id and p.id = w.passing_id
     where ${conditions.sql} order by p.happened_at limit ${MOST}`,
    conditions.values,
  );
}

/** An open call as the desk shows it. */
export interface DeskCall {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly calledAt: Date;
  readonly state: CallState;
  readonly plate: string | null;
  readonly passingId: string | null;
  readonly claimedById: string | null;
  readonly claimedByName: string | null;
}

/** The open calls of the caller's lots and own records, oldest first. */
export function openCalls(tx: TenantTx, lotId: string | null): Promise<DeskCall[]> {
  const conditions = lotCondition(tx.who, 'c')
    .add('c.lot_id = ?', lotId)
    .add('(c.answered_by is null or c.answered_by = ?)', tx.who.isOwnOnly ? tx.who.userId : null);
  return tx.query<DeskCall>(
    `select c.id, c.lot_id, c.lane_id, c.called_at, c.state, c.plate, c.passing_id, c.answered_by as "claimedById",
       c.answered_by_name as "claimedByName"
     from lane_call c where ${conditions.sql} and c.state in ('ringing', 'answered') order by c.called_at limit ${MOST}`,
    conditions.values,
  );
}

/** Number of waiting cars, and of ringing calls at lanes without one, in the caller's lots. */
export async function countPeople(tx: TenantTx): Promise<number> {
  const conditions = lotCondition(tx.who, 'one');
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select tenant_id, lot_id, lane_id from waiting_car
       union select tenant_id, lot_id, lane_id from lane_call where state = 'ringing'
     ) as one where ${conditions.sql}`,
    conditions.values,
  );
  return row!.count;
}

/** The facts of passings by id, for alarms whose car has gone. */
export function passingsOf(tx: TenantTx, ids: readonly string[]) {
  return tx.query<Pick<DeskCar, 'direction' | 'plateColor' | 'readPlate' | 'confidence' | 'standing'> & { id: string }>(
    `select p.id, p.direction, p.plate_color, p.read_plate, p.confidence, p.standing
     from unnest($2::uuid[]) as wanted(id) join passing p on p.tenant_id = $1 and p.id = wanted.id`,
    [tx.tenantId, ids],
  );
}

/** What an account did since a time: matters it settled, barriers it opened by hand, cash it took. */
export async function figuresSince(tx: TenantTx, since: Date) {
  const [row] = await tx.query<{ handledCount: number; openedCount: number; cashFen: number }>(
    `select (count(*) filter (where action <> 'lane.opened'))::int as "handledCount",
       (count(*) filter (where action = 'lane.opened'))::int as "openedCount",
       (select coalesce(sum(amount_fen), 0)::bigint from payment_fact where tenant_id = $1 and actor_id = $2
          and channel = 'cash' and state = 'succeeded' and paid_at >= $3) as "cashFen"
     from audit_log where tenant_id = $1 and actor_id = $2 and id >= first_uuid($3)
       and action in ('passing.settled', 'lane.call-ended', 'alarm.closed', 'lane.opened')`,
    [tx.tenantId, tx.who.userId, since],
  );
  return row!;
}
