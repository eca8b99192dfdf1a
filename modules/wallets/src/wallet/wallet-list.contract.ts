import { choice, instant, money, optional, phone, reference, report, text } from '@boyun/kernel/contract';
import { wallet } from './wallet.contract.ts';

/** What moved the money of a wallet. */
export const WalletEntryKind = {
  'top-up': { zh: '充值', en: 'Topped up', tone: 'good' },
  gift: { zh: '充值赠送', en: 'Gift', tone: 'good' },
  payment: { zh: '停车扣费', en: 'Parking', tone: 'info' },
  'payment-back': { zh: '停车费退回', en: 'Parking refunded', tone: 'neutral' },
  'gift-ended': { zh: '赠送金到期', en: 'Gift ended', tone: 'warn' },
  'gift-forfeited': { zh: '退款收回赠送', en: 'Gift forfeited', tone: 'warn' },
  refund: { zh: '退款', en: 'Refunded', tone: 'warn' },
  'refund-failed': { zh: '退款失败退回', en: 'Refund failed', tone: 'bad' },
  'adjusted-up': { zh: '调账增加', en: 'Adjusted up', tone: 'neutral' },
  'adjusted-down': { zh: '调账减少', en: 'Adjusted down', tone: 'neutral' },
} as const;

/** Every movement of wallets, with the balance after it. */
export const walletEntryList = report('wallet-entry', {
  title: { zh: '钱包流水', en: 'Movements of wallets' },
  path: '/api/wallet/getEntryPage',
  access: wallet.can.list,
  alwaysSortable: ['at'],
  filters: {
    walletId: optional(reference({ zh: '钱包', en: 'Wallet' }, 'wallet')),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, WalletEntryKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    mobile: phone({ zh: '手机号', en: 'Mobile' }),
    holderName: text({ zh: '客户', en: 'Customer' }),
    kind: choice({ zh: '类型', en: 'Kind' }, WalletEntryKind),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -1_000_000_00 }),
    giftFen: money({ zh: '其中赠送金', en: 'Of it gifts' }, { min: -1_000_000_00 }),
    balanceFen: money({ zh: '余额', en: 'Balance' }),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    plate: text({ zh: '车牌', en: 'Plate' }),
    paymentNo: optional(text({ zh: '流水号', en: 'Payment number' })),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    note: optional(text({ zh: '说明', en: 'Note' })),
    actorName: text({ zh: '经办人', en: 'By' }),
  },
  totals: {
    toppedUpFen: money({ zh: '充值合计', en: 'Topped up' }),
    givenFen: money({ zh: '赠送合计', en: 'Gifts' }),
    paidFen: money({ zh: '扣费合计', en: 'Paid' }),
    refundedFen: money({ zh: '退款合计', en: 'Refunded' }),
  },
});
