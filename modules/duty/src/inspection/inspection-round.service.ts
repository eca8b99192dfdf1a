import { findHolders } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import { deliver } from '@boyun/system/server';
import { assignAccess } from './inspection.contract.ts';
import { assign, type Finding, handIn, itemsOf } from './inspection.service.ts';
import { type RoundState, roundList, roundRefusal } from './inspection-round.contract.ts';
import {
  roundAssigned,
  roundCreated,
  roundDone,
  roundOverdue,
  roundPath,
  roundStarted,
  stopDone,
  stopSkipped,
} from './inspection-round-event.contract.ts';
import { findStops, type Route, type RouteStop } from './inspection-route.queries.ts';

/** A round as its operations read it. */
export interface Round {
  readonly id: string;
  readonly planId: string | null;
  readonly name: string;
  readonly lotIds: readonly string[];
  readonly inspectorIds: readonly string[];
  readonly inspectorId: string | null;
  readonly inspectorName: string | null;
  readonly state: RoundState;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
}

const COLUMNS = `r.id, r.plan_id, r.name, r.lot_ids, r.inspector_ids, r.inspector_id, a.name as "inspectorName", r.state, r.due_at,
  r.started_at`;

/** Returns a round whose lots the caller sees all, locked when `isLocked`; throws `not-found`. */
export async function requireRound(tx: TenantTx, id: string, isLocked: boolean): Promise<Round> {
  const [row] = await tx.query<Round>(
    `select ${COLUMNS} from inspection_round r left join account_fact a on a.tenant_id = r.tenant_id and a.id = r.inspector_id
     where r.tenant_id = $1 and r.id = $2${isLocked ? ' for update of r' : ''}`,
    [tx.tenantId, id],
  );
  const { userId, isOwnOnly } = tx.who;
  const isSeen =
    row && coversLots(tx.who, row.lotIds) && (!isOwnOnly || row.inspectorId === userId || isFor(row, userId));
  if (!isSeen) throw notFound(tx.who, roundList.title);
  return row;
}

/** Whether a person may take a round that has no inspector. */
export function isFor({ inspectorId, inspectorIds }: Round, userId: string | null): boolean {
  return inspectorId === null && (inspectorIds.length === 0 || inspectorIds.includes(userId ?? ''));
}

/** The lot of the events of a round; null where it has several. */
const lotOf = ({ lotIds }: Pick<Round, 'lotIds'>) => (lotIds.length === 1 ? lotIds[0]! : null);

/** Makes a round of a route with its stops; null where the plan has one for that time already. */
export async function makeRound(
  tx: TenantTx,
  route: Route,
  wish: { planId: string | null; plannedAt: Date | null; inspectorId: string | null; dueAt: Date },
): Promise<string | null> {
  const id = tx.newId();
  const { name, lotIds, inspectorIds } = route;
  const { inspectorId, dueAt } = wish;
  const [made] = await tx.query(
    `insert into inspection_round (tenant_id, id, route_id, plan_id, planned_at, name, lot_ids, inspector_ids, inspector_id,
       expected_minutes, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, plan_id, planned_at) do nothing returning id`,
    [
      tx.tenantId,
      id,
      route.id,
      wish.planId,
      wish.plannedAt,
      name,
      lotIds,
      inspectorIds,
      inspectorId,
      route.expectedMinutes,
      tx.now,
      dueAt,
    ],
  );
  if (!made) return null;
  const stops = await findStops(tx, [route.id]);
  for (const stop of stops)
    await tx.query(
      `insert into inspection_round_stop (tenant_id, round_id, place, lot_id, place_name, items) values ($1, $2, $3, $4, $5, $6)`,
      [tx.tenantId, id, stop.place, stop.lotId, placeName(stop), itemsOf(stop.items ?? route.items)],
    );
  tx.emit(roundCreated, {
    lotId: lotOf(route),
    subjectId: id,
    data: { roundId: id, name, inspectorId, dueAt, stopCount: stops.length },
  });
  return id;
}

