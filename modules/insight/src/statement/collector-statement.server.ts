import { serveReport, sql } from '@boyun/kernel/server';
import { collectorStatement } from './collector-statement.contract.ts';

const sumOf = (what: string) => `coalesce(sum(m.amount_fen) filter (where ${what}), 0)::bigint`;
const FIGURES = {
  orderCount: `count(distinct o.id) filter (where not m.is_refund)::int`,
  cashFen: sumOf(`not m.is_refund and m.channel = 'cash'`),
  electronicFen: sumOf(`not m.is_refund and m.channel <> 'cash'`),
  arrearsFen: sumOf('not m.is_refund and o.left_at < m.paid_at'),
  refundedFen: `-${sumOf('m.is_refund')}`,
  netFen: 'coalesce(sum(m.amount_fen), 0)::bigint',
};

/** Money that people took and gave back; what drivers paid by themselves has no collector. */
export const collectorStatementServer = serveReport(collectorStatement, {
  from: 'money_fact',
  as: 'm',
  joins: `left join bill_fact b on b.tenant_id = m.tenant_id and b.id = m.bill_id and b.kind = 'stay'
    left join stay_fact o on o.tenant_id = b.tenant_id and o.id = b.subject_id`,
  lot: 'm.lot_id',
  own: 'm.actor_id',
  where: [sql`m.state = 'succeeded'`, sql`m.actor_id is not null`],
  filters: { lotId: 'm.lot_id = ?', actorName: 'm.actor_name = ?' },
  period: 'm.paid_at',
  usualDays: 30,
  columns: {
    id: `concat_ws(' ', m.actor_id, m.lot_id)`,
    actorId: 'm.actor_id::text',
    actorName: 'max(m.actor_name)',
    lotId: 'm.lot_id',
    ...FIGURES,
  },
  groupBy: 'm.actor_id, m.lot_id',
  order: 'sum(m.amount_fen) desc, m.actor_id, m.lot_id',
  totals: FIGURES,
});
