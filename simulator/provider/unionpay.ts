import { createHash, createPublicKey, randomInt, sign, verify, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CallFault as DeskFault, type ForPeople, isNoticeUrl } from './desk-provider.ts';
import { ProviderDouble } from './double.ts';
import { type UnionpayTrade as Trade, unionpayBill, unionpayTime } from './unionpay-bill.ts';
import {
  STRANGER_CERTIFICATE,
  STRANGER_KEY,
  UNIONPAY_AUTHORITIES,
  UNIONPAY_CERTIFICATE,
  UNIONPAY_KEY,
  UNIONPAY_MERCHANT_CERTIFICATE,
  UNIONPAY_MERCHANT_KEY,
} from './unionpay-certificate.ts';

/** How a notice misbehaves; `stranger`: signed with a certificate in the name of UnionPay that nobody vouches for. */
export type UnionpayFault =
  | 'wrong-amount'
  | 'wrong-merchant'
  | 'wrong-currency'
  | 'wrong-signature'
  | 'stranger'
  | 'unsigned';
/** How the following calls misbehave. */
export type CallFault = DeskFault | 'stranger';

const MERCHANT = '777290058110048';
const CERT_ID = BigInt(`0x${new X509Certificate(UNIONPAY_MERCHANT_CERTIFICATE).serialNumber}`).toString();

type Fields = Readonly<Record<string, string>>;

/** The acquirer and the platform's merchant that it knows. */
const ACQUIRER = '48020000';
const SUB_MERCHANT = '888000000000001';

/** A refusal by its code. */
class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const covered = (fields: Fields) => {
  const names = Object.keys(fields).filter((one) => one !== 'signature');
  const all = names.sort().map((one) => `${one}=${fields[one]}`);
  return Buffer.from(createHash('sha256').update(all.join('&')).digest('hex'));
};

/** Signs a message as UnionPay does, or as a fault demands. */
function signed(fields: Fields, fault?: CallFault | UnionpayFault): Fields {
  if (fault === 'unsigned') return fields;
  const isStranger = fault === 'stranger';
  const whole = { ...fields, signPubKeyCert: isStranger ? STRANGER_CERTIFICATE : UNIONPAY_CERTIFICATE };
  const isWrong = isStranger || fault === 'forged' || fault === 'wrong-signature';
  const signature = sign('sha256', covered(whole), isWrong ? STRANGER_KEY : UNIONPAY_KEY).toString('base64');
  return { ...whole, signature };
}

/** How a request reaches UnionPay; null where that is not known to it. */
function accessOf({ accessType = '', acqInsCode, subMerId, subMerName, subMerAbbr }: Fields): Fields | null {
  if (accessType === '1') return acqInsCode === ACQUIRER ? { accessType, acqInsCode } : null;
  const isOwn = subMerId === undefined || (subMerId === SUB_MERCHANT && subMerName && subMerAbbr);
  if (accessType === '2') return isOwn ? { accessType, ...(subMerId ? { subMerId } : {}) } : null;
  return accessType === '0' && subMerId === undefined && acqInsCode === undefined ? { accessType } : null;
}

/** Whether a payment or refund says for whom it is, where another signs for the merchant. */
function isForSomeone({ accessType, merCatCode, merName, merAbbr, subMerId }: Fields): boolean {
  if (accessType === '1') return Boolean(/^\d{4}$/.test(merCatCode ?? '') && merName && merAbbr);
  return accessType === '0' || subMerId !== undefined;
}

/**
 * UnionPay's gateway for all channels, version 5.1.0, as its public documentation describes it
 * (https://open.unionpay.com/tjweb/doc/mchnt/list): form-encoded requests that the one merchant it knows must sign, responses and notices
 * signed with a certificate of its own that they bring along. It misbehaves on request. A trade of the payment page exists only once the
 * payer has opened it.
 */
export class UnionpayDouble extends ProviderDouble<CallFault> {
  readonly #trades = new Map<string, Trade>();
  /** A payment code that needs the payer's password. */
  readonly slowCode = '6200000000000000009';
  /** What the tenant enters about its merchant, on the wire. */
  readonly merchant = {
    MerchantNo: MERCHANT,
    keys: {
      Certificate: UNIONPAY_MERCHANT_CERTIFICATE,
      PrivateKey: UNIONPAY_MERCHANT_KEY,
      Authorities: UNIONPAY_AUTHORITIES,
    },
  };

  /** What is entered besides where an acquirer or a platform signs for the merchant. */
  readonly access = {
    acquirer: { AcquirerNo: ACQUIRER, CategoryNo: '7523', PayeeName: '泊云示范停车场', PayeeShortName: '示范停车' },
    platform: { SubMerchantNo: SUB_MERCHANT, PayeeName: '泊云示范停车场', PayeeShortName: '示范停车' },
  };

