import { fillLabel, type Label } from '@boyun/kernel/contract';

/** What a refusal means, recognised by the provider's code and words. */
interface Fault extends Label {
  readonly when: RegExp;
}

/**
 * WeChat Pay's codes, those of its client (EV3) and what its parking service says:
 * https://developers.weixin.qq.com/community/pay/doc/00080860500538e3cac8f9f075b008 (questions and answers about 支付分停车服务)
 */
const wechat: readonly Fault[] = [
  {
    when: /NO_AUTH.*无法扣款/,
    zh: '该商户不能使用无感支付：请核对商户号与应用编号的关联，或到微信支付商户平台查看收款功能是否受限（{reason}）',
    en: 'The merchant may not debit plates: check that it is bound to the app, and on the merchant platform whether it is restricted ({reason})',
  },
  {
    when: /场景信息和停车入场id不匹配/i,
    zh: '车牌或入场时间与入场时告知微信的不一致，或该次入场已扣过款（{reason}）',
    en: 'Plate or time of entry differ from what WeChat Pay was told at the entry, or that entry has been debited ({reason})',
  },
  {
    when: /停车入场id不存在/i,
    zh: '该次入场已扣过款，或该车牌之后又有新的入场（{reason}）',
    en: 'The entry has been debited, or the plate has entered somewhere else since ({reason})',
  },
  { when: /^NO_ENTRY\b/, zh: '微信支付没有收到该车的入场', en: 'WeChat Pay was not told of the entry of the car' },
  {
    when: /^SIGN_ERROR\b/,
    zh: '签名错误：商户证书序列号未知，或与私钥不是一对（{reason}）',
    en: 'Signature rejected: the certificate serial is unknown or does not belong to the private key ({reason})',
  },
  {
    when: /APPID_MCHID_NOT_MATCH/,
    zh: '商户号未与该应用编号绑定（{reason}）',
    en: 'The merchant is not bound to this app ({reason})',
  },
  { when: /MCH_NOT_EXISTS/, zh: '商户号不存在（{reason}）', en: 'There is no such merchant ({reason})' },
  {
    when: /^NO_AUTH\b/,
    zh: '该商户未开通此产品（{reason}）',
    en: 'The merchant has not opened this product ({reason})',
  },
  {
    when: /EV3_RES_HEADER_PLATFORM_SERIAL/,
    zh: '微信支付公钥 ID 不符，请核对公钥及其 ID（{reason}）',
    en: 'The id of the public key does not match; check the key and its id ({reason})',
  },
  {
    when: /EV3_RES_HEADER_SIGNATURE_DIGEST/,
    zh: '应答签名验证失败，请核对微信支付公钥（{reason}）',
    en: 'The signature of the response is wrong; check the public key ({reason})',
  },
  {
    when: /EV3_RES_HEADER_TIMESTAMP_OFFSET/,
    zh: '服务器时间相差超过 5 分钟（{reason}）',
    en: 'The clock of this server is more than five minutes off ({reason})',
  },
];

/** Alipay's codes: https://opendocs.alipay.com/open-v3/054fcv */
const alipay: readonly Fault[] = [
  {
    when: /invalid-signature/i,
    zh: '签名错误：应用私钥与支付宝上登记的应用公钥不是一对（{reason}）',
    en: 'Signature rejected: the private key does not belong to the public key registered with Alipay ({reason})',
  },
  { when: /invalid-app-id/i, zh: '应用编号无效（{reason}）', en: 'There is no such app ({reason})' },
  {
    when: /insufficient-isv-permissions/i,
    zh: '该应用未开通此产品（{reason}）',
    en: 'The app has not opened this product ({reason})',
  },
  {
    // The words of the client.
    when: /验签失败/,
    zh: '应答签名验证失败，请核对支付宝公钥（不是应用公钥）',
    en: "The signature of the response is wrong; check Alipay's public key, which is not that of the app",
  },
  { when: /BALANCE_NOT_ENOUGH/i, zh: '付款人余额不足', en: "The payer's balance does not cover the amount" },
  { when: /NO_AGREEMENT/i, zh: '车主已解除无感支付', en: 'The driver has revoked automatic debit' },
];

/** UnionPay's response codes: https://open.unionpay.com/tjweb/support/faq/mchlist?id=21 */
const unionpay: readonly Fault[] = [
  {
    when: /^11 /,
    zh: '银联验签失败：商户证书与商户号不匹配，或证书已更换（{reason}）',
    en: 'UnionPay rejects the signature: the certificate is not that of this merchant, or has been replaced ({reason})',
  },
  {
    when: /^31 /,
    zh: '商户状态不正确，请联系银联（{reason}）',
    en: 'The merchant is not active; ask UnionPay ({reason})',
  },
  {
    when: /^32 /,
    zh: '该商户未开通此产品（{reason}）',
    en: 'The merchant has not opened this product ({reason})',
  },
  {
    when: /^not-trusted/,
    zh: '应答证书不是由所填的银联根证书和中级证书签发，请核对（测试与生产环境不同）（{reason}）',
    en: "The response is not signed under the root and intermediate certificates entered; UnionPay's test and production ones differ ({reason})",
  },
  {
    when: /^wrong-signature/,
    zh: '应答签名验证失败（{reason}）',
    en: 'The signature of the response is wrong ({reason})',
  },
  {
    when: /^unsigned/,
    zh: '应答没有签名：商户号或证书不被识别（{reason}）',
    en: 'The response is not signed: UnionPay does not know the merchant or its certificate ({reason})',
  },
];

const faults: Readonly<Record<string, readonly Fault[]>> = { wechat, alipay, unionpay };
/** How much of a reason is kept. */
export const REASON_LENGTH = 200;

/** Returns what a provider's refusal means; its own code and words where that is not known. */
export function faultWords(channel: string, given: string): Label {
  const reason = given.trim().slice(0, REASON_LENGTH);
  const known = faults[channel]?.find(({ when }) => when.test(reason));
  return known ? fillLabel(known, { reason }) : { zh: reason, en: reason };
}

/** A provider's refusal or a failure as one text: its code, then its words. */
export const reasonOf = (error: unknown): string => {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  return `${code} ${message}`.trim().slice(0, REASON_LENGTH);
};

/** Why a provider did not carry something out, in brackets behind what it did not; empty where it gave no reason. */
export function whyOf({ channel, reason }: { readonly channel: string; readonly reason?: string | null }): Label {
  if (!reason) return { zh: '', en: '' };
  const { zh, en } = faultWords(channel, reason);
  return { zh: `（${zh}）`, en: ` (${en})` };
}
