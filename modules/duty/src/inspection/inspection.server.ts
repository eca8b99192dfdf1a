import { requireLot } from '@boyun/facilities/server';
import { handle, serveReport, serveResource, sql } from '@boyun/kernel/server';
import {
  createInspection,
  getInspection,
  inspectionList,
  inspectionPlan,
  submitInspection,
  takeInspection,
} from './inspection.contract.ts';
import { assign, type Finding, handIn, itemsOf, requireInspection, take } from './inspection.service.ts';
import { completePlan } from './inspection-plan.service.ts';

/** Plans of a lot or a route. */
export const inspectionPlanServer = serveResource(inspectionPlan, { beforeWrite: completePlan });

/** Operations on inspections. */
export const inspectionServers = [
  handle(getInspection, async (tx, { inspectionId }) => {
    const { items } = await requireInspection(tx, inspectionId, false);
    const findings = await tx.query<never>(
      `select item, is_fine, note, pictures from inspection_finding
       where tenant_id = $1 and inspection_id = $2 order by place`,
      [tx.tenantId, inspectionId],
    );
    return { items: [...items], findings };
  }),
  handle(createInspection, async (tx, { items, ...wish }, act) => {
    const lot = await requireLot(tx, wish.lotId);
    const inspectionId = await assign(tx, { ...wish, planId: null, items: itemsOf(items) });
    act.describe({ subjectKind: 'inspection', subjectId: inspectionId, subject: `${lot.name} ${wish.name}` });
    return { inspectionId };
  }),
  handle(takeInspection, async (tx, { inspectionId }, act) => {
    const row = await take(tx, inspectionId);
    act.describe({ subjectKind: 'inspection', subjectId: row.id, subject: row.name });
    return {};
  }),
  handle(submitInspection, async (tx, { inspectionId, ...found }, act) => {
    const { row, problemCount } = await handIn(tx, inspectionId, {
      ...found,
      rating: Number(found.rating),
      findings: found.findings as Finding[],
    });
    act.describe({
      subjectKind: 'inspection',
      subjectId: row.id,
      subject: row.name,
      after: { rating: found.rating, problemCount, note: found.note },
    });
    return { problemCount };
  }),
];

export const inspectionListServer = serveReport(inspectionList, ({ tx, who }) => {
  const overdue = sql`(coalesce(i.done_at, ${tx.now}::timestamptz) > i.due_at)`;
  return {
    from: 'inspection',
    as: 'i',
    columnJoins: 'left join account_fact a on a.tenant_id = i.tenant_id and a.id = i.inspector_id',
    lot: 'i.lot_id',
    own: '(i.inspector_id is null or i.inspector_id = ?)',
    filters: {
      isMine: (isMine) => (isMine ? sql`(i.inspector_id is null or i.inspector_id = ${who.userId})` : null),
      hasProblem: '(i.problem_count > 0) = ?',
      dueFrom: 'i.due_at >= ?',
      dueTo: 'i.due_at <= ?',
      isOverdue: (isOverdue) => sql`${overdue} = ${isOverdue}`,
    },
    period: 'i.created_at',
    columns: { isOverdue: overdue, inspectorName: 'a.name' },
    order: "i.state desc, case i.state when 'open' then i.due_at end, i.done_at desc nulls last, i.id",
    aggregates: {
      of: {
        openCount: "(count(*) filter (where i.state = 'open'))::int",
        problemCount: 'coalesce(sum(i.problem_count), 0)::int',
        overdueCount: sql`(count(*) filter (where i.state = 'open' and ${overdue}))::int`,
      },
    },
  };
});
