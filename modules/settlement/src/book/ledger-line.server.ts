import {
  handle,
  notFound,
  type ReportContext,
  type ReportQuery,
  serveReport,
  sql,
  type TenantTx,
} from '@boyun/kernel/server';
import { AccountKind, MONEY_KINDS } from '@boyun/money/contract';
import { type AccountParty, namesOfParties } from '../party/party.service.ts';
import { balancesAfter, type CountedLots, type Line } from './balance.queries.ts';
import { cashFlow, getTransaction, type LedgerSubject, ledgerLines } from './ledger-line.contract.ts';

/** What the transaction of an entry `e` is about, and its number. */
const SUBJECT = `case when e.refund_id is not null then 'refund' when e.payment_id is not null then 'payment'
  when e.source is not null then e.source when e.bill_id is not null then 'bill' else 'other' end`;
const NUMBER = `coalesce(r.refund_no, p.payment_no,
  (select s.settlement_no from settlement s where s.tenant_id = e.tenant_id and e.source = 'settlement' and s.id = e.source_id),
  (select o.payout_no from payout o where o.tenant_id = e.tenant_id and e.source = 'payout' and o.id = e.source_id),
  (select b.booking_no from shared_booking_fact b where b.tenant_id = e.tenant_id and e.source = 'shared-stay' and b.id = e.source_id),
  (select w.withdrawal_no from owner_withdrawal_fact w where w.tenant_id = e.tenant_id and e.source = 'withdrawal' and w.id = e.source_id),
  (select c.move_no from cash_move c where c.tenant_id = e.tenant_id and e.source = 'cash-move' and c.id = e.source_id))`;
const NUMBERED = `left join refund_fact r on r.tenant_id = e.tenant_id and r.id = e.refund_id
  left join payment_fact p on p.tenant_id = e.tenant_id and p.id = e.payment_id`;
const PLATED = `${NUMBERED} left join bill_fact b on b.tenant_id = e.tenant_id and b.id = e.bill_id`;

const DAY = 'ledger_day_of(e.at, l.time_zone, t.time_zone)';

const lineQuery = {
  from: 'ledger_entry_fact',
  as: 'e',
  joins: `join tenant t on t.id = e.tenant_id left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id`,
  columnJoins: PLATED,
  lot: 'e.lot_id',
  // What an account took in cash is its own.
  own: `(e.account = 'cash' and e.party = ?::text)`,
  extra: { party: 'e.party' },
  order: 'e.at desc, e.id desc',
} as const satisfies Partial<ReportQuery>;

/** Days are those of the lots; the bounds beside them are what an index finds. */
const filters = {
  from: `e.at >= (?::date - interval '14 hours') at time zone 'UTC' and ${DAY} >= ?::date`,
  to: `e.at < (?::date + interval '36 hours') at time zone 'UTC' and ${DAY} <= ?::date`,
};
const columns = { partyName: null, balanceFen: null, subject: SUBJECT, number: NUMBER, plate: `nullif(b.plate, '')` };
const above = 'case when e.amount_fen > 0 then e.amount_fen end';
const below = 'case when e.amount_fen < 0 then -e.amount_fen end';

/** The lots whose entries make a balance: those the caller sees, or the one that is asked for. */
function countedLots({
  who,
  filters,
}: Pick<ReportContext, 'who'> & { filters: { lotId?: string | null } }): CountedLots {
  if (filters.lotId) return who.lotIds === null || who.lotIds.includes(filters.lotId) ? [filters.lotId] : [];
  return who.lotIds;
}

/** Adds the names of parties and the balances of accounts to lines. */
async function complete<R extends object>(tx: TenantTx, rows: readonly R[], lots: CountedLots) {
  const lines = rows as readonly (R & Line)[];
  const nameOf = await namesOfParties(tx, lines);
  const balances = await balancesAfter(tx, lines, lots);
  return lines.map((one) => ({ ...one, partyName: nameOf(one), balanceFen: balances.get(one.id) ?? 0 }));
}

/** The entries of accounts, the newest first. */
export const ledgerLinesServer = serveReport(ledgerLines, (context) => ({
  ...lineQuery,
  filters,
  columns: { ...columns, debitFen: above, creditFen: below },
  totals: { debitFen: above, creditFen: below },
  finish: (rows) => complete(context.tx, rows, countedLots(context)),
}));

/** The movements of money, the newest first. */
export const cashFlowServer = serveReport(cashFlow, (context) => ({
  ...lineQuery,
  filters,
  where: [sql`e.account = any(${MONEY_KINDS}::text[])`],
  columns: { ...columns, inFen: above, outFen: below },
  totals: { inFen: above, outFen: below },
  finish: (rows) => complete(context.tx, rows, countedLots(context)),
}));

interface TransactionRow extends AccountParty {
  readonly at: Date;
  readonly lotId: string | null;
  readonly amountFen: number;
  readonly subject: LedgerSubject;
  readonly number: string | null;
}

/** All entries of one transaction, of which the caller sees at least one lot. */
export const getTransactionServer = handle(getTransaction, async (tx, { transactionId }) => {
  const rows = await tx.query<TransactionRow>(
    `select e.at, e.account, e.party, e.lot_id, e.amount_fen, ${SUBJECT} as subject, ${NUMBER} as number
     from ledger_entry_fact e ${NUMBERED} where e.tenant_id = $1 and e.transaction_id = $2 order by e.amount_fen < 0, e.id`,
    [tx.tenantId, transactionId],
  );
  const { lotIds, isOwnOnly, userId } = tx.who;
  const isSeen = rows.some(
    (one) =>
      (lotIds === null || (one.lotId !== null && lotIds.includes(one.lotId))) &&
      (!isOwnOnly || (one.account === 'cash' && one.party === userId)),
  );
  const [first] = rows;
  if (!first || !isSeen) throw notFound(tx.who, getTransaction.title);
  const nameOf = await namesOfParties(tx, rows);
  return {
    at: first.at,
    subject: first.subject,
    number: first.number,
    entries: rows.map((one) => ({
      account: one.account,
      code: AccountKind[one.account].code,
      partyName: nameOf(one),
      lotId: one.lotId,
      debitFen: one.amountFen > 0 ? one.amountFen : null,
      creditFen: one.amountFen < 0 ? -one.amountFen : null,
    })),
  };
});
