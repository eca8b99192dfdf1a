import { type Desk, type Notice, ProviderUnreachable } from '../provider/provider.service.ts';
import { merchantOf } from './wechat-client.service.ts';

/** A payment as WeChat Pay describes it, in responses and notices. */
export interface Trade {
  readonly appid?: string;
  readonly mchid?: string;
  readonly sp_appid?: string;
  readonly sp_mchid?: string;
  readonly sub_mchid?: string;
  readonly out_trade_no: string;
  readonly transaction_id?: string;
  readonly trade_state: string;
  /** The state in words; automatic debits spell it out. */
  readonly trade_state_desc?: string;
  readonly trade_state_description?: string;
  readonly amount?: { readonly total: number; readonly currency?: string };
}

/** A refund as WeChat Pay describes it; notices have `refund_status` in place of `status`. */
export interface RefundAnswer {
  readonly mchid?: string;
  readonly sp_mchid?: string;
  readonly sub_mchid?: string;
  readonly out_refund_no: string;
  readonly refund_id: string;
  readonly status: string;
  readonly refund_status?: string;
  readonly amount: { readonly refund: number; readonly currency?: string };
}

/** Whether a payment is one of this merchant and app, in yuan. */
export function isOwnTrade(desk: Desk, trade: Trade): boolean {
  const { merchantNo, appNo, subMerchantNo } = merchantOf(desk);
  const isCny = (trade.amount?.currency ?? 'CNY') === 'CNY';
  // Automatic debits name the merchant `sp_mchid` and the app `appid`, with and without a service provider.
  const isMerchant = (trade.sp_mchid ?? trade.mchid) === merchantNo && (trade.sp_appid ?? trade.appid) === appNo;
  return isCny && isMerchant && (!subMerchantNo || trade.sub_mchid === subMerchantNo);
}

/** Returns the outcome of a payment; `open` while it can still be paid. A refunded payment was paid. */
export function tradeOutcome(desk: Desk, trade: Trade): Notice | 'open' {
  const { trade_state: state } = trade;
  if (['NOTPAY', 'USERPAYING', 'ACCEPT', 'ACCEPTED'].includes(state)) return 'open';
  const isPaid = state === 'SUCCESS' || state === 'REFUND';
  if (isPaid && (!trade.amount || !isOwnTrade(desk, trade)))
    throw new ProviderUnreachable(`the answer is about another merchant's payment: ${trade.out_trade_no}`);
  return {
    tenantId: desk.tenantId,
    paymentNo: trade.out_trade_no,
    tradeNo: trade.transaction_id ?? '',
    outcome: isPaid ? 'success' : 'fail',
    amountFen: trade.amount?.total ?? 0,
    ...(isPaid ? {} : { reason: trade.trade_state_description ?? trade.trade_state_desc ?? state }),
  };
}

/** Returns the outcome of a refund; `open` while it is pending. */
export function refundOutcome(desk: Desk, refund: RefundAnswer, state: string): Notice | 'open' {
  if (state === 'PROCESSING') return 'open';
  return {
    tenantId: desk.tenantId,
    paymentNo: refund.out_refund_no,
    tradeNo: refund.refund_id,
    outcome: state === 'SUCCESS' ? 'success' : 'fail',
    amountFen: -refund.amount.refund,
  };
}
