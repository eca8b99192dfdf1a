import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Clock } from '@boyun/kernel/server';
import { type CallFault, type ForPeople, isNoticeUrl } from './desk-provider.ts';
import { ProviderDouble } from './double.ts';
import { beijingTime, type WechatRefund as Refund, type WechatTrade as Trade, wechatBill } from './wechat-bill.ts';
import { API_KEY, sealNotice, type WechatFault } from './wechat-notice.ts';
import { WechatParking } from './wechat-parking.ts';
import { WechatSignIn } from './wechat-sign-in.ts';
import { MERCHANT, Refused, WECHAT_KEY_ID, WECHAT_SERIAL, WechatSigning } from './wechat-signing.ts';

export type { CallFault };

/** What the tenant enters about its merchant, on the wire. */
export interface WechatMerchant {
  readonly MerchantNo: string;
  readonly AppNo: string;
  readonly keys: Readonly<
    Record<'ApiKey' | 'CertificateNo' | 'PrivateKey' | 'PublicKey' | 'PublicKeyId' | 'AppSecret', string>
  >;
}

const APP = 'wxd678efh567hg6787';
const APP_SECRET = 'd4624c36b6795d1d99dcf0547af5443d';

/**
 * WeChat Pay's API v3 as its public documentation describes it (https://pay.weixin.qq.com/doc/v3/merchant/4012365870): requests must
 * be signed by the one merchant it knows, each with a nonce of its own; responses and notices are signed with its own key, the latter
 * encrypted with the merchant's APIv3 key. It misbehaves on request.
 */
export class WechatPayDouble extends ProviderDouble<CallFault> {
  readonly #signing = new WechatSigning();
  readonly #trades = new Map<string, Trade>();
  /** Its parking service. */
  readonly parking: WechatParking;
  readonly #refunds = new Map<string, Refund>();
  readonly #signIn = new WechatSignIn(APP, APP_SECRET);
  /** A payment code of this number needs the payer's password. */
  readonly slowCode = '130000000000000009';
  /** Codes of refusals, oldest first. */
  readonly refused: string[] = [];
  readonly merchant: WechatMerchant = {
    MerchantNo: MERCHANT,
    AppNo: APP,
    keys: {
      ApiKey: API_KEY,
      CertificateNo: WECHAT_SERIAL,
      PrivateKey: this.#signing.merchantKeys.privateKey,
      PublicKey: this.#signing.ownKeys.publicKey,
      PublicKeyId: WECHAT_KEY_ID,
      AppSecret: APP_SECRET,
    },
  };

  /** `clock` is the time of the product, by which notices are dated. */
  constructor(clock: Clock, forPeople: ForPeople | null = null) {
    super(clock, forPeople);
    this.parking = new WechatParking(this.#trades, APP, clock, forPeople !== null);
  }

  /** The payments requested so far, by number. */
  get payments(): ReadonlyMap<string, Readonly<Trade>> {
    return this.#trades;
  }

  get refunds(): ReadonlyMap<string, Readonly<Refund>> {
    return this.#refunds;
  }

  /** The payer pays, or their bank refuses. */
  settle(no: string, state: 'SUCCESS' | 'PAYERROR' | 'PAY_FAIL' = 'SUCCESS'): void {
    const trade = this.#trade(no);
    if (trade.state === 'CLOSED') throw new Refused(400, 'ORDER_CLOSED');
    trade.state = state;
    trade.transactionId = `42000${randomBytes(11).toString('hex')}`.slice(0, 28);
    trade.paidAt = this.clock.now();
  }

  /** WeChat Pay closes a payment by itself. */
  shut(no: string): void {
    this.#trade(no).state = 'CLOSED';
  }

  /** Posts the notice of a payment to the product at `address`, as the request named it; returns the HTTP status. */
  async notify(no: string, address: string, fault?: WechatFault): Promise<number> {
    const trade = this.#trade(no);
    const kind = trade.state === 'PAY_FAIL' ? 'TRANSACTION.FAIL' : 'TRANSACTION.SUCCESS';
    return this.#post(trade.noticeUrl, address, kind, this.#describe(trade, fault), fault);
  }

  /** Posts the notice of a plate's agreement that changed at a moment, by default now, while its car is inside. */
  async notifyPlate(plate: string, address: string, fault?: WechatFault, at = this.clock.now()): Promise<number> {
    const { no, noticeUrl } = this.parking.entryOf(plate)!;
    const change = this.parking.changeOf(no, at, fault);
    return this.#post(noticeUrl, address, 'VEHICLE.ENTRANCE_STATE_CHANGE', change, fault);
  }

  /** Posts the notice of a refund. */
  async notifyRefund(no: string, address: string, fault?: WechatFault): Promise<number> {
    const refund = this.#refunds.get(no)!;
    const body = { ...this.#describeRefund(refund), refund_status: refund.state, status: undefined };
    return this.#post(refund.noticeUrl!, address, `REFUND.${refund.state}`, body, fault);
  }

  #trade(no: string): Trade {
    const trade = this.#trades.get(no);
    if (!trade) throw new Refused(404, 'ORDER_NOT_EXIST', '订单不存在');
    return trade;
  }

  #describe(trade: Trade, fault?: WechatFault): object {
    if (trade.parking) return this.parking.describe(trade, fault);
    return {
      appid: trade.appid,
      mchid: fault === 'wrong-merchant' ? '1900000110' : MERCHANT,
      out_trade_no: trade.no,
      ...(trade.transactionId ? { transaction_id: trade.transactionId } : {}),
      trade_type: trade.kind.toUpperCase(),
      trade_state: trade.state,
      trade_state_desc: trade.state,
      ...(trade.paidAt ? { success_time: trade.paidAt.toISOString(), payer: { openid: 'oUpF8uMuAJO' } } : {}),
      amount: {
        total: trade.totalFen + (fault === 'wrong-amount' ? 1 : 0),
        payer_total: trade.totalFen,
        currency: 'CNY',
      },
    };
  }