  /** Payments and refunds by number. */
  get trades(): ReadonlyMap<string, Readonly<Trade>> {
    return this.#trades;
  }

  /** The payer's browser posts the form of the payment page: it must be signed. Returns the number of the trade. */
  open(form: Fields): string {
    this.#check(form);
    return this.#add(form, 'front').no;
  }

  /** The payer pays, or their bank refuses; a refund arrives, or does not. */
  settle(no: string, state: 'done' | 'failed' = 'done'): void {
    const trade = this.#trade(no);
    const isLate = trade.timeout !== '' && trade.timeout < unionpayTime(this.clock.now());
    if (trade.state === 'reversed' || isLate) throw new Refused('39', '交易不在受理时间范围内');
    trade.state = state;
    trade.doneAt = this.clock.now();
  }

  /** Posts the notice of a payment or refund to the product at `address`; returns the status and the text of its response. */
  async notify(no: string, address: string, fault?: UnionpayFault): Promise<{ status: number; said: string }> {
    const trade = this.#trade(no);
    const fields = {
      ...this.#head(trade, fault === 'wrong-merchant' ? '777290058110049' : MERCHANT),
      respCode: '00',
      respMsg: '成功[0000000]',
      queryId: trade.queryId,
      txnAmt: String(trade.fen + (fault === 'wrong-amount' ? 1 : 0)),
      currencyCode: fault === 'wrong-currency' ? '840' : '156',
      settleAmt: String(trade.fen),
      settleCurrencyCode: '156',
      settleDate: unionpayTime(this.clock.now()).slice(4, 8),
      traceNo: trade.queryId.slice(-6),
      traceTime: unionpayTime(this.clock.now()).slice(4),
    };
    const url = new URL(new URL(trade.backUrl).pathname, address);
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(signed(fields, fault)) });
    return { status: response.status, said: await response.text() };
  }

  #head({ no, txnTime, kind, access }: Trade, merId: string): Record<string, string> {
    return {
      ...access,
      version: '5.1.0',
      encoding: 'UTF-8',
      signMethod: '01',
      txnType: kind === 'refund' ? '04' : '01',
      txnSubType: { front: '01', code: '06', qr: '07', refund: '00' }[kind],
      bizType: kind === 'code' || kind === 'qr' ? '000000' : '000201',
      merId,
      orderId: no,
      txnTime,
    };
  }

  #trade(no: string): Trade {
    const trade = this.#trades.get(no);
    if (!trade) throw new Refused('34', '查无此交易');
    return trade;
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    // A browser opens the payment page.
    if (this.forPeople && request.url === '/gateway/api/frontTransReq.do')
      return this.#showPage(fields, response, this.forPeople);
    const fault = this.nextFault();
    if (fault === 'timeout') return void response.destroy();
    if (fault === '5xx') return void response.writeHead(500).end('busy');
    if (fields.merId !== MERCHANT) return void response.end('Invalid request.');
    const answer = this.#answer(new URL(request.url!, 'http://unionpay').pathname, fields);
    if (fault === 'lost-answer') return void response.destroy();
    const { certId: _, signature: __, ...echo } = fields;
    // Responses are not encoded, unlike requests and notices.
    const whole = signed({ ...echo, ...answer }, fault);
    const lines = Object.entries(whole).map(([key, value]) => `${key}=${value}`);
    response.writeHead(200, { 'content-type': 'text/html;charset=UTF-8' }).end(lines.join('&'));
  }

  #showPage(fields: Fields, response: ServerResponse, { pageOf }: ForPeople): void {
    try {
      response.writeHead(303, { location: pageOf(this.open(fields)) }).end();
    } catch (error) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).message);
    }
  }

  #answer(path: string, fields: Fields): Record<string, string> {
    try {
      this.#check(fields);
      return { respCode: '00', respMsg: '成功[0000000]', ...this.#act(path, fields) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { respCode: error.code, respMsg: error.message };
    }
  }

  #check(fields: Fields): void {
    const { version, encoding, signMethod, merId, certId, txnTime = '', signature = '' } = fields;
    const key = createPublicKey(UNIONPAY_MERCHANT_CERTIFICATE);
    const isSigned = certId === CERT_ID && verify('sha256', covered(fields), key, Buffer.from(signature, 'base64'));
    if (!isSigned) throw new Refused('11', '验证签名失败[9100004]');
    const isWhole = version === '5.1.0' && encoding === 'UTF-8' && signMethod === '01' && accessOf(fields);
    if (!isWhole || !/^\d{14}$/.test(txnTime)) throw new Refused('10', '报文格式错误');
    if (merId !== MERCHANT) throw new Refused('31', '商户状态不正确');
  }

  #act(path: string, fields: Fields): Record<string, string> {
    const kind = `${fields.txnType}${fields.txnSubType}`;
    if (path === '/gateway/api/queryTrans.do' && kind === '0000') return this.#query(fields);
    if (path === '/' && kind === '7601') return this.#file(fields);
    if (path !== '/gateway/api/backTransReq.do') throw new Refused('10', '报文格式错误');
    if (kind === '0107') return { qrCode: this.#codeOf(this.#add(fields, 'qr').no) };
    if (kind === '0106') return this.#payByCode(fields);
    if (kind === '9901') return this.#reverse(fields);
    if (kind === '0400') return this.#refund(fields);
    throw new Refused('32', '无此交易权限');
  }

  #codeOf(no: string): string {
    return this.forPeople?.pageOf(no) ?? `https://qr.95516.com/00010000/${no}`;
  }

  #add(fields: Fields, kind: Trade['kind'], refundOf: string | null = null): Trade {
    const { orderId = '', txnTime, txnAmt = '', currencyCode, backUrl = '', frontUrl = '', payTimeout = '' } = fields;
    const isWhole = /^[A-Za-z0-9]{8,40}$/.test(orderId) && /^[1-9]\d{0,11}$/.test(txnAmt);
    if (!isWhole || (kind !== 'refund' && currencyCode !== '156')) throw new Refused('13', '报文交易要素缺失');
    if (!isForSomeone(fields)) throw new Refused('13', 'merName');
    if (!isNoticeUrl(backUrl, this.forPeople !== null)) throw new Refused('13', 'backUrl');
    if (kind === 'front' && (fields.bizType !== '000201' || !frontUrl)) throw new Refused('13', 'frontUrl');
    const before = this.#trades.get(orderId);
    // The payer may open the page more than once.
    if (before && (kind !== 'front' || before.state !== 'open')) throw new Refused('12', '重复交易');
    const trade: Trade = before ?? {
      no: orderId,
      txnTime: txnTime!,
      fen: Number(txnAmt),
      kind,
      backUrl,
      frontUrl,
      access: accessOf(fields)!,
      timeout: payTimeout,
      refundOf,
      state: 'open',
      at: this.clock.now(),
      queryId: `${txnTime}${randomInt(1_000_000, 9_999_999)}`,
      doneAt: null,
    };
    this.#trades.set(orderId, trade);
    return trade;
  }

  #payByCode(fields: Fields): Record<string, string> {
    if (!/^62\d{17}$/.test(fields.qrNo ?? '') || !fields.termId) throw new Refused('30', '二维码无效');
    const { no } = this.#add(fields, 'code');
    if (fields.qrNo !== this.slowCode) this.settle(no);
    return fields.qrNo === this.slowCode ? { respCode: '05', respMsg: '交易已受理，请稍后查询交易结果' } : {};
  }

  /** A payment is known by its number together with the time of its request. */
  #find({ orderId, txnTime, accessType, acqInsCode }: Fields): Trade {
    const trade = this.#trade(orderId!);
    const isSame = trade.access.accessType === accessType && trade.access.acqInsCode === acqInsCode;
    if (trade.txnTime !== txnTime || !isSame) throw new Refused('34', '查无此交易');
    return trade;
  }

  #query(fields: Fields): Record<string, string> {
    const trade = this.#find(fields);
    const code = { open: '05', done: '00', failed: '30', reversed: '30' }[trade.state];
    const { queryId, fen } = trade;
    return { origRespCode: code, origRespMsg: code, queryId, txnAmt: String(fen), currencyCode: '156' };
  }

  /** Takes a payment by code back; what was paid returns to the payer. */
  #reverse(fields: Fields): Record<string, string> {
    const trade = this.#find(fields);
    if (trade.kind !== 'code') throw new Refused('35', '原交易状态不正确');
    trade.state = 'reversed';
    return {};
  }

  #refund(fields: Fields): Record<string, string> {
    const origin = [...this.#trades.values()].find((one) => one.queryId === fields.origQryId);
    if (origin?.state !== 'done') throw new Refused('35', '原交易不存在或状态不正确');
    const gone = [...this.#trades.values()]
      .filter((one) => one.refundOf === origin.no && one.state !== 'failed' && one.no !== fields.orderId)
      .reduce((sum, one) => sum + one.fen, 0);
    if (gone + Number(fields.txnAmt) > origin.fen) throw new Refused('36', '与原交易信息不符');
    this.#add(fields, 'refund', origin.no);
    return {};
  }

  #file({ settleDate }: Fields): Record<string, string> {
    const fileContent = unionpayBill(settleDate ?? '', MERCHANT, this.#trades);
    if (!fileContent) throw new Refused('98', '文件不存在');
    return { fileName: `802310048993424_${settleDate}.zip`, fileContent };
  }
}
