import { randomBytes } from 'node:crypto';
import { formatYuan, parseYuan } from '@boyun/domain/money';
import type { Language } from '@boyun/kernel/contract';
import {
  type Desk,
  type Message,
  type Notice,
  type Provider,
  type ProviderBill,
  ProviderRefused,
  ProviderUnreachable,
  type RefundRequest,
  type Request,
  type Started,
} from '../provider/provider.service.ts';
import { faultWords, reasonOf } from '../provider-fault/provider-fault.contract.ts';
import { alipayOf, beijing, callAlipay, unlessNoTrade } from './alipay-client.service.ts';
import { alipayDebiting, debitByAlipay } from './alipay-parking.service.ts';

const MAX_TITLE = 256;
const MAX_BILL_BYTES = 64 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;

interface Trade {
  readonly out_trade_no: string;
  readonly trade_no: string;
  readonly trade_status: string;
  readonly total_amount: string;
}

function content({ paymentNo, amountFen, title, until }: Request) {
  return {
    out_trade_no: paymentNo,
    total_amount: formatYuan(amountFen),
    subject: [...title].slice(0, MAX_TITLE).join(''),
    time_expire: beijing(until),
  };
}

async function start(desk: Desk, request: Request): Promise<Started> {
  if (!desk.noticeUrl) throw new ProviderRefused('NO_PUBLIC_URL', 'PUBLIC_URL is not set');
  if (request.scene === 'auto-debit') return debitByAlipay(desk, request);
  if (request.scene === 'payment-code') return startByCode(desk, request);
  if (request.scene === 'driver-scan') {
    const { qr_code } = await callAlipay<{ qr_code: string }>(desk, 'POST', '/v3/alipay/trade/precreate', {
      ...content(request),
      notify_url: desk.noticeUrl,
    });
    return { kind: 'code', text: qr_code };
  }
  // The page of Alipay opens its app, or is shown inside it.
  const url = alipayOf(desk).pageExecute('alipay.trade.wap.pay', 'GET', {
    // The client would write the time of this machine's zone.
    timestamp: beijing(desk.kernel.clock.now()),
    notifyUrl: desk.noticeUrl,
    returnUrl: request.returnUrl,
    bizContent: { ...content(request), product_code: 'QUICK_WAP_WAY', quit_url: request.returnUrl },
  });
  return { kind: 'page', url };
}

/** Takes the money by the payer's payment code; whatever is not a clear refusal is followed by queries. */
async function startByCode(desk: Desk, request: Request): Promise<Started> {
  const body = {
    ...content(request),
    scene: 'bar_code',
    auth_code: request.payer ?? '',
    notify_url: desk.noticeUrl ?? '',
  };
  try {
    await callAlipay(desk, 'POST', '/v3/alipay/trade/pay', body);
  } catch (error) {
    const isPending = !(error instanceof ProviderRefused) || /USERPAYING|WAIT/i.test(error.code);
    if (!isPending) throw error;
  }
  return { kind: 'wait' };
}

function outcomeOf(desk: Desk, trade: Trade): Notice | 'open' {
  const { trade_status: state } = trade;
  if (state === 'WAIT_BUYER_PAY') return 'open';
  return {
    tenantId: desk.tenantId,
    paymentNo: trade.out_trade_no,
    tradeNo: trade.trade_no,
    outcome: state === 'TRADE_SUCCESS' || state === 'TRADE_FINISHED' ? 'success' : 'fail',
    amountFen: parseYuan(trade.total_amount),
  };
}

interface RefundAnswer {
  readonly trade_no: string;
  readonly refund_status?: string;
  readonly refund_amount?: string;
  readonly fund_change?: string;
}

const refundNotice = (
  desk: Desk,
  { refundNo, amountFen }: Pick<RefundRequest, 'refundNo' | 'amountFen'>,
  tradeNo: string,
) => ({ tenantId: desk.tenantId, paymentNo: refundNo, tradeNo, outcome: 'success', amountFen: -amountFen }) as const;

/** Reads a notice about a payment; null where it is not genuine, not for this merchant and app, or reports no outcome. */
function readNotice(desk: Desk, { body }: Message): Notice | null {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { merchantNo, appNo } = desk.merchant!;
  if (fields.sign_type !== 'RSA2' || !isSigned(desk, fields)) return null;
  if (fields.app_id !== appNo || fields.seller_id !== merchantNo) return null;
  const { out_trade_no, trade_no, trade_status, total_amount } = fields;
  if (!out_trade_no || !trade_no || !trade_status || !/^\d+(\.\d{1,2})?$/.test(total_amount ?? '')) return null;
  const outcome = outcomeOf(desk, { out_trade_no, trade_no, trade_status, total_amount: total_amount! });
  return outcome === 'open' ? null : outcome;
}

