import { createHash, randomBytes, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Language } from '@boyun/kernel/contract';
import {
  type Desk,
  type Merchant,
  type Provider,
  type ProviderBill,
  ProviderRefused,
  ProviderUnreachable,
  type Request,
  type Started,
} from '../provider/provider.service.ts';
import { faultWords, reasonOf } from '../provider-fault/provider-fault.contract.ts';
import {
  beijing,
  callWechat,
  merchantOf,
  openIdOf,
  requireNoticeUrl,
  subMchid,
  unlessUnknown,
} from './wechat-client.service.ts';
import { readWechatNotice } from './wechat-notice.service.ts';
import { queryDebit, startDebit, wechatDebiting } from './wechat-parking.service.ts';
import { type RefundAnswer, refundOutcome, type Trade, tradeOutcome } from './wechat-trade.service.ts';

const MAX_TITLE = 127;
const MAX_REASON = 80;
const MAX_BILL_BYTES = 64 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** The path of a payment's calls: a service provider has its own. */
const root = ({ subMerchantNo }: Merchant) => (subMerchantNo ? 'v3/pay/partner/transactions' : 'v3/pay/transactions');

/** Who a payment is for, as its requests name it. */
const account = ({ appNo, merchantNo, subMerchantNo }: Merchant) =>
  subMerchantNo
    ? { sp_appid: appNo, sp_mchid: merchantNo, sub_mchid: subMerchantNo }
    : { appid: appNo, mchid: merchantNo };

/** The same without the app, as queries name it. */
const mchids = ({ merchantNo, subMerchantNo }: Merchant) =>
  subMerchantNo ? { sp_mchid: merchantNo, sub_mchid: subMerchantNo } : { mchid: merchantNo };

/** What every request of a payment says. */
function common(desk: Desk, { paymentNo, amountFen, title, until }: Request) {
  return {
    ...account(merchantOf(desk)),
    description: [...title].slice(0, MAX_TITLE).join(''),
    out_trade_no: paymentNo,
    time_expire: beijing(until),
    notify_url: requireNoticeUrl(desk),
    amount: { total: amountFen, currency: 'CNY' },
  };
}

async function start(desk: Desk, request: Request): Promise<Started> {
  if (request.scene === 'auto-debit') return startDebit(desk, request);
  const merchant = merchantOf(desk);
  const path = root(merchant);
  if (request.scene === 'in-app') {
    const payer = merchant.subMerchantNo ? { sp_openid: request.payer } : { openid: request.payer };
    const { prepay_id } = await callWechat<{ prepay_id: string }>(desk, 'post', `${path}/jsapi`, {
      body: { ...common(desk, request), payer },
    });
    return { kind: 'bridge', parameters: bridgeOf(desk, prepay_id) };
  }
  if (request.scene === 'browser') {
    const scene_info = { payer_client_ip: request.clientIp, h5_info: { type: 'Wap' } };
    const { h5_url } = await callWechat<{ h5_url: string }>(desk, 'post', `${path}/h5`, {
      body: { ...common(desk, request), scene_info },
    });
    return { kind: 'page', url: `${h5_url}&redirect_url=${encodeURIComponent(request.returnUrl)}` };
  }
  if (request.scene === 'payment-code') return startByCode(desk, request);
  const { code_url } = await callWechat<{ code_url: string }>(desk, 'post', `${path}/native`, {
    body: common(desk, request),
  });
  return { kind: 'code', text: code_url };
}

/** Takes the money by the payer's payment code; whatever is not a clear refusal is followed by queries. */
async function startByCode(desk: Desk, request: Request): Promise<Started> {
  const { time_expire: _, notify_url: __, ...body } = common(desk, request);
  const payer = { auth_code: request.payer };
  const scene_info = { device_ip: request.clientIp, store_info: { out_id: merchantOf(desk).merchantNo } };
  try {
    await callWechat(desk, 'post', `${root(merchantOf(desk))}/codepay`, { body: { ...body, payer, scene_info } });
  } catch (error) {
    const isPending = !(error instanceof ProviderRefused) || ['USERPAYING', 'SYSTEM_ERROR'].includes(error.code);
    if (!isPending) throw error;
  }
  return { kind: 'wait' };
}

/** The parameters of `WeixinJSBridge`'s getBrandWCPayRequest, signed with the merchant's key. */
function bridgeOf(desk: Desk, prepayId: string): Record<string, string> {
  const { appNo, keys } = merchantOf(desk);
  const timeStamp = String(Math.floor(desk.kernel.clock.now().getTime() / 1000));
  const nonceStr = randomBytes(16).toString('hex');
  const order = `prepay_id=${prepayId}`;
  const text = [appNo, timeStamp, nonceStr, order, ''].join('\n');
  const paySign = sign('sha256', Buffer.from(text), keys.privateKey!).toString('base64');
  return { appId: appNo, timeStamp, nonceStr, package: order, signType: 'RSA', paySign };
}

