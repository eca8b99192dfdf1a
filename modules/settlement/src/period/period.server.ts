import { handle, serveReport, sql } from '@boyun/kernel/server';
import { closePeriod, periodList, reopenPeriod } from './period.contract.ts';
import { askReopen, close } from './period.service.ts';
import { periodClosed } from './period-event.contract.ts';

/** The months with entries, the newest first. */
export const periodListServer = serveReport(periodList, ({ tx }) => ({
  from: sql`(
    select tenant_id, month, entry_count, debit_fen, debit_fen as credit_fen from accounting_period where state = 'closed'
    union all
    select d.tenant_id, to_char(d.day, 'YYYY-MM'), sum(d.entry_count)::int, sum(d.debit_fen)::bigint, sum(d.credit_fen)::bigint
    from ledger_day_fact d where d.tenant_id = ${tx.tenantId}
      and d.day >= coalesce((select closed_before from ledger_state_fact where tenant_id = ${tx.tenantId}), '-infinity') group by 1, 2)`,
  as: 'm',
  joins: 'left join accounting_period p on p.tenant_id = m.tenant_id and p.month = m.month',
  // Months are of all lots.
  lot: 'false and ?::uuid[] is null',
  own: sql`false`,
  columns: {
    id: 'm.month',
    state: `coalesce(p.state, 'open')`,
    entryCount: 'm.entry_count',
    debitFen: 'm.debit_fen',
    creditFen: 'm.credit_fen',
    closedAt: 'p.closed_at',
    closedBy: 'p.closed_by',
    reopenedAt: 'p.reopened_at',
    reopenedBy: 'p.reopened_by',
    note: 'p.note',
  },
  order: 'm.month desc',
}));

const closeServer = handle(closePeriod, async (tx, { month }, act) => {
  const sums = await close(tx, month);
  tx.emit(periodClosed, { lotId: null, subjectId: null, data: { month } });
  act.describe({ subjectKind: periodList.name, subjectId: null, subject: month, after: sums });
  return {};
});

const reopenServer = handle(reopenPeriod, async (tx, { month, note }, act) => {
  const { reviewId, isPending, effect } = await askReopen(tx, month, note);
  act.describe({ subjectKind: periodList.name, subjectId: null, subject: month, after: { note, effect } });
  return { reviewId, isPending };
});

/** Closing and reopening months. */
export const periodServers = [closeServer, reopenServer];
