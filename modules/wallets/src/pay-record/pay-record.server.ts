import { byPlate, joined, serveReport, sql } from '@boyun/kernel/server';
import { billPurposes } from '@boyun/money/contract';
import { payRecordList } from './pay-record.contract.ts';

/** The wallet of a payment: it paid, it was topped up, or the car that paid is bound to it. */
const WALLET = `coalesce(case when m.channel = 'balance' then m.source_id when b.kind = 'wallet' then b.subject_id end,
  (select c.wallet_id from wallet_plate c where c.tenant_id = m.tenant_id and c.plate = m.plate))`;

export const payRecordListServer = serveReport(payRecordList, ({ tx }) => {
  const names = tx.slots.all(billPurposes).map(({ kind, name }) => sql`when ${kind} then ${name}`);
  return {
    from: 'money_fact',
    as: 'm',
    joins: `join bill_fact b on b.tenant_id = m.tenant_id and b.id = m.bill_id
      join wallet w on w.tenant_id = m.tenant_id and w.id = ${WALLET}`,
    lot: 'm.lot_id',
    own: 'm.actor_id = ?',
    filters: {
      mobile: "w.mobile like '%' || ? || '%'",
      plate: byPlate('m.plate'),
      walletId: 'w.id = ?',
      lotId: 'm.lot_id = ?',
      state: 'm.state = ?',
    },
    period: 'm.created_at',
    columns: {
      id: 'm.id',
      createdAt: 'm.created_at',
      state: 'm.state',
      lotId: 'm.lot_id',
      plate: 'm.plate',
      walletId: 'w.id',
      mobile: 'w.mobile',
      holderName: 'w.holder_name',
      purpose: sql`case b.kind ${joined(names, ' ')} end || case when m.is_refund then '-refund' else '' end`,
      orderId: "case when b.kind = 'stay' then b.subject_id end",
      paymentNo: 'm.number',
    },
    order: 'm.created_at desc, m.id desc',
    totals: {
      amountFen: "case when m.state = 'succeeded' then m.amount_fen end",
      balanceFen: "case when m.state = 'succeeded' and m.channel = 'balance' then m.amount_fen end",
    },
  };
});
