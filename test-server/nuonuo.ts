import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '@boyun/kernel/server';

/** How the next call of a service misbehaves: it is lost before or after it was taken, or its answer is wrong. */
export type NuonuoFault =
  | 'lost'
  | 'lost-answer'
  | 'not-json'
  | 'token-over'
  | 'wrong-amount'
  | 'wrong-order'
  | 'forgotten';

const APP_KEY = '34562781';
const APP_SECRET = 'F65BD9E9D4C74F31';
/** Enterprises of its directory: code, name, tax number. */
const ENTERPRISES = [
  ['SZHAWY', '深圳市海岸物业管理有限公司', '91440300708461136T'],
  ['SZHALS', '深圳市海岸律师事务所', '91350100M000100Y43'],
] as const;
const MAX_SKEW_SECONDS = 600;
/** Fully digital invoices: ordinary and special. */
const LINES = ['pc', 'bs'];
/** What a line's tax may differ from its rate, in yuan. */
const TOLERANCE = 0.06;

type Body = Readonly<Record<string, unknown>>;
type Detail = Readonly<Record<string, string>>;

/** An invoice or red letter as the platform keeps it. */
export interface NuonuoInvoice {
  readonly no: string;
  readonly isRed: boolean;
  readonly seller: string;
  readonly fen: number;
  readonly asked: Body;
  readonly noticeUrl: string | null;
  status: string;
  number: string | null;
  issuedAt: Date | null;
  failCause: string | null;
  /** State of the confirmation of a red letter. */
  confirmation: string | null;
}

class Refused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const fenOf = (yuan: unknown): number => Math.round(Number(yuan) * 100);

/**
 * Nuonuo's open platform as its public documentation describes it (https://open.nuonuo.com, 诺税通 SaaS): tokens, signed calls to request and query
 * invoices and red letters, files, notices. It checks signatures and amounts, and misbehaves on request. Invoices stay under way until they are settled.
 */
export class TestNuonuo {
  readonly #clock: Clock;
  readonly #tokens = new Map<string, Date>();
  readonly #invoices = new Map<string, NuonuoInvoice>();
  readonly #faults: NuonuoFault[] = [];
  #server = createServer((request, response) => void this.#serve(request, response));
  /** How often tokens were asked for, and methods called. */
  readonly calls: string[] = [];
  readonly appKey = APP_KEY;
  readonly appSecret = APP_SECRET;
  /** The tax number whose invoices it issues. */
  readonly seller = '91350100M000100Y43';

  /** `clock` is the time of the product under test. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Starts to listen; returns the address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.#address;
  }

  get #address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The next calls of services misbehave, one each. */
  failNext(...faults: NuonuoFault[]): void {
    this.#faults.push(...faults);
  }

  /** Invoices and red letters by our number. */
  get invoices(): ReadonlyMap<string, Readonly<NuonuoInvoice>> {
    return this.#invoices;
  }

  /** The tax office issues an invoice, or refuses it. */
  settle(no: string, failCause: string | null = null): void {
    const one = this.#invoices.get(no)!;
    one.status = failCause === null ? '2' : '22';
    one.failCause = failCause;
    one.confirmation = one.isRed ? '04' : null;
    if (failCause !== null) return;
    one.number = `26${String(10 ** 17 + this.#invoices.size * 7919).padStart(18, '0')}`;
    one.issuedAt = this.#clock.now();
  }

  /** The buyer refuses the confirmation of a red letter. */
  refuseRed(no: string): void {
    this.#invoices.get(no)!.confirmation = '06';
  }

  /** Posts the notice of an invoice to the product at `address`; returns the status and the text of its response. */
  async notify(no: string, address: string): Promise<{ status: number; said: string }> {
    const { noticeUrl, number, status } = this.#invoices.get(no)!;
    const content = JSON.stringify({ c_status: status === '2' ? '1' : '0', c_fphm: number });
    const response = await fetch(new URL(new URL(noticeUrl!).pathname, address), {
      method: 'POST',
      body: new URLSearchParams({ operater: 'callback', orderno: no, content }),
    });
    return { status: response.status, said: await response.text() };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.#address);
    const body = await text(request);
    if (url.pathname.startsWith('/files/')) return void response.end(this.#file(url.pathname));
    if (url.pathname === '/accessToken') return void response.end(this.#token(new URLSearchParams(body)));
    const method = String(request.headers.method ?? '');
    this.calls.push(method.split('.').at(-1)!);
    const fault = this.#faults.shift();
    if (fault === 'lost') return void request.socket.destroy();
    const said = this.#said(() => {
      this.#check(url, request, body, fault === 'token-over');
      return this.#call(method, JSON.parse(body) as Body, fault);
    });
    if (fault === 'lost-answer') return void request.socket.destroy();
    response.end(fault === 'not-json' ? '<html>502 Bad Gateway</html>' : JSON.stringify(said));
  }

