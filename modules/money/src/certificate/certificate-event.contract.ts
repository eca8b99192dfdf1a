import { choice, event, reference, text, timePlaceholder } from '@boyun/kernel/contract';
import { ConfiguredChannel } from '../channel/channel.contract.ts';

/** The merchant certificate of a channel is about to end. */
export const certificateEnding = event('pay-channel.certificate-ending', {
  label: { zh: '商户证书即将过期', en: 'A merchant certificate is about to end' },
  fields: {
    payChannelId: reference({ zh: '渠道', en: 'Channel' }, 'pay-channel'),
    channel: choice({ zh: '支付渠道', en: 'Channel' }, ConfiguredChannel),
    day: text({ zh: '到期日', en: 'Last day' }, { max: 10 }),
  },
  push: {
    placeholders: {
      channel: { label: { zh: '支付渠道', en: 'Channel' }, value: (data) => ConfiguredChannel[data.channel] },
      day: { label: { zh: '到期日', en: 'Last day' }, value: (data) => data.day },
      time: timePlaceholder,
    },
    title: { zh: '{channel}的商户证书即将过期', en: 'The merchant certificate of {channel} is about to end' },
    body: {
      zh: '{channel}的商户证书{day}到期，之后无法收款与退款，请在支付配置中更换。',
      en: 'It ends on {day}; then no payment or refund by {channel} works. Replace it in the payment configuration.',
    },
    path: '/_cloud_basic/payConfig',
    message: 'reminder',
  },
});