const placeName = ({ garageName, gateName, laneName, zoneName }: RouteStop) =>
  garageName ?? gateName ?? laneName ?? zoneName;

/** Gives a round to another inspector or none, who has to start it again, and sets when it is due. */
export async function reassign(
  tx: TenantTx,
  id: string,
  { inspectorId, dueAt }: { inspectorId: string | null; dueAt: Date },
): Promise<Round> {
  const round = await requireRound(tx, id, true);
  if (round.state === 'done') throw new Refusal(roundRefusal.done);
  const startedAt = inspectorId === round.inspectorId ? round.startedAt : null;
  await tx.query(
    `update inspection_round set inspector_id = $3, due_at = $4, started_at = $5, state = $6 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, inspectorId, dueAt, startedAt, startedAt ? 'walking' : 'waiting'],
  );
  const data = { roundId: id, name: round.name, inspectorId, dueAt };
  tx.emit(roundAssigned, { lotId: lotOf(round), subjectId: id, data });
  return round;
}

/** Starts a round as the caller's. */
export async function start(tx: TenantTx, id: string): Promise<Round> {
  const round = await requireRound(tx, id, true);
  const { userId } = tx.who;
  if (round.state === 'done') throw new Refusal(roundRefusal.done);
  if (round.inspectorId && round.inspectorId !== userId)
    throw new Refusal(roundRefusal.taken, { name: round.inspectorName });
  if (!round.inspectorId && !isFor(round, userId)) throw new Refusal(roundRefusal['not-walker']);
  if (round.startedAt) throw new Refusal(roundRefusal.started);
  await tx.query(
    `update inspection_round set inspector_id = $3, started_at = $4,
       state = case when state = 'overdue' then state else 'walking' end where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, userId, tx.now],
  );
  const data = { roundId: id, name: round.name, inspectorId: userId };
  tx.emit(roundStarted, { lotId: lotOf(round), subjectId: id, data });
  return round;
}

/** The stop of a round that is to be inspected. */
interface OpenStop {
  readonly place: number;
  readonly lotId: string;
  readonly name: string;
  readonly items: readonly string[];
}

/** Returns the caller's round, locked, and its next stop, which must be the one meant. */
async function lockStop(tx: TenantTx, id: string, place: number): Promise<{ round: Round; stop: OpenStop }> {
  const round = await requireRound(tx, id, true);
  if (round.state === 'done') throw new Refusal(roundRefusal.done);
  if (round.inspectorId && round.inspectorId !== tx.who.userId)
    throw new Refusal(roundRefusal.taken, { name: round.inspectorName });
  if (!round.inspectorId || !round.startedAt) throw new Refusal(roundRefusal['not-started']);
  const [stop] = await tx.query<OpenStop>(
    `select s.place, s.lot_id, concat_ws(' ', l.name, s.place_name) as name, s.items from inspection_round_stop s
     join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     where s.tenant_id = $1 and s.round_id = $2 and s.state = 'open' order by s.place limit 1`,
    [tx.tenantId, id],
  );
  if (stop?.place !== place) throw new Refusal(roundRefusal['not-next'], { place: stop?.place ?? null });
  return { round, stop: stop! };
}

/** Hands in the next stop as an inspection of its lot. */
export async function handInStop(
  tx: TenantTx,
  id: string,
  place: number,
  found: { rating: number; note: string | null; findings: readonly Finding[] },
) {
  const { round, stop } = await lockStop(tx, id, place);
  const inspectionId = await assign(tx, {
    planId: round.planId,
    lotId: stop.lotId,
    name: `${round.name} · ${stop.name}`.slice(0, 255),
    inspectorId: tx.who.userId,
    dueAt: round.dueAt,
    items: stop.items,
  });
  const { problemCount } = await handIn(tx, inspectionId, found);
  await tx.query(
    `update inspection_round_stop set state = 'done', inspection_id = $4, ended_at = $5
     where tenant_id = $1 and round_id = $2 and place = $3`,
    [tx.tenantId, id, place, inspectionId, tx.now],
  );
  tx.emit(stopDone, { lotId: stop.lotId, subjectId: id, data: { roundId: id, place, inspectionId } });
  return { round, stop, inspectionId, problemCount, isDone: await endIfWalked(tx, round) };
}

