import { choice, instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { PayChannel } from '@boyun/money/contract';
import { paymentList } from '@boyun/payments/contract';
import { refundReport } from '@boyun/settlement/contract';

const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const figures = {
  paymentCount: integer({ zh: '收款笔数', en: 'Payments' }),
  paidFen: money({ zh: '收款金额', en: 'Paid' }),
  refundCount: integer({ zh: '退款笔数', en: 'Refunds' }),
  refundedFen: money({ zh: '退款金额', en: 'Refunded' }),
  netFen: money({ zh: '净额', en: 'Net' }, { min: -100_000_000_00 }),
};

/** Money received and refunded by channel and lot, excesses included, by when it moved. */
export const payMethodReport = report('pay-method', {
  title: { zh: '支付方式报表', en: 'Payment methods' },
  path: '/api/statement/payMethod/list',
  access: permission('pay-method.list', { zh: '查看支付方式报表', en: 'View: Payment methods' }),
  filters: {
    lotId: optional(lotId),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    channel: choice({ zh: '支付方式', en: 'Payment method' }, PayChannel),
    lotId: optional(lotId),
    ...figures,
  },
  totals: figures,
  chart: { by: 'channel', figures: ['paidFen', 'refundedFen'] },
  compared: { by: ['id'] },
  rowsAt: [
    {
      figures: { netFen: 'amountFen' },
      list: paymentList,
      page: '/_cloud_operation/payment',
      same: ['channel', 'lotId'],
      fixed: { state: 'succeeded' },
      period: ['from', 'to'],
    },
    {
      figures: { paymentCount: null, paidFen: 'amountFen' },
      list: paymentList,
      page: '/_cloud_operation/payment',
      same: ['channel', 'lotId'],
      fixed: { state: 'succeeded', isRefund: false },
      period: ['from', 'to'],
    },
    {
      figures: { refundCount: null, refundedFen: 'amountFen' },
      list: refundReport,
      page: '/reportData/refund',
      same: ['channel', 'lotId'],
      fixed: { state: 'succeeded' },
      period: ['from', 'to'],
    },
  ],
  maxDays: 366,
});
