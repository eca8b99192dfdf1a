import { formatYuan } from '@boyun/domain/money';
import {
  type EventData,
  event,
  lotPlaceholder,
  money,
  optional,
  plate,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { PayChannel, PayScene } from '../channel/channel.contract.ts';
import { REASON_LENGTH, whyOf } from '../provider-fault/provider-fault.contract.ts';

const fields = {
  paymentId: reference({ zh: '支付编号', en: 'Payment' }, 'payment'),
  paymentNo: text({ zh: '流水号', en: 'Payment number' }, { max: 64 }),
  orderId: optional(reference({ zh: '订单编号', en: 'Order' }, 'order')),
  packId: optional(reference({ zh: '月卡编号', en: 'Pack' }, 'pack')),
  channel: text({ zh: '渠道', en: 'Channel' }, { max: 32, min: 0, byDefault: '' }),
  scene: optional(text({ zh: '支付场景', en: 'How it is paid' }, { max: 32 })),
  amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00, byDefault: 0 }),
  excessFen: money({ zh: '多付', en: 'Paid too much' }, { min: -100_000_000_00, byDefault: 0 }),
  plate: plate(),
  refundOf: optional(reference({ zh: '原支付', en: 'Payment that goes back' }, 'payment')),
  reason: optional(text({ zh: '渠道原因', en: "Provider's reason" }, { max: REASON_LENGTH })),
};
const { paymentId, paymentNo, orderId, channel, amountFen, excessFen } = fields;
const published = { paymentId, paymentNo, orderId, channel, amountFen, excessFen, plate: fields.plate };
// Modules whose pages show money add their rights.
const live = { access: [] };
const back = (amountFen: number) => formatYuan(-amountFen);
const channelOf = (channel: string) => PayChannel[channel as PayChannel] ?? { zh: channel, en: channel };
/** The channel of a payment; automatic debit is named beside it. */
const wayOf = ({ channel, scene }: EventData<typeof fields>) => {
  const { zh, en } = channelOf(channel);
  const debit = PayScene['auto-debit'];
  return scene === 'auto-debit' ? { zh: `${zh}${debit.zh}`, en: `${en}, ${debit.en.toLowerCase()}` } : { zh, en };
};

/** A payment was started with its provider. */
export const paymentStarted = event('payment.started', {
  label: { zh: '开始支付', en: 'A payment was started' },
  fields,
  live,
  timeline: (data) => ({
    zh: `开始支付${formatYuan(data.amountFen)}元`,
    en: `Payment of ${formatYuan(data.amountFen)} started`,
    tone: 'neutral',
  }),
});

/** What notifications of payments may name; a refund's amount is that which goes back. */
const placeholders = {
  plate: { label: { zh: '车牌', en: 'Plate' }, value: (data: EventData<typeof fields>) => data.plate },
  amount: {
    label: { zh: '金额', en: 'Amount' },
    value: (data: EventData<typeof fields>) => formatYuan(Math.abs(data.amountFen)),
  },
  number: { label: { zh: '流水号', en: 'Payment number' }, value: (data: EventData<typeof fields>) => data.paymentNo },
  lot: lotPlaceholder,
  time: timePlaceholder,
};

/** A payment succeeded. */
export const paymentSucceeded = event('payment.succeeded', {
  label: { zh: '支付成功', en: 'A payment succeeded' },
  fields,
  live,
  publishedAs: { name: 'payment.succeeded', label: { zh: '支付成功', en: 'A payment succeeded' }, fields: published },
  timeline: (data) => ({
    zh: `收到${formatYuan(data.amountFen)}元（${wayOf(data).zh}）`,
    en: `Received ${formatYuan(data.amountFen)} (${wayOf(data).en})`,
    tone: 'good',
  }),
});

/** A payment failed at its provider. */
export const paymentFailed = event('payment.failed', {
  label: { zh: '支付失败', en: 'A payment failed' },
  fields,
  live,
  publishedAs: { name: 'payment.failed', label: { zh: '支付失败', en: 'A payment failed' }, fields: published },
  push: {
    placeholders,
    title: { zh: '支付失败：{plate}', en: 'Payment failed: {plate}' },
    body: {
      zh: '{time} {lot} {plate} 支付 {amount} 元失败，流水号 {number}。',
      en: '{time} {lot}: a payment of {amount} yuan for {plate} failed, number {number}.',
    },
    path: '/_cloud_operation/payment',
    message: 'alarm',
  },
  timeline: (data) => ({
    zh: `支付失败${whyOf(data).zh}`,
    en: `The payment failed${whyOf(data).en}`,
    tone: 'bad',
  }),
});

/** A payment timed out. */
export const paymentClosed = event('payment.closed', {
  label: { zh: '支付超时关闭', en: 'A payment timed out' },
  fields,
  live,
  timeline: () => ({ zh: '支付超时关闭', en: 'The payment timed out', tone: 'warn' }),
});

/** A refund was handed to its provider. */
export const refundStarted = event('payment.refund-started', {
  label: { zh: '开始退款', en: 'A refund was started' },
  fields,
  timeline: (data) => ({
    zh: `退款${back(data.amountFen)}元处理中`,
    en: `Refund of ${back(data.amountFen)} is under way`,
    tone: 'neutral',
  }),
});

/** A refund succeeded. */
export const paymentRefunded = event('payment.refunded', {
  label: { zh: '已退款', en: 'A payment was refunded' },
  fields,
  live,
  push: {
    placeholders,
    title: { zh: '已退款：{plate}', en: 'Refunded: {plate}' },
    body: {
      zh: '{time} {lot} {plate} 已退款 {amount} 元，流水号 {number}。',
      en: '{time} {lot}: {amount} yuan were refunded to {plate}, number {number}.',
    },
    path: '/_cloud_operation/payment',
    message: 'alarm',
  },
  timeline: (data) => ({
    zh: `已退${back(data.amountFen)}元（${channelOf(data.channel).zh}）`,
    en: `Gave back ${back(data.amountFen)} (${channelOf(data.channel).en})`,
    tone: 'info',
  }),
});

/** A refund failed at its provider. */
export const refundFailed = event('payment.refund-failed', {
  label: { zh: '退款失败', en: 'A refund failed' },
  fields,
  live,
  push: {
    placeholders,
    title: { zh: '退款失败：{plate}', en: 'Refund failed: {plate}' },
    body: {
      zh: '{time} {lot} {plate} 退款 {amount} 元失败，流水号 {number}，请换一种方式再退。',
      en: '{time} {lot}: the refund of {amount} yuan to {plate} failed, number {number}. Refund it another way.',
    },
    path: '/_cloud_operation/payment',
    message: 'alarm',
  },
  timeline: (data) => ({
    zh: `退款${back(data.amountFen)}元失败，渠道未受理，请换一种方式再退${whyOf(data).zh}`,
    en: `The refund of ${back(data.amountFen)} failed at the provider, refund it another way${whyOf(data).en}`,
    tone: 'bad',
  }),
});