  #said(call: () => object): object {
    try {
      return { code: 'E0000', describe: '调用成功', ...call() };
    } catch (error) {
      if (error instanceof Refused) return { code: error.code, describe: error.message };
      throw error;
    }
  }

  #token(form: URLSearchParams): string {
    this.calls.push('accessToken');
    const isOurs = form.get('client_id') === APP_KEY && form.get('client_secret') === APP_SECRET;
    if (!isOurs || form.get('grant_type') !== 'client_credentials')
      return JSON.stringify({ error: '070101', error_description: 'appKey或appSecret错误' });
    const token = randomBytes(16).toString('hex');
    this.#tokens.set(token, new Date(this.#clock.now().getTime() + 86_400_000));
    return JSON.stringify({ access_token: token, expires_in: 86_400 });
  }

  /** The signature over the parts of the path, the parameters and the very body. */
  #check(url: URL, { headers }: IncomingMessage, body: string, isOver: boolean): void {
    const of = (key: string) => url.searchParams.get(key) ?? '';
    const [p, l, a] = url.pathname.split('/').filter(Boolean);
    const signed = `a=${a}&l=${l}&p=${p}&k=${APP_KEY}&i=${of('senid')}&n=${of('nonce')}&t=${of('timestamp')}&f=${body}`;
    const expected = createHmac('sha1', APP_SECRET).update(signed).digest('base64');
    const skew = Math.abs(Number(of('timestamp')) - this.#clock.now().getTime() / 1000);
    if (!(skew <= MAX_SKEW_SECONDS) || of('appkey') !== APP_KEY) throw new Refused('070102', '请求参数错误');
    if (headers['x-nuonuo-sign'] !== expected) throw new Refused('070201', '签名错误');
    const token = String(headers.accesstoken ?? '');
    const endsAt = this.#tokens.get(token);
    if (isOver) this.#tokens.delete(token);
    if (isOver || !endsAt || endsAt <= this.#clock.now()) throw new Refused('070304', 'accessToken已过期');
    if (headers.usertax !== this.seller) throw new Refused('070305', '税号未授权');
  }

  #call(method: string, body: Body, fault: NuonuoFault | undefined): object {
    switch (method.split('.').at(-1)) {
      case 'requestBillingNew':
        return this.#issue(body.order as Body);
      case 'queryInvoiceResult':
        return { result: this.#results(body.orderNos as string[], fault) };
      case 'saveInvoiceRedConfirm':
        return this.#red(body);
      case 'queryInvoiceRedConfirm':
        return { result: { list: this.#confirmations(String(body.billId)) } };
      case 'prefixQuery':
        return { code: 'S0000', result: this.#named(String(body.q)) };
      case 'queryNameAndTaxByCode':
        return { code: 'S0000', result: this.#enterprise(String(body.code)) };
      default:
        throw new Refused('070103', `没有方法 ${method}`);
    }
  }

  #issue(order: Body): object {
    const no = String(order.orderNo);
    if (this.#invoices.has(no)) throw new Refused('E9106', '订单编号重复，请勿重复提交');
    if (
      !/^\w{1,20}$/.test(no) ||
      order.invoiceType !== '1' ||
      !LINES.includes(String(order.invoiceLine)) ||
      (order.invoiceLine === 'bs' && !order.buyerTaxNum) ||
      !order.clerk ||
      !order.buyerName
    )
      throw new Refused('E9001', '参数不完整');
    if (order.salerTaxNum !== this.seller) throw new Refused('E9002', '销方税号与授权不一致');
    const details = order.invoiceDetail as Detail[];
    for (const one of details) checkLine(one);
    const fen = details.reduce((sum, one) => sum + fenOf(one.taxIncludedAmount), 0);
    this.#add({ no, isRed: false, fen, asked: order, noticeUrl: (order.callBackUrl as string | undefined) ?? null });
    return { result: { invoiceSerialNum: `S${no}` } };
  }

  #red(asked: Body): object {
    const no = String(asked.billId);
    if (this.#invoices.has(no)) throw new Refused('E9106', '红字确认单编号重复');
    const blue = [...this.#invoices.values()].find((one) => one.number === asked.blueElecInvoiceNumber);
    if (!blue || blue.isRed) throw new Refused('E9201', '蓝票不存在');
    if (asked.blueInvoiceLine !== blue.asked.invoiceLine) throw new Refused('E9205', '蓝票票种不一致');
    const details = asked.detail as Detail[] | undefined;
    if (details && asked.redReason === '2') throw new Refused('E9202', '开票有误须全额红冲');
    if (details?.some((one) => fenOf(one.taxExcludedAmount) > 0)) throw new Refused('E9203', '红字金额须为负数');
    const fen = details
      ? details.reduce((sum, one) => sum + fenOf(one.taxExcludedAmount) + fenOf(one.taxAmount), 0)
      : -blue.fen;
    const taken = [...this.#invoices.values()]
      .filter((one) => one.asked.blueElecInvoiceNumber === blue.number && one.failCause === null)
      .reduce((sum, one) => sum + one.fen, 0);
    if (blue.fen + taken + fen < 0) throw new Refused('E9204', '超过蓝票剩余可红冲金额');
    this.#add({ no, isRed: true, fen, asked, noticeUrl: (asked.callbackUrl as string | undefined) ?? null });
    return { result: no };
  }

  #add(given: Pick<NuonuoInvoice, 'no' | 'isRed' | 'fen' | 'asked' | 'noticeUrl'>): void {
    this.#invoices.set(given.no, {
      ...given,
      seller: this.seller,
      status: '20',
      number: null,
      issuedAt: null,
      failCause: null,
      confirmation: given.isRed ? '01' : null,
    });
  }

  #results(orderNos: readonly string[], fault: NuonuoFault | undefined): object[] {
    const found = orderNos.flatMap((no) => this.#invoices.get(no) ?? []);
    const shown = found.filter((one) => fault !== 'forgotten' && (!one.isRed || one.number !== null));
    if (shown.length === 0) throw new Refused('E9500', '未查询到开票结果');
    return shown.map((one) => ({
      serialNo: `S${one.no}`,
      orderNo: fault === 'wrong-order' ? `${one.no}9` : one.no,
      status: one.status,
      statusMsg: one.status === '2' ? '开票完成' : '开票中',
      failCause: one.failCause ?? '',
      salerTaxNum: one.seller,
      orderAmount: ((one.fen + (fault === 'wrong-amount' ? 1 : 0)) / 100).toFixed(2),
      ...(one.number === null
        ? {}
        : {
            allElectronicInvoiceNumber: one.number,
            invoiceTime: one.issuedAt!.getTime(),
            pdfUrl: `${this.#address}/files/${one.number}.pdf`,
            ofdUrl: `${this.#address}/files/${one.number}.ofd`,
            xmlUrl: `${this.#address}/files/${one.number}.xml`,
          }),
    }));
  }

  /** Names of enterprises that contain a word, each with the code that opens it. */
  #named(word: string): object[] {
    return ENTERPRISES.filter(([, name]) => name.includes(word)).map(([code, name]) => ({
      code,
      name,
      name_length: name.length,
    }));
  }

  #enterprise(asked: string): object {
    const found = ENTERPRISES.find(([code]) => code === asked);
    if (!found) throw new Refused('S9999', '开票代码不存在');
    const [code, kpName, kpCode] = found;
    return {
      code,
      kpName,
      kpCode,
      kpTel: '0755-26001234',
      kpAddr: '深圳市南山区',
      accountBlank: '招商银行',
      systype: '1',
    };
  }

  #confirmations(no: string): object[] {
    const one = this.#invoices.get(no);
    if (!one?.isRed) return [];
    return [{ billId: no, billStatus: one.confirmation, billMessage: one.confirmation === '06' ? '购方已否认' : '' }];
  }

  #file(path: string): string {
    const ext = path.split('.').at(-1);
    return ext === 'pdf' ? '%PDF-1.7 an invoice' : ext === 'ofd' ? 'PK an invoice' : '<?xml version="1.0"?><EInvoice/>';
  }
}

/** A line must add up and have the tax of its rate. */
function checkLine(line: Detail): void {
  const { taxIncludedAmount, taxExcludedAmount, tax, taxRate, goodsCode = '', withTaxFlag } = line;
  if (withTaxFlag !== '1' || !/^\d{19}$/.test(goodsCode)) throw new Refused('E9003', '商品编码不正确');
  if (fenOf(taxIncludedAmount) !== fenOf(taxExcludedAmount) + fenOf(tax))
    throw new Refused('E9004', '价税合计不等于金额加税额');
  if (Math.abs(Number(taxExcludedAmount) * Number(taxRate) - Number(tax)) > TOLERANCE)
    throw new Refused('E9005', '税额误差超过0.06元');
}
