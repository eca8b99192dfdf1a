/** The channels whose apps show payment codes. */
export type CodeChannel = 'wechat' | 'alipay' | 'unionpay';

/**
 * Returns the channel of a driver's payment code (付款码) by its first digits and its length; null for any other number. WeChat:
 * https://pay.weixin.qq.com/doc/v3/merchant/4012382150, Alipay: https://opendocs.alipay.com/open/02ekfh, UnionPay: 62 and 17 digits.
 */
export function channelOfCode(code: string): CodeChannel | null {
  if (/^1[0-5]\d{16}$/.test(code)) return 'wechat';
  if (/^(2[5-9]|30)\d{14,22}$/.test(code)) return 'alipay';
  if (/^62\d{17}$/.test(code)) return 'unionpay';
  return null;
}
