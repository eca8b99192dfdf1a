import { choice, instant, money, optional, permission, phone, reference, report, text } from '@boyun/kernel/contract';
import { PayChannel, PaymentPurpose, PaymentState } from '@boyun/money/contract';

/** Payments and refunds of customers with a wallet, by any channel: of their cars, and of the wallet itself. */
export const payRecordList = report('pay-record', {
  title: { zh: '支付记录', en: 'Pay records' },
  path: '/api/payRecord/getPayRecordPage',
  access: permission('pay-record.list', { zh: '查看客户支付记录', en: 'View: Pay records' }),
  alwaysSortable: ['createdAt'],
  filters: {
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    channel: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayChannel)),
    state: optional(choice({ zh: '状态', en: 'State' }, PaymentState)),
    walletId: optional(reference({ zh: '钱包', en: 'Wallet' }, 'wallet')),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '创建时间', en: 'Created' }),
    walletId: reference({ zh: '钱包', en: 'Wallet' }, 'wallet'),
    mobile: phone({ zh: '手机号', en: 'Mobile' }),
    holderName: text({ zh: '客户', en: 'Customer' }),
    plate: text({ zh: '车牌', en: 'Plate' }),
    purpose: choice({ zh: '用途', en: 'For' }, PaymentPurpose),
    channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
    state: choice({ zh: '状态', en: 'State' }, PaymentState),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    paidAt: optional(instant({ zh: '支付时间', en: 'Paid at' })),
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
  },
  totals: {
    amountFen: money({ zh: '收款净额', en: 'Net received' }),
    balanceFen: money({ zh: '其中余额支付', en: 'Of it from wallets' }),
  },
});
