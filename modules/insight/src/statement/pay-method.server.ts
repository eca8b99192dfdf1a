import { serveReport, sql } from '@boyun/kernel/server';
import { payMethodReport } from './pay-method.contract.ts';

/** Payments and refunds that succeeded. */
export const payMethodServer = serveReport(payMethodReport, {
  from: 'money_fact',
  as: 'm',
  lot: 'm.lot_id',
  own: null,
  where: [sql`m.state = 'succeeded'`],
  filters: { lotId: 'm.lot_id = ?' },
  period: 'm.paid_at',
  usualDays: 30,
  columns: {
    id: `concat_ws(' ', m.channel, m.lot_id)`,
    channel: 'm.channel',
    lotId: 'm.lot_id',
    paymentCount: 'count(*) filter (where not m.is_refund)::int',
    paidFen: `coalesce(sum(m.amount_fen) filter (where not m.is_refund), 0)::bigint`,
    refundCount: 'count(*) filter (where m.is_refund)::int',
    refundedFen: `coalesce(-sum(m.amount_fen) filter (where m.is_refund), 0)::bigint`,
    netFen: `sum(m.amount_fen)::bigint`,
  },
  groupBy: 'm.channel, m.lot_id',
  order: `sum(m.amount_fen) desc, m.channel, m.lot_id`,
  totals: {
    paymentCount: 'count(*) filter (where not m.is_refund)',
    paidFen: `coalesce(sum(m.amount_fen) filter (where not m.is_refund), 0)`,
    refundCount: 'count(*) filter (where m.is_refund)',
    refundedFen: `coalesce(-sum(m.amount_fen) filter (where m.is_refund), 0)`,
    netFen: `coalesce(sum(m.amount_fen), 0)`,
  },
});
