import type { ConfiguredChannel } from './channel.contract.ts';

/** The keys of channels, by their name on the wire. */
export const ChannelKey = {
  apiKey: { zh: 'APIv3 密钥', en: 'APIv3 key' },
  certificateNo: { zh: '商户证书序列号', en: 'Merchant certificate number' },
  privateKey: { zh: '商户私钥', en: 'Merchant private key' },
  publicKey: { zh: '平台公钥', en: 'Public key of the channel' },
  publicKeyId: { zh: '平台公钥 ID', en: 'Id of the public key' },
  certificate: { zh: '商户证书', en: 'Merchant certificate' },
  authorities: { zh: '根证书与中级证书', en: 'Root and intermediate certificates' },
  appSecret: { zh: '应用密钥', en: 'App secret' },
} as const;
export type ChannelKey = keyof typeof ChannelKey;

/** The keys a channel requires, besides its merchant number. */
export const NEEDED_KEYS: Readonly<Record<ConfiguredChannel, readonly ChannelKey[]>> = {
  wechat: ['apiKey', 'certificateNo', 'privateKey', 'publicKey', 'publicKeyId'],
  alipay: ['privateKey', 'publicKey'],
  unionpay: ['certificate', 'privateKey', 'authorities'],
  balance: [],
  cash: [],
  sandbox: [],
};

/** Whether the merchant of a channel has an app, by which requests name it. */
export const hasApp = (channel: ConfiguredChannel): boolean => channel === 'wechat' || channel === 'alipay';

/**
 * Keys that add something to a channel: with the app's secret, WeChat Pay can be called inside WeChat; the certificate gives its number
 * and when it ends.
 */
const EXTRA_KEYS: Readonly<Partial<Record<ConfiguredChannel, readonly ChannelKey[]>>> = {
  wechat: ['certificate', 'appSecret'],
  alipay: ['certificate'],
};

/** All keys that can be stored for a channel. */
export const keysOf = (channel: ConfiguredChannel): readonly ChannelKey[] => [
  ...NEEDED_KEYS[channel],
  ...(EXTRA_KEYS[channel] ?? []),
];

/** Channels whose providers hand out the certificate with its key as one file. */
export const hasPfx = (channel: ConfiguredChannel): boolean => channel === 'wechat' || channel === 'unionpay';
