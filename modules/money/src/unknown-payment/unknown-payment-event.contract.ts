import { formatYuan } from '@boyun/domain/money';
import { choice, event, money, text, timePlaceholder } from '@boyun/kernel/contract';
import { PayChannel } from '../channel/channel.contract.ts';
import { UnknownReason } from './unknown-payment.contract.ts';

/** A provider reported money that could not be booked; once for each. */
export const paymentUnknown = event('payment.unknown', {
  label: { zh: '异常到账', en: 'Money arrived that nobody knows' },
  fields: {
    paymentNo: text({ zh: '流水号', en: 'Payment number' }, { max: 64 }),
    tradeNo: text({ zh: '渠道单号', en: "Channel's number" }, { max: 64 }),
    channel: choice({ zh: '渠道', en: 'Channel' }, PayChannel),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
    reason: choice({ zh: '原因', en: 'Reason' }, UnknownReason),
  },
  push: {
    placeholders: {
      channel: { label: { zh: '渠道', en: 'Channel' }, value: (data) => PayChannel[data.channel].zh },
      amount: { label: { zh: '金额', en: 'Amount' }, value: (data) => formatYuan(data.amountFen) },
      number: { label: { zh: '流水号', en: 'Payment number' }, value: (data) => data.paymentNo },
      time: timePlaceholder,
    },
    title: { zh: '异常到账 {amount} 元', en: 'Unknown payment of {amount} yuan' },
    body: {
      zh: '{time} {channel}通知到账 {amount} 元，流水号 {number}，系统无法入账，请核对。',
      en: '{time}: {channel} reported {amount} yuan under the number {number}, which could not be booked. Find out what it is.',
    },
    path: '/_cloud_operation/unknownPayment',
    message: 'alarm',
  },
});
