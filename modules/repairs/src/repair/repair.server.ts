import { containing, handle, serveReport, sql } from '@boyun/kernel/server';
import {
  cancelRepair,
  dispatchRepair,
  finishRepair,
  getRepair,
  repairList,
  repairTimes,
  reportRepair,
  startRepair,
  verifyRepair,
} from './repair.contract.ts';
import { cancel, dispatch, finish, type Repair, reportFault, requireRepair, start, verify } from './repair.service.ts';

const subjectOf = ({ id, repairNo }: Pick<Repair, 'id' | 'repairNo'>) => ({
  subjectKind: repairList.name,
  subjectId: id,
  subject: repairNo,
});

const REPAIR_MINUTES = `extract(epoch from r.done_at - r.started_at)::int / 60`;

/** What is done with repair orders. */
export const repairServers = [
  handle(reportRepair, async (tx, input, act) => {
    const made = await reportFault(tx, input);
    const { deviceKind, deviceName, fault, urgency, alarmId } = input;
    act.describe({ ...subjectOf(made), after: { deviceKind, deviceName, fault, urgency, alarmId } });
    return { repairId: made.id, repairNo: made.repairNo };
  }),
  handle(dispatchRepair, async (tx, { repairId, ...given }, act) => {
    const row = await dispatch(tx, repairId, given);
    const { state, assigneeName } = row;
    act.describe({ ...subjectOf(row), before: { state, assigneeName }, after: { assigneeName: row.toName } });
    return {};
  }),
  handle(startRepair, async (tx, { repairId }, act) => {
    const row = await start(tx, repairId);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'repairing' } });
    return {};
  }),
  handle(finishRepair, async (tx, { repairId, ...given }, act) => {
    const row = await finish(tx, repairId, given);
    const { result, parts, costFen } = given;
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'done', result, parts, costFen } });
    return {};
  }),
  handle(verifyRepair, async (tx, { repairId, ...given }, act) => {
    const row = await verify(tx, repairId, given);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: given });
    return {};
  }),
  handle(cancelRepair, async (tx, { repairId, note }, act) => {
    const row = await cancel(tx, repairId, note);
    act.describe({ ...subjectOf(row), before: { state: row.state }, after: { state: 'cancelled', note } });
    return {};
  }),
  handle(getRepair, async (tx, { repairId }) => {
    await requireRepair(tx, repairId, false);
    const steps = await tx.query<{ at: Date; act: never; note: string | null; actorName: string; pictures: string[] }>(
      `select at, act, note, actor_name, pictures from repair_step where tenant_id = $1 and repair_order_id = $2 order by id`,
      [tx.tenantId, repairId],
    );
    return { steps };
  }),
];

/** The orders, and their figures. */
export const repairListServer = serveReport(repairList, ({ tx, who }) => {
  const isOverdue = sql`(r.state <> 'cancelled' and coalesce(r.done_at, ${tx.now}::timestamptz) > r.due_at)`;
  return {
    from: 'repair_order',
    as: 'r',
    lot: 'r.lot_id',
    own: 'r.assignee_id = ?',
    filters: {
      word: containing('r.device_name', 'r.fault', 'r.repair_no'),
      isMine: (isMine) => (isMine ? sql`r.assignee_id = ${who.userId}` : null),
      isOverdue: (wanted) => (wanted ? isOverdue : sql`not ${isOverdue}`),
    },
    period: 'r.created_at',
    columns: { isOverdue, repairMinutes: REPAIR_MINUTES },
    order: 'r.created_at desc, r.id desc',
    aggregates: {
      of: {
        reportedCount: "(count(*) filter (where r.state = 'reported'))::int",
        openCount: "(count(*) filter (where r.state in ('dispatched', 'repairing')))::int",
        doneCount: "(count(*) filter (where r.state = 'done'))::int",
        overdueCount: sql`(count(*) filter (where ${isOverdue} and r.closed_at is null))::int`,
        meanMinutes: `avg(${REPAIR_MINUTES})::int`,
        costFen: 'coalesce(sum(r.cost_fen), 0)::bigint',
      },
      without: ['state'],
    },
  };
});

/** The times of persons, the fastest first. */
export const repairTimesServer = serveReport(repairTimes, ({ tx }) => ({
  from: 'repair_order',
  as: 'r',
  lot: 'r.lot_id',
  own: 'r.assignee_id = ?',
  where: ["r.assignee_id is not null and r.state <> 'cancelled'"],
  period: 'r.created_at',
  columns: {
    id: 'r.assignee_id',
    name: 'max(r.assignee_name)',
    givenCount: 'count(*)::int',
    openCount: "(count(*) filter (where r.state in ('dispatched', 'repairing')))::int",
    doneCount: "(count(*) filter (where r.state in ('done', 'verified')))::int",
    overdueCount: sql`(count(*) filter (where coalesce(r.done_at, ${tx.now}::timestamptz) > r.due_at))::int`,
    startMinutes: 'avg(extract(epoch from r.started_at - r.dispatched_at) / 60)::int',
    repairMinutes: `avg(${REPAIR_MINUTES})::int`,
    costFen: 'sum(r.cost_fen)::bigint',
  },
  groupBy: 'r.assignee_id',
  order: 'avg(r.done_at - r.started_at), r.assignee_id',
}));