/** Leaves the next stop out. */
export async function leaveOut(tx: TenantTx, id: string, place: number, reason: string) {
  const { round, stop } = await lockStop(tx, id, place);
  await tx.query(
    `update inspection_round_stop set state = 'skipped', reason = $4, ended_at = $5
     where tenant_id = $1 and round_id = $2 and place = $3`,
    [tx.tenantId, id, place, reason, tx.now],
  );
  tx.emit(stopSkipped, { lotId: stop.lotId, subjectId: id, data: { roundId: id, place, reason } });
  return { round, stop, isDone: await endIfWalked(tx, round) };
}

/** Ends a round without open stops; returns whether it has ended. */
async function endIfWalked(tx: TenantTx, round: Round): Promise<boolean> {
  const [left] = await tx.query<{ open: number; skipped: number }>(
    `select (count(*) filter (where state = 'open'))::int as open, (count(*) filter (where state = 'skipped'))::int as skipped
     from inspection_round_stop where tenant_id = $1 and round_id = $2`,
    [tx.tenantId, round.id],
  );
  if (left!.open > 0) return false;
  await tx.query(`update inspection_round set state = 'done', ended_at = $3 where tenant_id = $1 and id = $2`, [
    tx.tenantId,
    round.id,
    tx.now,
  ]);
  const data = { roundId: round.id, name: round.name, skippedCount: left!.skipped };
  tx.emit(roundDone, { lotId: lotOf(round), subjectId: round.id, data });
  return true;
}

/** Marks the rounds of the tenant that should be complete by now, and tells those who walk or assign them. */
export async function markOverdue(tx: TenantTx): Promise<void> {
  const late = await tx.query<Omit<Round, 'inspectorName'> & { stopCount: number; leftCount: number }>(
    `update inspection_round r set state = 'overdue', overdue_at = $2
     from (select id from inspection_round where tenant_id = $1 and state in ('waiting', 'walking') and due_at <= $2
       for update skip locked) due
     where r.tenant_id = $1 and r.id = due.id
     returning r.id, r.plan_id, r.name, r.lot_ids, r.inspector_ids, r.inspector_id, r.state, r.due_at, r.started_at,
       (select count(*) from inspection_round_stop s where s.tenant_id = $1 and s.round_id = r.id)::int as "stopCount",
       (select count(*) from inspection_round_stop s
         where s.tenant_id = $1 and s.round_id = r.id and s.state = 'open')::int as "leftCount"`,
    [tx.tenantId, tx.now],
  );
  if (late.length === 0) return;
  const assigners = await findHolders(tx, assignAccess.name);
  for (const round of late) {
    const { id, name, inspectorId, dueAt, stopCount, leftCount } = round;
    const data = { roundId: id, name, inspectorId, dueAt, stopCount, leftCount };
    tx.emit(roundOverdue, { lotId: lotOf(round), subjectId: id, data });
    tx.audit({
      action: roundOverdue.kind,
      subjectKind: 'inspection-round',
      subjectId: id,
      subject: name,
      after: { state: 'overdue', stopCount, leftCount },
    });
    const walkers = inspectorId ? [inspectorId] : round.inspectorIds;
    const acting = assigners.filter((one) => coversLots(one, round.lotIds)).map((one) => one.id);
    await deliver(tx, {
      kind: 'alarm',
      title: { zh: `巡检逾期：${name}`, en: `Round overdue: ${name}` },
      body: {
        zh: `${stopCount}个点位中还有${leftCount}个未巡检，请尽快完成或改派。`,
        en: `${leftCount} of ${stopCount} stops are still open. Complete the round or reassign it.`,
      },
      path: roundPath(id),
      sender: 'system',
      audience: assignAccess.name,
      accountIds: [...new Set([...walkers, ...acting])],
    });
  }
}