  #describeRefund(refund: Refund) {
    const trade = this.#trade(refund.tradeNo);
    return {
      mchid: MERCHANT,
      refund_id: `50${refund.no}`,
      out_refund_no: refund.no,
      transaction_id: trade.transactionId,
      out_trade_no: trade.no,
      status: refund.state,
      amount: { total: trade.totalFen, refund: refund.fen, payer_refund: refund.fen, currency: 'CNY' },
    };
  }

  async #post(
    noticeUrl: string,
    address: string,
    kind: string,
    resource: object,
    fault?: WechatFault,
  ): Promise<number> {
    const { headers, body } = sealNotice(this.#signing, this.clock.now(), kind, resource, fault);
    const url = new URL(new URL(noticeUrl).pathname, address);
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  /** A signed notice that a payment of so much arrived, whether or not it was requested here. */
  paidNotice(no: string, totalFen: number): { readonly headers: Record<string, string>; readonly body: string } {
    const at = this.clock.now();
    const trade: Trade = {
      ...{ no, totalFen, appid: APP, noticeUrl: '', at, kind: 'jsapi', state: 'SUCCESS', paidAt: at },
      transactionId: `42000${no}`,
    };
    return sealNotice(this.#signing, at, 'TRANSACTION.SUCCESS', this.#describe(trade));
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url!, 'http://wechat');
    if (url.pathname === '/sns/oauth2/access_token')
      return void response.end(JSON.stringify(this.#signIn.identify(url.searchParams)));
    const fault = this.nextFault();
    if (fault === 'timeout') return void response.destroy();
    if (fault === '5xx') return this.#answer(response, 500, { code: 'SYSTEM_ERROR', message: '系统错误' });
    try {
      this.#signing.check(request, body);
      const answer = this.#act(request.method!, url, body ? JSON.parse(body) : {});
      if (fault === 'lost-answer') return void response.destroy();
      if (Buffer.isBuffer(answer)) return void response.writeHead(200).end(answer);
      this.#answer(response, answer ? 200 : 204, answer, fault === 'forged');
    } catch (error) {
      const refusal = error instanceof Refused ? error : new Refused(500, 'SYSTEM_ERROR', (error as Error).message);
      this.refused.push(refusal.code);
      this.#answer(response, refusal.status, { code: refusal.code, message: refusal.message });
    }
  }

  #answer(response: ServerResponse, status: number, content: object | null, isForged = false): void {
    const body = content ? JSON.stringify(content) : '';
    response.writeHead(status, this.#signing.sign(body, isForged)).end(body);
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  #act(method: string, url: URL, body: any): object | null {
    const parked = this.parking.act(method, url, body);
    if (parked) return parked;
    const [, kind] = /^\/v3\/pay\/transactions\/(native|jsapi|h5|codepay)$/.exec(url.pathname) ?? [];
    if (method === 'POST' && kind) return this.#order(kind, body);
    const [, no, act] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+?)(?:\/(close|reverse))?$/.exec(url.pathname) ?? [];
    if (no && act === 'reverse') return this.#reverse(no, body);
    if (no) return act ? this.#close(no, body) : this.#describe(this.#trade(no));
    if (method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') return this.#refund(body);
    const [, refundNo] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(url.pathname) ?? [];
    if (refundNo) {
      const refund = this.#refunds.get(refundNo);
      if (!refund) throw new Refused(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
      return this.#describeRefund(refund);
    }
    if (url.pathname === '/v3/bill/tradebill') {
      const day = url.searchParams.get('bill_date')!;
      const address = `${this.address}/v3/billdownload/file?token=${day}`;
      const hash_value = createHash('sha1').update(this.#bill(day)).digest('hex');
      return { hash_type: 'SHA1', hash_value, download_url: address };
    }
    if (url.pathname === '/v3/billdownload/file') return gzipSync(this.#bill(url.searchParams.get('token')!));
    throw new Refused(404, 'NOT_FOUND');
  }

  #bill(day: string): string {
    const paid = [...this.#trades.values()].filter((one) => one.paidAt && beijingTime(one.paidAt).startsWith(day));
    const back = [...this.#refunds.values()].filter((one) => one.state === 'SUCCESS');
    if (paid.length === 0) throw new Refused(404, 'NO_STATEMENT_EXIST', '账单文件不存在');
    return wechatBill(paid, back, { app: APP, merchant: MERCHANT });
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  #order(kind: string, body: any): object {
    const { appid, mchid, description, out_trade_no: no, notify_url, amount, payer, scene_info } = body;
    if (mchid !== MERCHANT || appid !== APP) throw new Refused(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
    const isWhole = description && /^[\w\-|*]{6,32}$/.test(no) && amount?.currency === 'CNY' && amount.total > 0;
    if (!isWhole) throw new Refused(400, 'PARAM_ERROR', '参数错误');
    if (kind !== 'codepay' && !isNoticeUrl(notify_url, this.forPeople !== null))
      throw new Refused(400, 'PARAM_ERROR', 'notify_url');
    if (kind === 'jsapi' && !payer?.openid) throw new Refused(400, 'PARAM_ERROR', 'openid');
    if (kind === 'h5' && !scene_info?.payer_client_ip) throw new Refused(400, 'PARAM_ERROR', 'scene_info');
    const before = this.#trades.get(no);
    if (before && (before.totalFen !== amount.total || before.kind !== kind))
      throw new Refused(400, 'OUT_TRADE_NO_USED', '商户订单号重复');
    if (before?.state === 'CLOSED') throw new Refused(400, 'ORDER_CLOSED', '订单已关闭');
    if (before?.state === 'SUCCESS') throw new Refused(400, 'ORDERPAID', '订单已支付');
    const trade: Trade = before ?? {
      no,
      totalFen: amount.total,
      appid,
      noticeUrl: notify_url ?? '',
      at: this.clock.now(),
      kind,
      state: 'NOTPAY',
      transactionId: null,
      paidAt: null,
    };
    this.#trades.set(no, trade);
    const page = this.forPeople?.pageOf(no);
    if (kind === 'native') return { code_url: page ?? `weixin://wxpay/bizpayurl?pr=${no}` };
    if (kind === 'jsapi') return { prepay_id: `wx${no}` };
    const h5 = page ?? 'https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb';
    if (kind === 'h5') return { h5_url: `${h5}?prepay_id=wx${no}` };
    return this.#payByCode(trade, payer?.auth_code);
  }

  #payByCode(trade: Trade, code: string): object {
    if (!/^1[0-5]\d{16}$/.test(code ?? '')) throw new Refused(400, 'AUTH_CODE_INVALID', '付款码无效');
    if (code === this.slowCode) {
      trade.state = 'USERPAYING';
      throw new Refused(400, 'USERPAYING', '需要用户输入支付密码');
    }
    this.settle(trade.no);
    return this.#describe(trade);
  }

  #close(no: string, body: { mchid?: string }): null {
    const trade = this.#trade(no);
    if (body.mchid !== MERCHANT) throw new Refused(400, 'PARAM_ERROR', 'mchid');
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') throw new Refused(400, 'ORDERPAID', '订单已支付');
    trade.state = 'CLOSED';
    return null;
  }

  /** Takes a payment by code back; what was paid returns to the payer. */
  #reverse(no: string, { appid, mchid }: { appid?: string; mchid?: string }): null {
    const trade = this.#trade(no);
    if (mchid !== MERCHANT || appid !== APP) throw new Refused(400, 'PARAM_ERROR', 'mchid');
    if (trade.kind !== 'codepay') throw new Refused(400, 'TRADE_STATE_ERROR', '订单状态错误');
    trade.state = 'CLOSED';
    return null;
  }

  // biome-ignore lint/suspicious/noExplicitAny: bodies as they come
  #refund({ out_trade_no, out_refund_no: no, amount, notify_url }: any): object {
    const trade = this.#trade(out_trade_no);
    const before = this.#refunds.get(no);
    if (before) return this.#describeRefund(before);
    if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND') throw new Refused(400, 'INVALID_REQUEST', '订单未支付');
    if (amount.total !== trade.totalFen) throw new Refused(400, 'INVALID_REQUEST', '订单金额不一致');
    const gone = [...this.#refunds.values()]
      .filter((one) => one.tradeNo === trade.no && one.state !== 'ABNORMAL')
      .reduce((sum, one) => sum + one.fen, 0);
    if (gone + amount.refund > trade.totalFen) throw new Refused(400, 'INVALID_REQUEST', '退款金额超过可退金额');
    const refund: Refund = {
      no,
      tradeNo: trade.no,
      fen: amount.refund,
      noticeUrl: notify_url ?? null,
      at: this.clock.now(),
      state: 'PROCESSING',
    };
    this.#refunds.set(no, refund);
    return this.#describeRefund(refund);
  }

  /** The money arrives back, or does not. */
  finishRefund(no: string, isFine = true): void {
    const refund = this.#refunds.get(no)!;
    refund.state = isFine ? 'SUCCESS' : 'ABNORMAL';
    if (refund.state === 'SUCCESS') this.#trade(refund.tradeNo).state = 'REFUND';
  }
}
