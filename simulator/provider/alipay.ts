import { createVerify, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type AlipayRefund, type AlipayTrade, alipayBill } from './alipay-bill.ts';
import { AlipayParking, GatewayRefused } from './alipay-parking.ts';
import type { CallFault, ForPeople } from './desk-provider.ts';
import { ProviderDouble } from './double.ts';

/** How a notice misbehaves. */
export type AlipayFault = 'wrong-amount' | 'wrong-merchant' | 'wrong-app' | 'wrong-signature' | 'unsigned';

const SELLER = '2088102180000001';
const APP = '2021000122671080';
const MAX_SKEW_MS = 10 * 60_000;

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** Parameters in the order that signatures cover them. */
const joined = (fields: Readonly<Record<string, string>>) =>
  Object.keys(fields)
    .sort()
    .map((key) => `${key}=${fields[key]}`)
    .join('&');

class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Alipay as its public documentation describes it: API v3 (https://opendocs.alipay.com/open-v3/054q58) for calls, the signed address of
 * its gateway for the payment page, form-encoded notices signed with RSA2. It misbehaves on request. A trade of the payment page
 * exists only when the payer has opened it.
 */
export class AlipayDouble extends ProviderDouble<CallFault> {
  readonly #merchantKeys = pair();
  readonly #ownKeys = pair();
  readonly #strangerKeys = pair();
  readonly #trades = new Map<string, AlipayTrade>();
  readonly #refunds = new Map<string, AlipayRefund>();
  /** Its service for car parks. */
  readonly parking = new AlipayParking(
    SELLER,
    (no, total) => this.#add(no, total, ''),
    (no) => this.settle(no),
  );
  /** A payment code that needs the payer's password. */
  readonly slowCode = '280000000000000009';
  /** What the tenant enters about its merchant, on the wire. */
  readonly merchant = {
    MerchantNo: SELLER,
    AppNo: APP,
    keys: { PrivateKey: this.#merchantKeys.privateKey, PublicKey: this.#ownKeys.publicKey },
  };

  get payments(): ReadonlyMap<string, Readonly<AlipayTrade>> {
    return this.#trades;
  }

  get refunds(): ReadonlyMap<string, Readonly<AlipayRefund>> {
    return this.#refunds;
  }

  /** The payer opens the payment page: its address must be signed. Returns the number of the trade. */
  open(address: string): string {
    const fields = this.#checkFields(Object.fromEntries(new URL(address).searchParams));
    if (fields.method !== 'alipay.trade.wap.pay') throw new Refused(400, 'isv.invalid-method');
    const { out_trade_no: no, total_amount: total, time_expire } = JSON.parse(fields.biz_content!);
    if (Date.parse(`${time_expire.replace(' ', 'T')}+08:00`) < this.clock.now().getTime())
      throw new Refused(400, 'ACQ.TRADE_HAS_CLOSE');
    this.#add(no, total, fields.notify_url!, fields.return_url);
    return no;
  }

  /** Refuses the parameters of the older protocol unless they are signed by the merchant, recently. */
  #checkFields({ sign: signature, ...fields }: Record<string, string>): Record<string, string> {
    const isSigned = createVerify('sha256')
      .update(joined(fields))
      .verify(this.#merchantKeys.publicKey, signature ?? '', 'base64');
    if (!isSigned) throw new Refused(400, 'isv.invalid-signature');
    const lateMs = this.clock.now().getTime() - Date.parse(`${fields.timestamp!.replace(' ', 'T')}+08:00`);
    if (Math.abs(lateMs) > MAX_SKEW_MS) throw new Refused(400, 'isv.invalid-timestamp');
    if (fields.app_id !== APP) throw new Refused(400, 'isv.invalid-app-id');
    return fields;
  }

  /** A call of the older protocol: whatever it finds, also a refusal, the answer is signed within its body. */
  #gateway(url: URL, body: string, isForged = false): string {
    const fields: Record<string, string> = {
      ...Object.fromEntries(url.searchParams),
      ...Object.fromEntries(new URLSearchParams(body)),
    };
    const method = fields.method!;
    const content = JSON.stringify(this.#old(method, fields));
    const key = (isForged ? this.#strangerKeys : this.#ownKeys).privateKey;
    const signature = sign('sha256', Buffer.from(content), key).toString('base64');
    return `{"${method.replaceAll('.', '_')}_response":${content},"sign":"${signature}"}`;
  }

  #old(method: string, fields: Record<string, string>): object {
    const refused = (sub_code: string) => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg: sub_code });
    try {
      const content: Readonly<Record<string, string>> = JSON.parse(this.#checkFields(fields).biz_content!);
      const parked = this.parking.act(method, content);
      if (parked) return { code: '10000', msg: 'Success', ...parked };
      if (method !== 'alipay.trade.query') throw new Refused(400, 'isv.invalid-method');
      const trade = this.#trades.get(content.out_trade_no!);
      return trade ? { code: '10000', msg: 'Success', ...this.#describe(trade) } : refused('ACQ.TRADE_NOT_EXIST');
    } catch (error) {
      if (error instanceof GatewayRefused) return refused(error.message);
      if (!(error instanceof Refused)) throw error;
      return { code: '40002', msg: 'Invalid Arguments', sub_code: error.code, sub_msg: error.message };
    }
  }

  #add(no: string, total: string, noticeUrl: string, returnUrl = ''): AlipayTrade {
    if (!/^\d+\.\d\d$/.test(total)) throw new Refused(400, 'ACQ.INVALID_PARAMETER');
    const trade = this.#trades.get(no) ?? {
      no,
      tradeNo: `2026${randomBytes(12).toString('hex')}`.slice(0, 28),
      total,
      noticeUrl,
      returnUrl,
      at: this.clock.now(),
      state: 'WAIT_BUYER_PAY',
      paidAt: null,
    };
    this.#trades.set(no, trade);
    return trade;
  }

  /** The payer pays an opened trade. */
  settle(no: string): void {
    const trade = this.#trade(no);
    if (trade.state === 'TRADE_CLOSED') throw new Refused(400, 'ACQ.TRADE_HAS_CLOSE');
    trade.state = 'TRADE_SUCCESS';
    trade.paidAt = this.clock.now();
  }

  /** Alipay closes a trade by itself. */
  shut(no: string): void {
    this.#trade(no).state = 'TRADE_CLOSED';
  }

  #trade(no: string): AlipayTrade {
    const trade = this.#trades.get(no);
    if (!trade) throw new Refused(400, 'ACQ.TRADE_NOT_EXIST', '交易不存在');
    return trade;
  }

  /** Posts the notice of a payment to the product at `address`; returns the status and the text of its response. */
  async notify(no: string, address: string, fault?: AlipayFault): Promise<{ status: number; said: string }> {
    const { tradeNo, state, total, noticeUrl } = this.#trade(no);
    const fields: Record<string, string> = {
      notify_time: '2026-03-04 10:30:00',
      notify_type: 'trade_status_sync',
      notify_id: randomBytes(16).toString('hex'),
      charset: 'utf-8',
      version: '1.0',
      app_id: fault === 'wrong-app' ? '2021000000000000' : APP,
      seller_id: fault === 'wrong-merchant' ? '2088102180000002' : SELLER,
      out_trade_no: no,
      trade_no: tradeNo,
      trade_status: state,
      total_amount: fault === 'wrong-amount' ? '0.01' : total,
      subject: '停车费 100%+',
    };
    const key = (fault === 'wrong-signature' ? this.#strangerKeys : this.#ownKeys).privateKey;
    const signature = sign('sha256', Buffer.from(joined(fields)), key).toString('base64');
    const body = new URLSearchParams({
      ...fields,
      ...(fault === 'unsigned' ? {} : { sign: signature }),
      sign_type: 'RSA2',
    });
    const response = await fetch(new URL(new URL(noticeUrl).pathname, address), { method: 'POST', body });
    return { status: response.status, said: await response.text() };
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url!, this.address);
    if (url.pathname === '/bill.zip') return void response.end(this.#bill(url.searchParams.get('day')!));
    const fault = this.nextFault();
    if (fault === 'timeout') return void response.destroy();
    // A browser opens the payment page.
    if (this.forPeople && request.method === 'GET' && url.searchParams.get('method') === 'alipay.trade.wap.pay')
      return this.#showPage(url, response, this.forPeople);
    if (url.pathname === '/gateway.do') return this.#serveGateway(url, body, response, fault);
    if (fault === '5xx') return this.#answer(response, 500, { code: 'SYSTEM_ERROR', message: '系统繁忙' });
    try {
      this.#checkSignature(request, body);
      const content = body ? JSON.parse(body) : Object.fromEntries(url.searchParams);
      const answer = this.#act(url.pathname, content);
      if (fault === 'lost-answer') return void response.destroy();
      this.#answer(response, 200, answer, fault === 'forged');
    } catch (error) {
      const refusal = error instanceof Refused ? error : new Refused(500, 'SYSTEM_ERROR', (error as Error).message);
      this.#answer(response, refusal.status, { code: refusal.code, message: refusal.message });
    }
  }

  #showPage(url: URL, response: ServerResponse, { pageOf }: ForPeople): void {
    try {
      response.writeHead(302, { location: pageOf(this.open(url.href)) }).end();
    } catch (error) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).message);
    }
  }

  #serveGateway(url: URL, body: string, response: ServerResponse, fault?: string): void {
    if (fault === '5xx') return void response.writeHead(500).end();
    const answer = this.#gateway(url, body, fault === 'forged');
    if (fault === 'lost-answer') return void response.destroy();
    response.end(answer);
  }

  #answer(response: ServerResponse, status: number, content: object, isForged = false): void {
    const body = JSON.stringify(content);
    const [timestamp, nonce] = [String(Date.now()), randomBytes(16).toString('hex')];
    const key = (isForged ? this.#strangerKeys : this.#ownKeys).privateKey;
    const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), key).toString('base64');
    response
      .writeHead(status, {
        'content-type': 'application/json;charset=utf-8',
        'alipay-timestamp': timestamp,
        'alipay-nonce': nonce,
        'alipay-signature': signature,
      })
      .end(body);
  }

  #checkSignature({ method, url, headers }: IncomingMessage, body: string): void {
    const [, given, signature] = /^ALIPAY-SHA256withRSA (.+),sign=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const parts = Object.fromEntries((given ?? '').split(',').map((part) => part.split('=') as [string, string]));
    if (parts.app_id !== APP) throw new Refused(400, 'invalid-app-id', '无效的AppID参数');
    if (Math.abs(Date.now() - Number(parts.timestamp)) > MAX_SKEW_MS) throw new Refused(400, 'invalid-timestamp');
    const isSigned = createVerify('sha256')
      .update(`${given}\n${method}\n${url}\n${body}\n`)
      .verify(this.#merchantKeys.publicKey, signature ?? '', 'base64');
    if (!isSigned) throw new Refused(401, 'invalid-signature', '验签出错');
  }

  #act(path: string, content: Readonly<Record<string, string>>): object {
    const no = content.out_trade_no ?? '';
    if (path === '/v3/alipay/trade/query') return this.#describe(this.#trade(no));
    if (path === '/v3/alipay/trade/pay') return this.#payByCode(content);
    if (path === '/v3/alipay/trade/precreate') {
      this.#add(no, content.total_amount!, content.notify_url!);
      return { out_trade_no: no, qr_code: this.forPeople?.pageOf(no) ?? `https://qr.alipay.com/${no}` };
    }
    if (path === '/v3/alipay/trade/close') {
      const trade = this.#trade(no);
      if (trade.state !== 'WAIT_BUYER_PAY') throw new Refused(400, 'ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      trade.state = 'TRADE_CLOSED';
      return { trade_no: trade.tradeNo, out_trade_no: no };
    }
    if (path === '/v3/alipay/trade/cancel') {
      this.#trade(no).state = 'TRADE_CLOSED';
      return { out_trade_no: no, retry_flag: 'N', action: 'close' };
    }
    if (path === '/v3/alipay/trade/refund') return this.#refund(content);
    if (path === '/v3/alipay/trade/fastpay/refund/query') {
      const trade = this.#trade(no);
      const refund = this.#refunds.get(content.out_request_no!);
      const done = refund ? { refund_status: 'REFUND_SUCCESS', refund_amount: refund.amount } : {};
      return { trade_no: trade.tradeNo, out_trade_no: no, out_request_no: content.out_request_no, ...done };
    }
    if (path === '/v3/alipay/data/dataservice/bill/downloadurl/query') {
      if (this.#bill(content.bill_date!).length === 0) throw new Refused(400, 'BILL_NOT_EXIST', '账单不存在');
      return { bill_download_url: `${this.address}/bill.zip?day=${content.bill_date}` };
    }
    throw new Refused(404, 'invalid-method');
  }

  #bill(day: string): Uint8Array {
    return alipayBill(day, [...this.#trades.values()], [...this.#refunds.values()]);
  }

  #describe({ no, tradeNo, state, total }: AlipayTrade): object {
    return { out_trade_no: no, trade_no: tradeNo, trade_status: state, total_amount: total };
  }

  #payByCode({ out_trade_no: no, total_amount, auth_code, notify_url }: Readonly<Record<string, string>>): object {
    if (!/^(2[5-9]|30)\d{14,22}$/.test(auth_code ?? ''))
      throw new Refused(400, 'ACQ.PAYMENT_AUTH_CODE_INVALID', '支付码无效');
    const trade = this.#add(no!, total_amount!, notify_url!);
    if (auth_code !== this.slowCode) this.settle(no!);
    return this.#describe(trade);
  }

  #refund({ out_trade_no, out_request_no, refund_amount }: Readonly<Record<string, string>>): object {
    const trade = this.#trade(out_trade_no!);
    const before = this.#refunds.get(out_request_no!);
    if (before) return { trade_no: trade.tradeNo, fund_change: 'N', refund_fee: before.amount };
    if (trade.state !== 'TRADE_SUCCESS') throw new Refused(400, 'ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    const gone = [...this.#refunds.values()].filter((one) => one.tradeNo === trade.tradeNo);
    const sum = gone.reduce((all, one) => all + Number(one.amount), Number(refund_amount));
    if (sum > Number(trade.total) + 0.001) throw new Refused(400, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
    const refund = {
      no: out_request_no!,
      orderNo: trade.no,
      tradeNo: trade.tradeNo,
      amount: refund_amount!,
      at: this.clock.now(),
    };
    this.#refunds.set(refund.no, refund);
    return { trade_no: trade.tradeNo, out_trade_no, fund_change: 'Y', refund_fee: refund_amount };
  }
}
