import { choice, instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { PayChannel, PaymentPurpose, RefundState } from '@boyun/money/contract';

/** Every refund with what it was for, why, and who gave it back. */
export const refundReport = report('refund-report', {
  title: { zh: '退款报表', en: 'Refunds' },
  path: '/api/refund/getPage',
  access: permission('refund-report.list', { zh: '查看退款报表', en: 'View: Refunds' }),
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    channel: optional(choice({ zh: '退款方式', en: 'Paid back by' }, PayChannel)),
    state: optional(choice({ zh: '状态', en: 'State' }, RefundState)),
    refundNo: optional(text({ zh: '退款单号', en: 'Refund number' }, { max: 32 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '申请时间', en: 'Requested' }),
    refundNo: text({ zh: '退款单号', en: 'Refund number' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    plate: text({ zh: '车牌', en: 'Plate' }),
    purpose: choice({ zh: '用途', en: 'For' }, PaymentPurpose),
    amountFen: money({ zh: '退款金额', en: 'Amount' }),
    excessFen: money({ zh: '其中多付', en: 'Of it paid too much' }),
    channel: choice({ zh: '退款方式', en: 'Paid back by' }, PayChannel),
    state: choice({ zh: '状态', en: 'State' }, RefundState),
    reason: optional(text({ zh: '原因', en: 'Reason' })),
    actorName: optional(text({ zh: '经办人', en: 'By' })),
    paymentNo: optional(text({ zh: '原支付流水', en: 'Payment' })),
    paidAt: optional(instant({ zh: '到账时间', en: 'Refunded at' })),
  },
  alwaysSortable: ['createdAt'],
  totals: {
    refundCount: integer({ zh: '成功笔数', en: 'Refunded' }),
    amountFen: money({ zh: '退款合计', en: 'Refunded in all' }),
    openFen: money({ zh: '退款中', en: 'Being refunded' }),
    failedFen: money({ zh: '退款失败', en: 'Failed' }),
  },
});
