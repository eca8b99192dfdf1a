import { type ReportQuery, type Sql, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { countGrants } from '@boyun/orders/server';
import { ofLots, ofOwnMerchant } from '../merchant/merchant.queries.ts';
import {
  creditDiscountReport,
  deskEntryList,
  deskStatementList,
  entryList,
  statementList,
} from './statement.contract.ts';

const entryQuery = {
  from: 'merchant_entry',
  as: 'e',
  columnJoins: `left join merchant_grant g on g.tenant_id = e.tenant_id and g.id = e.grant_id
    left join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id
    left join lot_fact l on l.tenant_id = e.tenant_id and l.id = e.lot_id
    left join money_fact p on p.tenant_id = e.tenant_id and p.id = coalesce(e.payment_id, e.refund_id)`,
  own: null,
  period: 'e.at',
  order: 'e.at desc, e.merchant_id, e.number desc',
  totals: {
    inFen: 'case when e.amount_fen > 0 then e.amount_fen end',
    outFen: 'case when e.amount_fen < 0 then -e.amount_fen end',
  },
} as const satisfies Partial<ReportQuery>;

const entryColumns = {
  discountName: 'd.name',
  plate: 'g.plate',
  lotName: 'l.name',
  channel: 'p.channel',
  paymentNo: 'p.number',
};

/** What changed the balances of merchants. */
export const entryListServer = serveReport(entryList, {
  ...entryQuery,
  lot: ofLots('e'),
  columns: entryColumns,
});

/** What changed the balance of the caller's merchant. */
export const deskEntryListServer = serveReport(deskEntryList, ({ tx }) => ({
  ...entryQuery,
  lot: null,
  where: [ofOwnMerchant(tx, 'e')],
  columns: entryColumns,
}));

/** One row for each month in which a balance changed; months begin in the zone of the call. */
function monthsOf(tx: TenantTx): Sql {
  return sql`(select e.tenant_id, e.merchant_id, to_char(e.at at time zone ${tx.who.zone}, 'YYYY-MM') as month,
      e.merchant_id || ' ' || to_char(min(e.at) at time zone ${tx.who.zone}, 'YYYY-MM') as id,
      (array_agg(e.balance_fen - e.amount_fen order by e.number))[1] as opening_fen,
      coalesce(sum(e.amount_fen) filter (where e.kind = 'top-up'), 0)::bigint as paid_in_fen,
      coalesce(-sum(e.amount_fen) filter (where e.kind in ('use', 'use-back')), 0)::bigint as used_fen,
      coalesce(-sum(e.amount_fen) filter (where e.kind = 'package'), 0)::bigint as packages_fen,
      coalesce(-sum(e.amount_fen) filter (where e.kind in ('refund', 'refund-failed')), 0)::bigint as refunded_fen,
      (array_agg(e.balance_fen order by e.number desc))[1] as closing_fen
    from merchant_entry e group by 1, 2, 3)`;
}

const owedFen = 'greatest(0, -s.closing_fen)';
const MONTHS_FIRST = 's.month desc, s.merchant_id';

/** The months of merchants. */
export const statementListServer = serveReport(statementList, ({ tx }) => ({
  from: monthsOf(tx),
  as: 's',
  columnJoins: 'join merchant m on m.tenant_id = s.tenant_id and m.id = s.merchant_id',
  lot: ofLots('s'),
  own: null,
  columns: { owedFen, creditKind: 'm.credit_kind' },
  order: MONTHS_FIRST,
}));

/** The months of the caller's merchant. */
export const deskStatementListServer = serveReport(deskStatementList, ({ tx }) => ({
  from: monthsOf(tx),
  as: 's',
  lot: null,
  own: null,
  where: [ofOwnMerchant(tx, 's')],
  columns: { owedFen },
  order: MONTHS_FIRST,
}));

/** Grants and their effect by merchant and discount. */
export const creditDiscountServer = serveReport(creditDiscountReport, ({ tx }) => {
  const { columns, totals } = countGrants('g', tx.now);
  return {
    from: 'merchant_grant',
    as: 'g',
    joins: 'join merchant_discount d on d.tenant_id = g.tenant_id and d.id = g.discount_id',
    lot: ofLots('g'),
    own: null,
    filters: { merchantId: 'g.merchant_id = ?' },
    period: 'g.granted_at',
    columns: { ...columns, id: 'g.discount_id', merchantId: 'g.merchant_id', discountName: 'd.name' },
    groupBy: 'g.merchant_id, g.discount_id, d.name',
    order: `${totals.usedFen} desc, g.merchant_id, g.discount_id`,
    totals,
  };
});
