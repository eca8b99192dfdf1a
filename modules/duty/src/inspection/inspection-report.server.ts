import { serveReport, sql } from '@boyun/kernel/server';
import { inspectionReport } from './inspection-report.contract.ts';

/** Inspections by the time they were due. */
export const inspectionReportServer = serveReport(inspectionReport, ({ tx }) => {
  const figures = {
    assignedCount: sql`count(*)::int`,
    doneCount: sql`count(i.done_at)::int`,
    lateCount: sql`count(*) filter (where i.done_at > i.due_at)::int`,
    overdueCount: sql`count(*) filter (where i.done_at is null and i.due_at < ${tx.now})::int`,
    problemCount: sql`coalesce(sum(i.problem_count), 0)::int`,
  };
  return {
    from: 'inspection',
    as: 'i',
    joins: 'left join account_fact a on a.tenant_id = i.tenant_id and a.id = i.inspector_id',
    lot: 'i.lot_id',
    own: 'i.inspector_id',
    filters: { lotId: 'i.lot_id = ?', inspectorName: 'a.name = ?' },
    period: 'i.due_at',
    usualDays: 30,
    columns: {
      id: `concat_ws(' ', i.lot_id, i.inspector_id)`,
      lotId: 'i.lot_id',
      inspectorId: 'i.inspector_id::text',
      inspectorName: 'a.name',
      ...figures,
      rating: 'round(avg(i.rating), 1)',
    },
    groupBy: 'i.lot_id, i.inspector_id, a.name',
    order: 'count(*) desc, i.lot_id, a.name',
    totals: figures,
  };
});
