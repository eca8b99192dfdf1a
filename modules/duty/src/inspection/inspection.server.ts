import { requireLot } from '@boyun/facilities/server';
import type { ReportRow } from '@boyun/kernel/contract';
import { handle, handleReport, lotCondition, serveResource } from '@boyun/kernel/server';
import {
  createInspection,
  getInspection,
  inspectionList,
  inspectionPlan,
  submitInspection,
  takeInspection,
} from './inspection.contract.ts';
import { assign, type Finding, handIn, itemsOf, requireInspection, take } from './inspection.service.ts';

/** Plans take effect immediately. */
export const inspectionPlanServer = serveResource(inspectionPlan, {
  async beforeWrite(tx, values, before) {
    return before ? values : { ...values, nextAt: tx.now };
  },
});

/** Operations on inspections. */
export const inspectionServers = [
  handle(getInspection, async (tx, { inspectionId }) => {
    const { items } = await requireInspection(tx, inspectionId, false);
    const findings = await tx.query<never>(
      `select item, is_fine as "isFine", note, pictures from inspection_finding
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

export const inspectionListServer = handleReport(inspectionList, async (tx, filters, paging) => {
  const where = lotCondition(tx.who, 'i')
    .own(tx.who, '(i.inspector_id is null or i.inspector_id = ?)')
    .add('i.lot_id = ?', filters.lotId)
    .add('i.state = ?', filters.state)
    .add('(i.inspector_id is null or i.inspector_id = ?)', filters.isMine ? tx.who.userId : null)
    .add('i.created_at >= ?', filters.from)
    .add('i.created_at <= ?', filters.to)
    .add('(i.problem_count > 0) = ?', filters.hasProblem);
  const overdue = `coalesce(i.done_at, ${where.place(tx.now)}::timestamptz) > i.due_at`;
  where.add(`(${overdue}) = ?`, filters.isOverdue);
  const [totals] = await tx.query<{ total: number; openCount: number; overdueCount: number }>(
    `select count(*)::int as total, (count(*) filter (where i.state = 'open'))::int as "openCount",
       (count(*) filter (where i.state = 'open' and ${overdue}))::int as "overdueCount" from inspection i where ${where.sql}`,
    where.values,
  );
  const rows = await tx.query<ReportRow<typeof inspectionList>>(
    `select i.id, i.name, i.lot_id as "lotId", i.state, (${overdue}) as "isOverdue", i.inspector_id as "inspectorId",
       a.name as "inspectorName", i.due_at as "dueAt", i.done_at as "doneAt", i.rating, i.problem_count as "problemCount", i.note
     from inspection i left join account a on a.tenant_id = i.tenant_id and a.id = i.inspector_id
     where ${where.sql} order by i.state desc, case i.state when 'open' then i.due_at end, i.done_at desc nulls last, i.id`,
    where.values,
    paging,
  );
  const { total, ...counts } = totals!;
  return { rows, total, totals: counts };
});
