import { piece, serveReport, sql } from '@boyun/kernel/server';
import { ACCOUNT_KINDS, AccountKind } from '@boyun/money/contract';
import { namesOfParties } from '../party/party.service.ts';
import { codesOf } from './account-code.queries.ts';
import { voucherLines } from './voucher.contract.ts';

/** Kinds whose parties are too many to be told apart in books: customers. */
const ALONE = ACCOUNT_KINDS.filter((one) => ['card', 'wallet'].includes(AccountKind[one].party));
const SUMMARY = { zh: '停车业务', en: 'Parking' };

/**
 * The lines of vouchers, one voucher for each day; its number counts the days with entries of a month. A day's voucher is of all lots,
 * because money of one lot may come in at another.
 */
export const voucherLinesServer = serveReport(voucherLines, ({ tx, filters }) => {
  const { from } = filters;
  const since = from ? sql`date_trunc('month', ${from}::date)` : sql`'-infinity'::date`;
  const party = sql`case when d.account = any(${ALONE}::text[]) then '' else d.party end`;
  return {
    from: sql`(
      select v.tenant_id, v.day, v.lot_id, v.account, v.party, s.side, s.fen, v.entry_count,
        dense_rank() over (partition by date_trunc('month', v.day) order by v.day)::int as voucher_no
      from (
        select d.tenant_id, d.day, d.lot_id, d.account, ${party} as party, sum(d.debit_fen)::bigint as debit_fen,
          sum(d.credit_fen)::bigint as credit_fen, sum(d.entry_count)::int as entry_count
        from ledger_day_fact d where d.tenant_id = ${tx.tenantId} and d.day >= ${since} group by 1, 2, 3, 4, 5
      ) v cross join lateral (values ('debit', v.debit_fen), ('credit', v.credit_fen)) as s(side, fen)
      where s.fen > 0)`,
    as: 'v',
    // A voucher adds up only as a whole.
    lot: 'false and ?::uuid[] is null',
    own: sql`false`,
    filters: { from: 'v.day >= ?', to: 'v.day <= ?' },
    columns: {
      id: `v.day || ' ' || v.account || ' ' || v.party || ' ' || coalesce(v.lot_id::text, '') || ' ' || v.side`,
      word: sql`${tx.who.language === 'zh' ? '记' : 'J'}`,
      summary: sql`${SUMMARY[tx.who.language]} || ' ' || v.day`,
      code: null,
      codeName: null,
      partyName: null,
      debitFen: `case when v.side = 'debit' then v.fen end`,
      creditFen: `case when v.side = 'credit' then v.fen end`,
    },
    extra: { party: 'v.party' },
    order: sql`v.day desc, array_position(${ACCOUNT_KINDS}::text[], v.account), ${piece("v.side = 'credit'")}, v.lot_id, v.party`,
    totals: {
      debitFen: `case when v.side = 'debit' then v.fen end`,
      creditFen: `case when v.side = 'credit' then v.fen end`,
    },
    async finish(rows) {
      const lines = rows as ((typeof rows)[number] & { readonly party: string })[];
      const nameOf = await namesOfParties(tx, lines);
      const codes = await codesOf(tx);
      return lines.map((one) => ({ ...one, ...codes.get(one.account)!, partyName: nameOf(one) }));
    },
  };
});
