import { type Output, Refusal } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import type { Finding } from './inspection.service.ts';
import {
  assignRound,
  createRound,
  getRound,
  roundList,
  roundRefusal,
  skipStop,
  startRound,
  submitStop,
} from './inspection-round.contract.ts';
import {
  handInStop,
  isFor,
  leaveOut,
  makeRound,
  type Round,
  reassign,
  requireRound,
  start,
} from './inspection-round.service.ts';
import { inspectionRoute } from './inspection-route.contract.ts';
import { findRoute } from './inspection-route.queries.ts';

const about = ({ id, name }: Pick<Round, 'id' | 'name'>) => ({
  subjectKind: 'inspection-round',
  subjectId: id,
  subject: name,
});

/** Refuses an inspector who is no account of the tenant. */
async function checkInspector(tx: TenantTx, id: string | null): Promise<void> {
  if (!id) return;
  const found = await tx.query('select from account_fact where tenant_id = $1 and id = $2', [tx.tenantId, id]);
  if (found.length === 0) throw notFound(tx.who, { zh: '巡检员', en: 'Inspector' });
}

/** Operations on rounds. */
export const roundServers = [
  handle(getRound, async (tx, { roundId }) => {
    const round = await requireRound(tx, roundId, false);
    const stops = await findRoundStops(tx, roundId);
    const { userId } = tx.who;
    const isOpen = round.state !== 'done';
    return {
      state: round.state,
      isOffered: isOpen && !round.startedAt && (round.inspectorId === userId || isFor(round, userId)),
      isOwn: isOpen && round.startedAt !== null && round.inspectorId === userId,
      nextPlace: stops.find((one) => one.state === 'open')?.place ?? null,
      stops,
    };
  }),
  handle(createRound, async (tx, { routeId, inspectorId, dueAt }, act) => {
    const route = await findRoute(tx, routeId);
    if (!route || !coversLots(tx.who, route.lotIds)) throw notFound(tx.who, inspectionRoute.title);
    if (!route.isEnabled) throw new Refusal(roundRefusal['route-off']);
    await checkInspector(tx, inspectorId);
    const roundId = (await makeRound(tx, route, { planId: null, plannedAt: null, inspectorId, dueAt }))!;
    act.describe({ ...about({ id: roundId, name: route.name }), after: { inspectorId, dueAt } });
    return { roundId };
  }),
  handle(assignRound, async (tx, { roundId, inspectorId, dueAt }, act) => {
    await checkInspector(tx, inspectorId);
    const round = await reassign(tx, roundId, { inspectorId, dueAt });
    const before = { inspectorId: round.inspectorId, dueAt: round.dueAt };
    act.describe({ ...about(round), before, after: { inspectorId, dueAt } });
    return {};
  }),
  handle(startRound, async (tx, { roundId }, act) => {
    act.describe(about(await start(tx, roundId)));
    return {};
  }),
  handle(submitStop, async (tx, { roundId, place, rating, note, findings }, act) => {
    const { round, stop, inspectionId, problemCount, isDone } = await handInStop(tx, roundId, place, {
      rating: Number(rating),
      note,
      findings: findings as Finding[],
    });
    act.describe({ ...about(round), after: { place, stop: stop.name, rating, problemCount, note } });
    return { inspectionId, problemCount, isDone };
  }),
  handle(skipStop, async (tx, { roundId, place, reason }, act) => {
    const { round, stop, isDone } = await leaveOut(tx, roundId, place, reason);
    act.describe({ ...about(round), after: { place, stop: stop.name, reason } });
    return { isDone };
  }),
];

/** Returns the stops of a round in order, with what was found. */
function findRoundStops(tx: TenantTx, roundId: string) {
  return tx.query<Output<typeof getRound>['stops'][number]>(
    `select s.place, l.name as "lotName", s.place_name, s.state, s.items, s.inspection_id, i.rating, i.note,
       coalesce((select jsonb_agg(jsonb_build_object('item', f.item, 'isFine', f.is_fine, 'note', f.note, 'pictures', f.pictures)
         order by f.place) from inspection_finding f
         where f.tenant_id = s.tenant_id and f.inspection_id = s.inspection_id), '[]') as findings,
       s.reason, s.ended_at
     from inspection_round_stop s
     join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     left join inspection i on i.tenant_id = s.tenant_id and i.id = s.inspection_id
     where s.tenant_id = $1 and s.round_id = $2 order by s.place`,
    [tx.tenantId, roundId],
  );
}

const stops = (what: string, where = 'true') =>
  `(select ${what} from inspection_round_stop s left join inspection i on i.tenant_id = s.tenant_id and i.id = s.inspection_id
    where s.tenant_id = r.tenant_id and s.round_id = r.id and ${where})::int`;
const MINE = "(r.inspector_id = ? or r.inspector_id is null and (r.inspector_ids = '{}' or ? = any(r.inspector_ids)))";

export const roundListServer = serveReport(roundList, ({ tx, who }) => {
  const late = sql`(r.overdue_at is not null or coalesce(r.ended_at, ${tx.now}::timestamptz) > r.due_at)`;
  const mine = sql`(r.inspector_id = ${who.userId} or r.inspector_id is null
    and (r.inspector_ids = '{}' or ${who.userId} = any(r.inspector_ids)))`;
  return {
    from: 'inspection_round',
    as: 'r',
    columnJoins: 'left join account_fact a on a.tenant_id = r.tenant_id and a.id = r.inspector_id',
    lot: "(r.lot_ids <> '{}' and r.lot_ids <@ ?::uuid[])",
    own: MINE,
    filters: {
      lotId: 'r.lot_ids @> array[?::uuid]',
      isMine: (isMine) => (isMine ? mine : null),
      isLate: (isLate) => sql`${late} = ${isLate}`,
    },
    period: 'r.created_at',
    columns: {
      isLate: late,
      inspectorName: 'a.name',
      stopCount: stops('count(*)'),
      doneCount: stops('count(*)', "s.state = 'done'"),
      skippedCount: stops('count(*)', "s.state = 'skipped'"),
      problemCount: stops('coalesce(sum(i.problem_count), 0)'),
      minutes: 'round(extract(epoch from r.ended_at - r.started_at) / 60)::int',
    },
    order: "(r.state = 'done'), case when r.state <> 'done' then r.due_at end, r.ended_at desc nulls last, r.id",
    aggregates: {
      of: {
        openCount: "(count(*) filter (where r.state <> 'done'))::int",
        overdueCount: "(count(*) filter (where r.state = 'overdue'))::int",
      },
    },
  };
});
