import { serveReport } from '@boyun/kernel/server';
import { reductionSplit } from './reduction-split.contract.ts';

/** Reductions of ended stays, the largest first. */
export const reductionSplitServer = serveReport(reductionSplit, ({ tx }) => {
  const reason = tx.who.language === 'zh' ? 'r.zh' : 'r.en';
  return {
    from: 'reduction_fact',
    as: 'r',
    joins: `join stay_fact o on o.tenant_id = r.tenant_id and o.id = r.order_id and o.parking_state in ('left', 'no-exit')
      and o.reduced_fen > 0`,
    lot: 'o.lot_id',
    own: null,
    filters: { lotId: 'o.lot_id = ?', source: 'r.source = ?', payer: 'r.payer = ?' },
    period: 'o.left_at',
    columns: {
      id: `concat_ws(' ', o.lot_id, r.source, r.payer, ${reason})`,
      lotId: 'o.lot_id',
      reason,
      stayCount: 'count(distinct r.order_id)::int',
      amountFen: 'sum(r.amount_fen)::bigint',
    },
    groupBy: `o.lot_id, r.source, r.payer, ${reason}`,
    order: `sum(r.amount_fen) desc, o.lot_id, r.source, r.payer, ${reason}`,
    totals: { amountFen: 'sum(r.amount_fen)' },
  };
});
