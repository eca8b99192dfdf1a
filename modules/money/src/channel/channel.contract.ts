import type { Label } from '@boyun/kernel/contract';

/** How the payer meets the channel. */
export type Scene = 'driver-scan' | 'in-app' | 'browser' | 'payment-code' | 'auto-debit' | 'cash' | 'card' | 'transfer';

interface ChannelTraits extends Label {
  /** The scene a payment of this channel has unless it says otherwise. */
  readonly scene: Scene;
  /** A person hands the money over or sees it arrive: it moves at once, without a provider. */
  readonly isByHand: boolean;
}

/** Every channel money moves through: the only list of them. Other choices are subsets of it. */
const channels = {
  cash: { zh: '现金', en: 'Cash', scene: 'cash', isByHand: true },
  sandbox: { zh: '模拟支付', en: 'Simulated', scene: 'browser', isByHand: false },
  card: { zh: '储值卡', en: 'Card', scene: 'card', isByHand: false },
  transfer: { zh: '转账', en: 'Transfer', scene: 'transfer', isByHand: true },
  qr: { zh: '收款码', en: 'QR code', scene: 'driver-scan', isByHand: true },
  balance: { zh: '余额', en: 'Balance', scene: 'card', isByHand: false },
  wechat: { zh: '微信支付', en: 'WeChat Pay', scene: 'browser', isByHand: false },
  alipay: { zh: '支付宝', en: 'Alipay', scene: 'browser', isByHand: false },
  unionpay: { zh: '银联', en: 'UnionPay', scene: 'browser', isByHand: false },
} as const satisfies Readonly<Record<string, ChannelTraits>>;
export type Channel = keyof typeof channels;

/** Channels by name, each with its label, in the order given. */
function choose<K extends Channel>(...names: readonly K[]): { readonly [N in K]: Label } {
  const labels = names.map((name) => [name, { zh: channels[name].zh, en: channels[name].en }]);
  return Object.fromEntries(labels) as { readonly [N in K]: Label };
}

/** The channels that payments of stays use. */
export const PayMethod = choose('cash', 'wechat', 'alipay', 'unionpay', 'sandbox', 'card', 'balance');
/** The channels of the payment list. */
export const PayChannel = choose(
  'cash',
  'wechat',
  'alipay',
  'unionpay',
  'sandbox',
  'card',
  'balance',
  'transfer',
  'qr',
);
export type PayChannel = keyof typeof PayChannel;
/** The channels a person takes or gives back money by. */
export const HandChannel = choose('cash', 'transfer', 'qr');
export type HandChannel = keyof typeof HandChannel;
/** The ways money is returned: as it came, or by hand. */
export const RefundWay = { origin: { zh: '原路退回', en: 'As it was paid' }, ...HandChannel } as const;
export type RefundWay = keyof typeof RefundWay;
/** The channels a tenant configures. */
export const ConfiguredChannel = {
  ...choose('cash', 'balance', 'wechat', 'alipay', 'unionpay'),
  wechat: { zh: '微信支付 v3', en: 'WeChat Pay v3' },
  sandbox: { zh: '沙箱（模拟支付）', en: 'Sandbox (simulated)' },
} as const;
export type ConfiguredChannel = keyof typeof ConfiguredChannel;

/** The scenes that lists name beside the channel, because the channel alone does not say how it was paid. */
export const PayScene = {
  'auto-debit': { zh: '无感支付', en: 'Automatic debit' },
  'payment-code': { zh: '付款码', en: 'Payment code' },
  'in-app': { zh: '应用内', en: 'In the app' },
  browser: { zh: '网页', en: 'Web page' },
  'driver-scan': { zh: '扫码', en: 'QR code' },
  cash: { zh: '现金', en: 'Cash' },
  card: { zh: '卡', en: 'Card' },
  transfer: { zh: '转账', en: 'Transfer' },
} as const satisfies Readonly<Record<Scene, Label>>;

/** How money came in, as sums of it are kept: by the channel, automatic debits apart. */
export const payWay = (channel: string, scene: string | null | undefined): string =>
  scene === 'auto-debit' ? `${channel}:${scene}` : channel;

/** The channel of a way, its scene where it is kept apart, and the name of both; the text itself where it is none we know. */
export function readPayWay(way: string): Label & { readonly channel: string; readonly scene: 'auto-debit' | null } {
  const [channel = '', scene] = way.split(':');
  const { zh, en } = (PayChannel as Readonly<Record<string, Label>>)[channel] ?? { zh: channel, en: channel };
  if (scene !== 'auto-debit') return { channel, scene: null, zh, en };
  return { channel, scene, zh: `${zh} · ${PayScene[scene].zh}`, en: `${en} · ${PayScene[scene].en}` };
}

/** The usual scene of a channel. */
export const sceneOf = (channel: Channel): Scene => channels[channel].scene;
