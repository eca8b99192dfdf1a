/** A payment as the double of WeChat Pay keeps it. */
export interface WechatTrade {
  readonly no: string;
  readonly totalFen: number;
  readonly appid: string;
  readonly noticeUrl: string;
  readonly kind: string;
  /** Of a debit: the plate. */
  readonly parking?: { readonly plate: string };
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED' | 'USERPAYING' | 'PAYERROR' | 'ACCEPTED' | 'PAY_FAIL';
  transactionId: string | null;
  paidAt: Date | null;
}

/** A refund as the double keeps it. */
export interface WechatRefund {
  readonly no: string;
  readonly tradeNo: string;
  readonly fen: number;
  readonly noticeUrl: string | null;
  state: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL';
}

const HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const SUMMARY = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** An instant in Beijing, as bills write it. */
export const beijingTime = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const quoted = (cells: readonly string[]) => cells.map((cell) => `\`${cell}`).join(',');

/**
 * The bill of a day in WeChat Pay's format: a byte order mark, a comma and a backtick before each value, a summary behind.
 * https://pay.weixin.qq.com/doc/v3/merchant/4012791866
 */
export function wechatBill(
  paid: readonly WechatTrade[],
  back: readonly WechatRefund[],
  { app, merchant }: { readonly app: string; readonly merchant: string },
): string {
  const rows = paid.flatMap((trade) => {
    const line = (state: string, refund: readonly string[], asked: string) =>
      quoted([
        ...[beijingTime(trade.paidAt!), app, merchant, '0', '', trade.transactionId!, trade.no, 'oUp'],
        ...[trade.kind.toUpperCase(), state, 'OTHERS', 'CNY', yuan(trade.totalFen), '0.00'],
        ...refund,
        ...['停车费', '', '0.00000', '0.60%', yuan(trade.totalFen), asked, ''],
      ]);
    return [
      line('SUCCESS', ['0', '0', '0.00', '0.00', '', ''], '0.00'),
      ...back
        .filter((one) => one.tradeNo === trade.no)
        .map(({ no, fen }) => line('REFUND', [`50${no}`, no, yuan(fen), '0.00', 'ORIGINAL', 'SUCCESS'], yuan(fen))),
    ];
  });
  const sums = [String(rows.length), '0.00', '0.00', '0.00', '0.00', '0.00', '0.00'];
  return `\uFEFF${[HEAD, ...rows, SUMMARY, quoted(sums), ''].join('\r\n')}`;
}
