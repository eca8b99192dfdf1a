import { type WechatBillRow, writeWechatBill } from '@boyun/domain/reconcile';

/** A payment as the double of WeChat Pay keeps it. */
export interface WechatTrade {
  readonly no: string;
  readonly totalFen: number;
  readonly appid: string;
  readonly noticeUrl: string;
  readonly kind: string;
  /** Of a debit: the plate. */
  readonly parking?: { readonly plate: string };
  /** When it was requested. */
  readonly at: Date;
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
  /** When it was requested. */
  readonly at: Date;
  state: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL';
}

/** An instant in Beijing, as bills write it. */
export const beijingTime = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** The bill of a day in WeChat Pay's format. https://pay.weixin.qq.com/doc/v3/merchant/4012791866 */
export function wechatBill(
  paid: readonly WechatTrade[],
  back: readonly WechatRefund[],
  { app, merchant }: { readonly app: string; readonly merchant: string },
): string {
  const rows = paid.flatMap((trade): WechatBillRow[] => {
    const common = { atMs: trade.paidAt!.getTime(), app, merchant, kind: trade.kind.toUpperCase() };
    const tradeNo = trade.transactionId!;
    const feeFen = Math.round(trade.totalFen * 0.006);
    return [
      { ...common, number: trade.no, tradeNo, amountFen: trade.totalFen, feeFen, refundOf: null },
      ...back
        .filter((one) => one.tradeNo === trade.no)
        .map(({ no, fen, state }) => ({
          ...common,
          number: no,
          tradeNo: `50${no}`,
          amountFen: -fen,
          feeFen: -Math.round(fen * 0.006),
          refundOf: { number: trade.no, tradeNo },
          refundState: state === 'ABNORMAL' ? ('FAIL' as const) : state,
        })),
    ];
  });
  return [...writeWechatBill(rows)].join('');
}
