import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { setLedgerClosed, sumDaysIn } from '@boyun/money/server';
import { type Approval, reviewedAct } from '@boyun/reviews/server';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';
import { periodList, periodRefusal } from './period.contract.ts';
import { periodReopened } from './period-event.contract.ts';

const LOCK = 'accounting-periods';

/** The first day of the month after one. */
const endOf = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
};
/** The last month that is closed, and the one to be closed next: at first, the first one with entries. */
async function bounds(tx: TenantTx): Promise<{ next: string | null; lastClosed: string | null }> {
  const [closed] = await tx.query<{ month: string | null }>(
    `select max(month) as month from accounting_period where tenant_id = $1 and state = 'closed'`,
    [tx.tenantId],
  );
  const lastClosed = closed?.month ?? null;
  if (lastClosed) return { lastClosed, next: endOf(lastClosed).slice(0, 7) };
  const [first] = await tx.query<{ month: string | null }>(
    `select to_char(min(day), 'YYYY-MM') as month from ledger_day_fact where tenant_id = $1`,
    [tx.tenantId],
  );
  return { lastClosed, next: first?.month ?? null };
}

/** Closes a month that is over: the next one after the last that is closed. */
export async function close(tx: TenantTx, month: string): Promise<{ entryCount: number; debitFen: number }> {
  await tx.lock(LOCK);
  const completeBefore = await sumDaysIn(tx);
  const { next, lastClosed } = await bounds(tx);
  if (lastClosed && month <= lastClosed) throw new Refusal(periodRefusal['is-closed'], { month });
  if (next && month !== next) throw new Refusal(periodRefusal['not-next'], { month: next });
  const end = endOf(month);
  if (!completeBefore || completeBefore < end) throw new Refusal(periodRefusal['not-over'], { month });
  const [sums] = await tx.query<{ entryCount: number; debitFen: number; creditFen: number }>(
    `select coalesce(sum(entry_count), 0)::int as "entryCount", coalesce(sum(debit_fen), 0)::bigint as "debitFen",
       coalesce(sum(credit_fen), 0)::bigint as "creditFen"
     from ledger_day_fact where tenant_id = $1 and day >= $2::date and day < $3::date`,
    [tx.tenantId, `${month}-01`, end],
  );
  const { entryCount, debitFen, creditFen } = sums!;
  if (debitFen !== creditFen) throw new Refusal(periodRefusal.unbalanced, { month });
  await tx.query(
    `insert into accounting_period as p (tenant_id, id, month, state, entry_count, debit_fen, closed_at, closed_by)
     values ($1, $2, $3, 'closed', $4, $5, $6, $7)
     on conflict (tenant_id, month) do update set state = 'closed', entry_count = excluded.entry_count, debit_fen = excluded.debit_fen,
       closed_at = excluded.closed_at, closed_by = excluded.closed_by`,
    [tx.tenantId, tx.newId(), month, entryCount, debitFen, tx.now, tx.who.name],
  );
  await setLedgerClosed(tx, end);
  return { entryCount, debitFen };
}

interface Payload {
  readonly month: string;
}

async function requireLast(tx: TenantTx, month: string): Promise<string> {
  await tx.lock(LOCK);
  const [last] = await tx.query<{ id: string; month: string }>(
    `select id, month from accounting_period where tenant_id = $1 and state = 'closed' order by month desc limit 1`,
    [tx.tenantId],
  );
  if (last?.month !== month) throw new Refusal(periodRefusal['not-last']);
  return last.id;
}

async function carryOut(tx: TenantTx, { month }: Payload, approval: Approval): Promise<void> {
  const id = await requireLast(tx, month);
  await tx.query(
    `update accounting_period set state = 'open', reopened_at = $3, reopened_by = $4, note = $5 where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now, approval.requestedBy, approval.reason],
  );
  await setLedgerClosed(tx, `${month}-01`);
  tx.emit(periodReopened, { lotId: null, subjectId: id, data: { month } });
}

/** Opens a closed month again, when it is agreed. */
export const reopenClosed = reviewedAct(settlementReviews.reopen.name, carryOut);

/** Requests that the last closed month is opened again. */
export async function askReopen(tx: TenantTx, month: string, note: string) {
  const id = await requireLast(tx, month);
  return reopenClosed(tx, {
    lotIds: [],
    subjectKind: periodList.name,
    subjectId: id,
    subject: month,
    summary: { zh: `反结账 ${month}`, en: `Reopen ${month}` },
    changes: [
      {
        label: periodList.columns.state.label,
        before: { zh: '已结账', en: 'Closed' },
        after: { zh: '未结账', en: 'Open' },
      },
    ],
    amountFen: null,
    counting: 'alone',
    reason: note,
    payload: { month },
  });
}
