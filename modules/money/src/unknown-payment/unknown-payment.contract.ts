import { choice, instant, integer, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';
import { PayChannel } from '../channel/channel.contract.ts';

/** Why a reported payment could not be booked. */
export const UnknownReason = {
  'no-payment': { zh: '系统无此流水', en: 'No such payment here', tone: 'bad' },
  'other-amount': { zh: '金额不符', en: 'Another amount', tone: 'warn' },
} as const;

/** Payments and refunds that a provider reported, signed, and that could not be booked. */
export const unknownPayments = report('unknown-payment', {
  title: { zh: '异常到账', en: 'Unknown payments' },
  path: '/api/payment/getUnknownPage',
  access: permission('unknown-payment.list', { zh: '查看异常到账', en: 'View: Unknown payments' }),
  alwaysSortable: ['createdAt'],
  filters: {
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, PayChannel)),
    paymentNo: optional(text({ zh: '流水号', en: 'Payment number' }, { max: 64 })),
    reason: optional(choice({ zh: '原因', en: 'Reason' }, UnknownReason)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    createdAt: instant({ zh: '首次通知', en: 'First reported' }),
    channel: choice({ zh: '渠道', en: 'Channel' }, PayChannel),
    reason: choice({ zh: '原因', en: 'Reason' }, UnknownReason),
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
    tradeNo: text({ zh: '渠道单号', en: "Channel's number" }),
    amountFen: money({ zh: '到账金额', en: 'Reported' }, { min: -100_000_000_00 }),
    expectedFen: optional(money({ zh: '应为', en: 'Expected' }, { min: -100_000_000_00 })),
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    times: integer({ zh: '通知次数', en: 'Reports' }),
    lastAt: instant({ zh: '最近通知', en: 'Last reported' }),
  },
});