function isSigned(desk: Desk, fields: Readonly<Record<string, string>>): boolean {
  try {
    return alipayOf(desk).checkNotifySignV2(fields);
  } catch {
    return false;
  }
}

async function bill(desk: Desk, day: string): Promise<ProviderBill | null> {
  const path = '/v3/alipay/data/dataservice/bill/downloadurl/query';
  const found = await callAlipay<{ bill_download_url: string }>(desk, 'GET', path, {
    bill_type: 'trade',
    bill_date: day,
  }).catch((error) => {
    // A day without a trade has no bill.
    if (error instanceof ProviderRefused && /BILL_NOT_EXIST/i.test(error.code)) return null;
    throw error;
  });
  if (!found) return null;
  const answer = await fetch(found.bill_download_url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok || bytes.length > MAX_BILL_BYTES) throw new ProviderUnreachable(`the bill of ${day} cannot be loaded`);
  return { name: `${desk.merchant!.merchantNo}_${day.replaceAll('-', '')}.csv.zip`, bytes };
}

/**
 * Asks about a payment that does not exist, by both of Alipay's protocols: the newer names what does not fit of app and key, the answer of
 * the older is signed though it reports a failure, so that Alipay's own key is tried too.
 */
async function test(desk: Desk, language: Language): Promise<string | null> {
  const unknown = { out_trade_no: `T${randomBytes(12).toString('hex')}` };
  try {
    await unlessNoTrade(callAlipay(desk, 'POST', '/v3/alipay/trade/query', unknown));
    const timestamp = beijing(desk.kernel.clock.now());
    await alipayOf(desk).exec('alipay.trade.query', { timestamp, bizContent: unknown }, { validateSign: true });
    return null;
  } catch (error) {
    return faultWords('alipay', reasonOf(error))[language];
  }
}

/** Alipay, API v3: https://opendocs.alipay.com/open-v3 */
export const alipay: Provider = {
  channel: 'alipay',
  isOpen: async () => true,
  debiting: alipayDebiting,
  start,
  async query(desk, { paymentNo }) {
    const trade = await unlessNoTrade(
      callAlipay<Trade>(desk, 'POST', '/v3/alipay/trade/query', { out_trade_no: paymentNo }),
    );
    return trade && outcomeOf(desk, trade);
  },
  async close(desk, { paymentNo, scene }) {
    const act = scene === 'payment-code' || scene === 'auto-debit' ? 'cancel' : 'close';
    const closed = await unlessNoTrade(
      callAlipay(desk, 'POST', `/v3/alipay/trade/${act}`, { out_trade_no: paymentNo }),
    );
    // A page that nobody has opened yet can be opened until its time is over.
    return closed ? 'stopped' : 'open';
  },
  async refund(desk, refund) {
    const answer = await callAlipay<RefundAnswer>(desk, 'POST', '/v3/alipay/trade/refund', {
      out_trade_no: refund.paymentNo,
      out_request_no: refund.refundNo,
      refund_amount: formatYuan(refund.amountFen),
      ...(refund.reason ? { refund_reason: [...refund.reason].slice(0, MAX_TITLE).join('') } : {}),
    });
    // Without a change of funds it was done before, or is pending; a query tells.
    return answer.fund_change === 'Y' ? refundNotice(desk, refund, answer.trade_no) : null;
  },
  async queryRefund(desk, refund) {
    const answer = await unlessNoTrade(
      callAlipay<RefundAnswer>(desk, 'POST', '/v3/alipay/trade/fastpay/refund/query', {
        out_trade_no: refund.paymentNo,
        out_request_no: refund.refundNo,
      }),
    );
    // Alipay answers without a state where it has not made the refund; it is requested again then.
    return answer?.refund_status === 'REFUND_SUCCESS' ? refundNotice(desk, refund, answer.trade_no) : null;
  },
  readNotice,
  taken: { type: 'text/plain', body: 'success' },
  bill,
  // It makes them by nine in the morning.
  billAfterHours: 9,
  test,
};
