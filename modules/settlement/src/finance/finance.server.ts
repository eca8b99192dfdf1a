import { serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { FIGURE_SUMS } from '../settlement/settlement.queries.ts';
import { findOwnSubMerchant } from '../sub-merchant/sub-merchant.queries.ts';
import { financeList, lotDayList } from './finance.contract.ts';

/** The sub-merchant of a lot's day: that of its settlement, or the one whose contract covers it. */
const OWNER = `left join settlement s on s.tenant_id = d.tenant_id and s.id = d.settlement_id
  left join lateral (select coalesce(s.sub_merchant_id, (select m.id from sub_merchant m where m.tenant_id = d.tenant_id
    and d.lot_id = any(m.lot_ids) and m.status = 2 and d.day >= m.valid_from and (m.valid_until is null or d.day <= m.valid_until)
    limit 1)) as id) o on true`;

const shared = async (tx: TenantTx) => {
  const own = await findOwnSubMerchant(tx);
  return {
    from: 'lot_day',
    as: 'd',
    joins: OWNER,
    lot: 'd.lot_id',
    own: null,
    where: own ? [sql`o.id = ${own}`] : [],
  };
};
const ranged = { from: 'd.day >= ?', to: 'd.day <= ?', subMerchantId: 'o.id = ?', lotId: 'd.lot_id = ?' };

const figuresOf = (wrap: (sum: string) => string) =>
  Object.fromEntries(Object.entries(FIGURE_SUMS).map(([key, sum]) => [key, wrap(sum)])) as Record<
    keyof typeof FIGURE_SUMS,
    string
  >;
const SUMS = {
  ...figuresOf((sum) => sum),
  shareFen: 'coalesce(sum(d.share_fen), 0)::bigint',
  keptFen: 'coalesce(sum(d.net_fen - coalesce(d.share_fen, 0)), 0)::bigint',
  payableFen: `coalesce(sum(d.share_fen) filter (where s.state in ('settled', 'paying')), 0)::bigint`,
  paidFen: `coalesce(sum(d.share_fen) filter (where s.state in ('paid', 'carried')), 0)::bigint`,
};
const STATE = `case when count(o.id) = 0 then 'own' when count(d.settlement_id) filter (where s.state <> 'draft') = 0 then 'open'
  when count(d.settlement_id) filter (where s.state <> 'draft') < count(o.id) then 'partly' else 'settled' end`;
const LEVELS = {
  lot: { id: `concat_ws(' ', o.id, d.lot_id)`, by: 'o.id, d.lot_id', subMerchantId: 'o.id', lotId: 'd.lot_id' },
  'sub-merchant': { id: `coalesce(o.id::text, 'own')`, by: 'o.id', subMerchantId: 'o.id', lotId: 'null::uuid' },
  tenant: { id: `'all'`, by: 'd.tenant_id', subMerchantId: 'null::uuid', lotId: 'null::uuid' },
} as const;

/** What each lot or sub-merchant brought and gets, the largest first. */
export const financeListServer = serveReport(financeList, async ({ tx, filters }) => {
  const { id, by, subMerchantId, lotId } = LEVELS[filters.level ?? 'lot'];
  return {
    ...(await shared(tx)),
    filters: { ...ranged, level: null },
    columns: { id, subMerchantId, lotId, state: STATE, ...SUMS },
    groupBy: by,
    order: `sum(d.net_fen) desc, ${by}`,
    totals: SUMS,
  };
});

/** The days of lots, the newest first. */
export const lotDayListServer = serveReport(lotDayList, async ({ tx }) => {
  const figures = figuresOf((sum) => sum.replace(/^coalesce\(sum\((.*)\), 0\)::bigint$/, '($1)'));
  return {
    ...(await shared(tx)),
    filters: ranged,
    columns: {
      id: `d.lot_id || ' ' || d.day`,
      ...figures,
      settlementId: 's.id',
      settlementNo: 's.settlement_no',
    },
    order: 'd.day desc, d.lot_id',
    totals: figures,
  };
});
