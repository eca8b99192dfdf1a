import { piece, type Sql, serveReport, sql } from '@boyun/kernel/server';
import { ACCOUNT_KINDS } from '@boyun/money/contract';
import { namesOfParties } from '../party/party.service.ts';
import { codesOf } from './account-code.queries.ts';
import { trialBalance } from './trial-balance.contract.ts';

const NET = 'd.debit_fen - d.credit_fen';
const sum = (of: string, where: Sql) => sql`coalesce(sum(${piece(of)}) filter (where ${where}), 0)::bigint`;
/** The part of a balance on its side. */
const onSide = (side: 'debit' | 'credit', balance: Sql) =>
  sql`greatest(0, ${piece(side === 'debit' ? '' : '-')}(${balance}))`;

/** Balances and movements of accounts in the order of their codes. */
export const trialBalanceServer = serveReport(trialBalance, ({ tx, filters }) => {
  const { from, to, account } = filters;
  const opening = sum(NET, from ? sql`d.day < ${from}::date` : sql`false`);
  const within = from ? sql`d.day >= ${from}::date` : sql`true`;
  const closing = sql`coalesce(sum(${piece(NET)}), 0)::bigint`;
  const party = account ? 'd.party' : `''`;
  const columns = {
    openingDebitFen: onSide('debit', opening),
    openingCreditFen: onSide('credit', opening),
    debitFen: sum('d.debit_fen', within),
    creditFen: sum('d.credit_fen', within),
    closingDebitFen: onSide('debit', closing),
    closingCreditFen: onSide('credit', closing),
  };
  const order = sql`array_position(${ACCOUNT_KINDS}::text[], d.account)`;
  return {
    from: 'ledger_day_fact',
    as: 'd',
    lot: 'd.lot_id',
    own: sql`false`,
    where: to ? [sql`d.day <= ${to}::date`] : [],
    filters: { from: null, to: null },
    columns: {
      id: account ? `d.account || ' ' || d.party` : 'd.account',
      code: null,
      party,
      partyName: null,
      ...columns,
      entryCount: sql`coalesce(sum(d.entry_count) filter (where ${within}), 0)::int`,
    },
    groupBy: account ? 'd.account, d.party' : 'd.account',
    order: account ? sql`${order}, abs(${closing}) desc, d.party` : order,
    totals: columns,
    async finish(rows) {
      const nameOf = await namesOfParties(tx, rows);
      const codes = await codesOf(tx);
      return rows.map((one) => ({ ...one, code: codes.get(one.account)!.code, partyName: account ? nameOf(one) : '' }));
    },
  };
});
