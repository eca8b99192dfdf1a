import { formatYuan } from '@boyun/domain/money';
import {
  event,
  lotPlaceholder,
  money,
  optional,
  plate,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { PayChannel, REASON_LENGTH, whyOf } from '@boyun/money/contract';

const fields = {
  orderId: optional(reference({ zh: '订单编号', en: 'Order' }, 'order')),
  paymentNo: text({ zh: '流水号', en: 'Payment number' }, { max: 64 }),
  channel: text({ zh: '渠道', en: 'Channel' }, { max: 32 }),
  plate: plate(),
  amountFen: money({ zh: '金额', en: 'Amount' }),
  reason: optional(text({ zh: '渠道原因', en: "Provider's reason" }, { max: REASON_LENGTH })),
};

const nameOf = (channel: string) => PayChannel[channel as PayChannel] ?? { zh: channel, en: channel };

/** An automatic debit brought nothing while its car waits: the driver pays by the code. */
export const debitFellBack = event('debit.fell-back', {
  label: { zh: '无感支付未成功，改为扫码', en: 'An automatic debit failed, the code is asked' },
  fields,
  timeline: (data) => ({
    zh: `${nameOf(data.channel).zh}无感支付${formatYuan(data.amountFen)}元未成功${whyOf(data).zh}，请司机扫码缴费`,
    en: `The automatic debit of ${formatYuan(data.amountFen)} by ${nameOf(data.channel).en} failed${whyOf(data).en}: the driver pays by the code`,
    tone: 'warn',
  }),
});

/** An automatic debit brought nothing after its car had been let out: the fee is owed. */
export const debitOwed = event('debit.owed', {
  label: { zh: '无感支付未成功，转为欠费', en: 'An automatic debit failed, the fee is owed' },
  fields,
  push: {
    placeholders: {
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      amount: { label: { zh: '金额', en: 'Amount' }, value: (data) => formatYuan(data.amountFen) },
      channel: { label: { zh: '渠道', en: 'Channel' }, value: (data) => nameOf(data.channel).zh },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title: { zh: '无感支付未成功：{plate}', en: 'Automatic debit failed: {plate}' },
    body: {
      zh: '{time} {lot} {plate} 已先放行，{channel}扣款 {amount} 元未成功，已记为欠费。',
      en: '{time} {lot}: {plate} was let out and {amount} yuan could not be debited by {channel}; the fee is owed.',
    },
    path: '/_cloud_operation/arrears',
    message: 'alarm',
  },
  timeline: (data) => ({
    zh: `${nameOf(data.channel).zh}无感支付${formatYuan(data.amountFen)}元未成功${whyOf(data).zh}，转为欠费`,
    en: `The automatic debit of ${formatYuan(data.amountFen)} by ${nameOf(data.channel).en} failed${whyOf(data).en}: the fee is owed`,
    tone: 'bad',
  }),
});