/** Requests the payment of a fen and closes it: it fails where key, certificate, merchant, app or product do not fit together. */
async function test(desk: Desk, language: Language): Promise<string | null> {
  const now = desk.kernel.clock.now();
  const paymentNo = `T${randomBytes(12).toString('hex')}`;
  const request: Request = {
    paymentNo,
    createdAt: now,
    amountFen: 1,
    scene: 'driver-scan',
    title: 'Test',
    payer: null,
    until: new Date(now.getTime() + 5 * 60_000),
    returnUrl: '',
    clientIp: '127.0.0.1',
  };
  const noticeUrl = desk.noticeUrl ?? 'https://example.com/notice';
  try {
    await start({ ...desk, noticeUrl }, request);
    await wechat.close(desk, request);
    // Of a debit that does not exist nothing is known, unless the merchant has no automatic debit.
    if (merchantOf(desk).hasAutoDebit) await queryDebit(desk, paymentNo);
    return null;
  } catch (error) {
    return faultWords('wechat', reasonOf(error))[language];
  }
}

interface BillFile {
  readonly download_url: string;
  readonly hash_value: string;
}

/** Returns where the bill of a day is; null for a day without trades, which has none. */
async function findBill(desk: Desk, day: string): Promise<BillFile | null> {
  const parameters = { bill_date: day, bill_type: 'ALL', tar_type: 'GZIP', ...subMchid(merchantOf(desk)) };
  try {
    return await callWechat<BillFile>(desk, 'get', 'v3/bill/tradebill', { parameters });
  } catch (error) {
    if (error instanceof ProviderRefused && error.code === 'NO_STATEMENT_EXIST') return null;
    throw error;
  }
}

/** Returns the hash of what a packed bill contains, without holding it in memory. */
async function hashOf(packed: Uint8Array): Promise<string> {
  const hash = createHash('sha1');
  let left = MAX_UNPACKED_BYTES;
  for await (const piece of Readable.from([packed]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    left -= piece.length;
    if (left < 0) throw new ProviderUnreachable('the bill is too long');
    hash.update(piece);
  }
  return hash.digest('hex');
}

async function bill(desk: Desk, day: string): Promise<ProviderBill | null> {
  const found = await findBill(desk, day);
  if (!found) return null;
  const { pathname, searchParams } = new URL(found.download_url);
  const bytes = await callWechat<Buffer>(desk, 'get', pathname, {
    parameters: Object.fromEntries(searchParams),
    more: { responseType: 'arraybuffer', maxContentLength: MAX_BILL_BYTES },
  });
  // The download itself is not signed; its hash came with a signed response.
  if ((await hashOf(bytes)) !== found.hash_value.toLowerCase())
    throw new ProviderUnreachable(`the bill of ${day} does not have the hash announced`);
  return { name: `${merchantOf(desk).merchantNo}All${day}.csv.gz`, bytes };
}

/** WeChat Pay, API v3: https://pay.weixin.qq.com/doc/v3/merchant/4012081606 */
export const wechat: Provider = {
  channel: 'wechat',
  isOpen: async () => true,
  identify: openIdOf,
  start,
  debiting: wechatDebiting,
  async query(desk, { paymentNo, scene }) {
    if (scene === 'auto-debit') return queryDebit(desk, paymentNo);
    const merchant = merchantOf(desk);
    const trade = await unlessUnknown(
      callWechat<Trade>(desk, 'get', `${root(merchant)}/out-trade-no/${encodeURIComponent(paymentNo)}`, {
        parameters: mchids(merchant),
      }),
    );
    return trade && tradeOutcome(desk, trade);
  },
  async close(desk, { paymentNo, scene }) {
    // It has no call that stops a debit.
    if (scene === 'auto-debit') return 'open';
    const merchant = merchantOf(desk);
    const path = `${root(merchant)}/out-trade-no/${encodeURIComponent(paymentNo)}`;
    const isCode = scene === 'payment-code';
    const body = isCode ? account(merchant) : mchids(merchant);
    await unlessUnknown(callWechat(desk, 'post', `${path}/${isCode ? 'reverse' : 'close'}`, { body }));
    return 'stopped';
  },
  async refund(desk, { refundNo, amountFen, reason, paymentNo, paidFen }) {
    const body = {
      ...subMchid(merchantOf(desk)),
      out_trade_no: paymentNo,
      out_refund_no: refundNo,
      ...(reason ? { reason: [...reason].slice(0, MAX_REASON).join('') } : {}),
      ...(desk.noticeUrl ? { notify_url: desk.noticeUrl } : {}),
      amount: { refund: amountFen, total: paidFen, currency: 'CNY' },
    };
    const answer = await callWechat<RefundAnswer>(desk, 'post', 'v3/refund/domestic/refunds', { body });
    const outcome = refundOutcome(desk, answer, answer.status);
    return outcome === 'open' ? null : outcome;
  },
  async queryRefund(desk, { refundNo }) {
    const path = `v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
    const parameters = subMchid(merchantOf(desk));
    const found = await unlessUnknown(callWechat<RefundAnswer>(desk, 'get', path, { parameters }));
    return found && refundOutcome(desk, found, found.status);
  },
  readNotice: readWechatNotice,
  taken: { type: 'application/json', body: '{"code":"SUCCESS"}' },
  bill,
  // It makes them by ten in the morning.
  billAfterHours: 10,
  test,
};
