import { byPlate, joined, serveReport, sql } from '@boyun/kernel/server';
import { billPurposes } from '@boyun/money/contract';
import { refundReport } from './refund-report.contract.ts';

/** Refunds, the newest first. */
export const refundReportServer = serveReport(refundReport, ({ tx }) => {
  const names = tx.slots.all(billPurposes).map(({ kind, name }) => sql`when ${kind} then ${`${name}-refund`}`);
  return {
    from: 'refund_fact',
    as: 'r',
    columnJoins: `left join bill_fact b on b.tenant_id = r.tenant_id and b.id = r.bill_id
      left join payment_fact p on p.tenant_id = r.tenant_id and p.id = r.payment_id`,
    lot: 'r.lot_id',
    own: 'r.actor_id = ?',
    filters: { plate: byPlate('r.plate') },
    period: 'r.created_at',
    columns: { purpose: sql`case b.kind ${joined(names, ' ')} end`, paymentNo: 'p.payment_no' },
    order: 'r.created_at desc, r.id desc',
    totals: {
      refundCount: "case when r.state = 'succeeded' then 1 end",
      amountFen: "case when r.state = 'succeeded' then r.amount_fen end",
      openFen: "case when r.state = 'paying' then r.amount_fen end",
      failedFen: "case when r.state = 'failed' then r.amount_fen end",
    },
  };
});
