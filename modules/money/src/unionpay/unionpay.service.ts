import { randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import type { Language } from '@boyun/kernel/contract';
import {
  type Desk,
  type Message,
  type Notice,
  type Provider,
  type ProviderBill,
  ProviderRefused,
  ProviderUnreachable,
  type Request,
  type Requested,
  type Started,
} from '../provider/provider.service.ts';
import { faultWords, reasonOf } from '../provider-fault/provider-fault.contract.ts';
import {
  addressOf,
  beijing,
  callUnionpay,
  fileAddressOf,
  path,
  payeeOf,
  requireTaken,
  signedRequest,
} from './unionpay-client.service.ts';
import { type Fields, signatureFault } from './unionpay-signing.service.ts';

const YUAN = '156';
const NO_SUCH = '34';
const NO_FILE = '98';
const PENDING = ['03', '04', '05', '06'];
/** Paid; `A6` where something beside the payment went wrong. */
const PAID = ['00', 'A6'];
/** A terminal is named where the payer's code is scanned. */
const TERMINAL = '00000001';
const MAX_BILL_BYTES = 64 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;

const back = (desk: Desk, fields: Fields) => callUnionpay(desk, addressOf(desk, path.back), fields);

/** What identifies a payment or refund: our number and the time it was requested. */
const key = ({ paymentNo, createdAt }: Requested) => ({ orderId: paymentNo, txnTime: beijing(createdAt) });

function purchase(desk: Desk, request: Request): Fields {
  if (!desk.noticeUrl) throw new ProviderRefused('NO_PUBLIC_URL', 'PUBLIC_URL is not set');
  return {
    ...key(request),
    ...payeeOf(desk),
    txnType: '01',
    channelType: '08',
    currencyCode: YUAN,
    txnAmt: String(request.amountFen),
    backUrl: desk.noticeUrl,
  };
}

async function start(desk: Desk, request: Request): Promise<Started> {
  const common = purchase(desk, request);
  const payTimeout = beijing(request.until);
  if (request.scene === 'payment-code') {
    const fields = { ...common, txnSubType: '06', bizType: '000000', qrNo: request.payer ?? '', termId: TERMINAL };
    // Whatever is not a clear refusal is followed by queries.
    await back(desk, fields).then(requireTaken, ignoreSilence);
    return { kind: 'wait' };
  }
  if (request.scene === 'browser') {
    const more = { txnSubType: '01', bizType: '000201', payTimeout, frontUrl: request.returnUrl };
    return { kind: 'form', url: addressOf(desk, path.front), fields: signedRequest(desk, { ...common, ...more }) };
  }
  const answer = await back(desk, { ...common, txnSubType: '07', bizType: '000000', payTimeout });
  if (answer.respCode !== '00' || !answer.qrCode)
    throw new ProviderRefused(answer.respCode ?? '', answer.respMsg ?? '');
  // Its app opens the text of its code as a page.
  return request.scene === 'in-app' ? { kind: 'page', url: answer.qrCode } : { kind: 'code', text: answer.qrCode };
}

function ignoreSilence(error: unknown): void {
  if (!(error instanceof ProviderUnreachable)) throw error;
}

/** Returns what UnionPay knows of a payment or refund; null where it knows none. */
async function ask(desk: Desk, payment: Requested): Promise<Fields | null> {
  const fields = { ...key(payment), txnType: '00', txnSubType: '00', bizType: '000000' };
  const answer = await callUnionpay(desk, addressOf(desk, path.query), fields);
  if (answer.respCode === NO_SUCH) return null;
  if (answer.respCode !== '00') throw new ProviderUnreachable(`${answer.respCode} ${answer.respMsg}`.slice(0, 300));
  if (answer.orderId !== payment.paymentNo) throw new ProviderUnreachable('the answer is about another payment');
  return answer;
}

/** Returns the outcome that a query reports; `sign` is −1 for a refund. */
function outcomeOf({ tenantId }: Desk, answer: Fields, sign: 1 | -1): Notice | 'open' {
  const { origRespCode: code = '', currencyCode = YUAN } = answer;
  if (PENDING.includes(code)) return 'open';
  const isPaid = PAID.includes(code);
  if (isPaid && currencyCode !== YUAN) throw new ProviderUnreachable(`an answer in the currency ${currencyCode}`);
  return {
    tenantId,
    paymentNo: answer.orderId!,
    tradeNo: answer.queryId ?? '',
    outcome: isPaid ? 'success' : 'fail',
    amountFen: sign * Number(answer.txnAmt ?? 0),
    ...(isPaid ? {} : { reason: `${code} ${answer.origRespMsg ?? ''}`.trim() }),
  };
}

/** Takes a payment by code back: money that was paid returns to the payer. */
async function takeBack(desk: Desk, payment: Requested): Promise<void> {
  const reversal = { ...key(payment), txnType: '99', txnSubType: '01', bizType: '000000', channelType: '08' };
  const { respCode, respMsg } = await back(desk, reversal);
  if (respCode === '00' || respCode === NO_SUCH) return;
  if (PENDING.includes(respCode!)) throw new ProviderUnreachable(`${respCode} ${respMsg}`);
  throw new ProviderRefused(respCode!, respMsg!);
}

/** Reads a notice about a payment or refund, which UnionPay sends only of successes; null where it is not genuine or not for this merchant. */
function readNotice(desk: Desk, { body }: Message): Notice | null {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { merchantNo, subMerchantNo, keys } = desk.merchant!;
  if (!keys.authorities || signatureFault(fields, keys.authorities, desk.kernel.clock.now())) return null;
  const { merId, subMerId, orderId, queryId, respCode, currencyCode, txnAmt, txnType } = fields;
  if (merId !== merchantNo || currencyCode !== YUAN || !PAID.includes(respCode ?? '')) return null;
  if (subMerId && subMerId !== subMerchantNo) return null;
  if (!orderId || !queryId || !/^\d{1,12}$/.test(txnAmt ?? '') || !['01', '04'].includes(txnType ?? '')) return null;
  const amountFen = Number(txnAmt) * (txnType === '04' ? -1 : 1);
  return { tenantId: desk.tenantId, paymentNo: orderId, tradeNo: queryId, outcome: 'success', amountFen };
}

async function bill(desk: Desk, day: string): Promise<ProviderBill | null> {
  const fields = {
    txnTime: beijing(desk.kernel.clock.now()),
    txnType: '76',
    txnSubType: '01',
    bizType: '000000',
    settleDate: day.slice(5).replace('-', ''),
    fileType: '00',
  };
  const limits = { timeoutMs: DOWNLOAD_MS, maxBytes: MAX_BILL_BYTES };
  const answer = await callUnionpay(desk, fileAddressOf(desk), fields, limits);
  // A day without transactions has no file.
  if (answer.respCode === NO_FILE) return null;
  if (answer.respCode !== '00' || !answer.fileContent)
    throw new ProviderUnreachable(`${answer.respCode} ${answer.respMsg}`.slice(0, 300));
  // An archive with the tables of the day, deflated once more.
  const bytes = inflateSync(Buffer.from(answer.fileContent, 'base64'), { maxOutputLength: MAX_BILL_BYTES });
  return { name: answer.fileName || `${desk.merchant!.merchantNo}_${day.replaceAll('-', '')}.zip`, bytes };
}

/** Asks about a payment that does not exist; the response is signed whatever it says. */
async function test(desk: Desk, language: Language): Promise<string | null> {
  const paymentNo = `T${randomBytes(12).toString('hex')}`;
  try {
    await ask(desk, { paymentNo, createdAt: desk.kernel.clock.now() });
    return null;
  } catch (error) {
    return faultWords('unionpay', reasonOf(error))[language];
  }
}

/** UnionPay's gateway for all channels (全渠道), version 5.1.0: https://open.unionpay.com/tjweb/doc/mchnt/list */
export const unionpay: Provider = {
  channel: 'unionpay',
  isOpen: async () => true,
  start,
  async query(desk, payment) {
    const answer = await ask(desk, payment);
    return answer && outcomeOf(desk, answer, 1);
  },
  async close(desk, payment) {
    if (payment.scene === 'payment-code') {
      await takeBack(desk, payment);
      return 'stopped';
    }
    // Its pages and codes cannot be closed: they end by themselves when the time stated in the request is over.
    const answer = await ask(desk, payment);
    if (answer && PAID.includes(answer.origRespCode ?? '')) throw new ProviderRefused('PAID', 'paid meanwhile');
    return 'open';
  },
  async refund(desk, { refundNo, createdAt, amountFen, tradeNo }) {
    const answer = await back(desk, {
      ...key({ paymentNo: refundNo, createdAt }),
      ...payeeOf(desk),
      txnType: '04',
      txnSubType: '00',
      bizType: '000201',
      channelType: '08',
      txnAmt: String(amountFen),
      origQryId: tradeNo ?? '',
      ...(desk.noticeUrl ? { backUrl: desk.noticeUrl } : {}),
    });
    requireTaken(answer);
    // Taken, not made: the outcome comes by notice or query.
    return null;
  },
  async queryRefund(desk, { refundNo, createdAt }) {
    const answer = await ask(desk, { paymentNo: refundNo, createdAt });
    return answer && outcomeOf(desk, answer, -1);
  },
  readNotice,
  taken: { type: 'text/plain', body: 'ok' },
  bill,
  // The file of a day of settlement, which ends at 23:00, is there in the morning.
  billAfterHours: 9,
  test,
};
