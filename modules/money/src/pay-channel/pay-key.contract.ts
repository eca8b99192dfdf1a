import { choice, list, operation, optional, permission, reference, secret } from '@boyun/kernel/contract';
import { ChannelKey } from '../channel/channel-key.contract.ts';

const pem = (key: ChannelKey) =>
  optional(
    secret(ChannelKey[key], {
      max: 8192,
      hint: { zh: 'PEM 格式；留空则保持不变', en: 'As PEM; empty leaves it as it is' },
    }),
  );

/** Stores keys of a channel, which are never returned. An empty field keeps the stored key. */
export const setPayKeys = operation('set-pay-keys', {
  title: { zh: '设置支付密钥', en: 'Set payment keys' },
  path: '/api/payConfig/setKeys',
  access: permission('pay-channel.set-keys', { zh: '设置支付密钥', en: 'Set payment keys' }),
  needsPassword: { zh: '是否保存支付密钥？', en: 'Store the payment keys?' },
  input: {
    payChannelId: reference({ zh: '渠道', en: 'Channel' }, 'pay-channel'),
    apiKey: optional(
      secret(ChannelKey.apiKey, {
        min: 32,
        max: 32,
        hint: { zh: '32位；留空则保持不变', en: '32 characters; empty leaves it as it is' },
      }),
    ),
    certificateNo: optional(
      secret(ChannelKey.certificateNo, {
        max: 64,
        hint: { zh: '留空则保持不变', en: 'Empty leaves it as it is' },
      }),
    ),
    pfx: optional(
      secret(
        { zh: '证书文件（PFX）', en: 'Certificate file (PFX)' },
        {
          max: 32_768,
          hint: {
            zh: '.pfx 或 .p12 文件，含商户证书与私钥，可代替下面的两项',
            en: 'The .pfx or .p12 file has the certificate and the private key; it stands for both',
          },
        },
      ),
    ),
    pfxPassword: optional(
      secret(
        { zh: '证书文件密码', en: 'Password of the file' },
        {
          max: 64,
          hint: {
            zh: '只用于打开文件，不保存；微信支付默认为商户号',
            en: "Opens the file and is not stored; for WeChat Pay the merchant's number unless changed",
          },
        },
      ),
    ),
    privateKey: pem('privateKey'),
    publicKey: pem('publicKey'),
    publicKeyId: optional(
      secret(ChannelKey.publicKeyId, {
        max: 64,
        hint: {
          zh: '以 PUB_KEY_ID_ 开头；上传平台证书时自动识别',
          en: 'Starts with PUB_KEY_ID_; taken from the certificate where one is stored instead of a key',
        },
      }),
    ),
    certificate: optional(
      secret(ChannelKey.certificate, {
        max: 8192,
        hint: {
          zh: '自动识别序列号与有效期，到期前提醒（微信支付：apiclient_cert.pem；银联：签名证书）',
          en: 'Gives the number and the end, which is announced (WeChat Pay: apiclient_cert.pem; UnionPay: the signing certificate)',
        },
      }),
    ),
    authorities: optional(
      secret(ChannelKey.authorities, {
        max: 16_384,
        hint: {
          zh: '银联的根证书与中级证书（acp_prod_root.cer、acp_prod_middle.cer），依次粘贴；用于验证银联的签名',
          en: "UnionPay's root and intermediate certificates (acp_prod_root.cer, acp_prod_middle.cer), one after the other: they verify its signatures",
        },
      }),
    ),
    appSecret: optional(
      secret(ChannelKey.appSecret, {
        max: 64,
        hint: {
          zh: '公众号的 AppSecret；在微信内付款时需要',
          en: 'AppSecret of the official account; to pay inside WeChat',
        },
      }),
    ),
  },
  output: { missing: list({ zh: '仍缺少', en: 'Still missing' }, choice({ zh: '密钥', en: 'Key' }, ChannelKey)) },
  audit: 'pay-channel.keys-set',
});
