import { formatYuan, parseYuan } from '@boyun/domain/money';
import {
  type Desk,
  type FileUrls,
  type InvoiceFiles,
  type InvoiceLine,
  InvoicePlatformRefused,
  InvoicePlatformSilent,
  type InvoiceProvider,
  type InvoiceRequest,
  type Outcome,
  type RedRequest,
  type Requested,
} from '../provider/provider.service.ts';
import { callNuonuo, load, type NuonuoAnswer } from './nuonuo-client.service.ts';
import { findNuonuoTitles } from './nuonuo-title.service.ts';

const ISSUE = 'nuonuo.OpeMplatform.requestBillingNew';
const QUERY = 'nuonuo.OpeMplatform.queryInvoiceResult';
const RED = 'nuonuo.OpeMplatform.saveInvoiceRedConfirm';
const QUERY_RED = 'nuonuo.OpeMplatform.queryInvoiceRedConfirm';

/** No invoice has the number that was asked about. */
const UNKNOWN = 'E9500';
/** The number of the order was used before: the request had been taken. */
const REPEATED = /E9106|订单(编)?号.{0,8}(重复|已存在|不能重复)/;
/** Fully digital invoices: ordinary (数电普票) and special (数电专票). */
const LINES = { ordinary: 'pc', special: 'bs' } as const;
/** Largest file of an invoice. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** How a line is favoured, as fully digital invoices name it. */
const POLICIES: Readonly<Record<InvoiceLine['policy'], (rate: number) => string>> = {
  normal: () => '',
  simple: (rate) => ({ 3: '08', 5: '09' })[rate] ?? '01',
  exempt: () => '03',
  untaxed: () => '04',
};

/** Why an invoice is taken back: all of it for a mistake (2) or because the service ended (3), a part of it as an allowance (4). */
const reasonOf = ({ reason, isWhole }: RedRequest) => (isWhole ? (reason === 'mistake' ? '2' : '3') : '4');

/** An instant as Nuonuo writes it, in Beijing's time. */
const beijing = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** A rate as Nuonuo writes it: 0.09. */
const rateOf = (percent: number) => String(percent / 100);

const detailOf = (line: InvoiceLine) => ({
  goodsName: line.serviceName,
  goodsCode: line.goodsCode,
  withTaxFlag: '1',
  taxRate: rateOf(line.taxRate),
  taxIncludedAmount: formatYuan(line.inclFen),
  taxExcludedAmount: formatYuan(line.exFen),
  tax: formatYuan(line.taxFen),
  invoiceLineProperty: '0',
  favouredPolicyFlag: POLICIES[line.policy](line.taxRate),
});

/** Letting of real estate (特定要素 06) names the place and the time. */
function lettingOf({ issuer }: Desk, { letting }: InvoiceRequest) {
  if (!issuer.propertyRegion || !issuer.propertyAddress || !letting) return {};
  return {
    specificFactor: '6',
    realPropertyRentInfo: {
      realPropertyAddress: issuer.propertyRegion,
      detailAddress: issuer.propertyAddress,
      rentStartDate: beijing(letting.from).slice(0, 10),
      rentEndDate: beijing(letting.to).slice(0, 10),
      crossCityFlag: '0',
      unit: '2',
    },
  };
}

function orderOf(desk: Desk, request: InvoiceRequest) {
  const { issuer } = desk;
  const bank = [issuer.bankName, issuer.bankAccount].filter(Boolean).join(' ');
  return {
    buyerName: request.titleName,
    buyerTaxNum: request.taxNumber ?? '',
    buyerTel: request.titlePhone ?? '',
    buyerAddress: request.titleAddress ?? '',
    buyerAccount: [request.titleBank, request.titleAccount].filter(Boolean).join(' '),
    salerTaxNum: issuer.taxNumber,
    salerTel: issuer.phone ?? '',
    salerAddress: issuer.address ?? '',
    salerAccount: bank,
    orderNo: request.requestNo,
    invoiceDate: beijing(request.createdAt),
    clerk: issuer.drawer,
    payee: issuer.payee ?? '',
    checker: issuer.checker ?? '',
    remark: request.remark ?? '',
    // We hand invoices over by ourselves.
    pushMode: '-1',
    invoiceType: '1',
    invoiceLine: LINES[request.invoiceType],
    ...(issuer.extensionNo ? { extensionNumber: issuer.extensionNo } : {}),
    ...(desk.noticeUrl ? { callBackUrl: desk.noticeUrl } : {}),
    ...lettingOf(desk, request),
    invoiceDetail: request.lines.map(detailOf),
  };
}

/** An invoice as the query of results describes it. */
interface Result {
  readonly orderNo?: string;
  readonly serialNo?: string;
  readonly status?: string;
  readonly statusMsg?: string;
  readonly failCause?: string;
  readonly allElectronicInvoiceNumber?: string;
  readonly invoiceNo?: string;
  readonly invoiceTime?: number | string;
  readonly orderAmount?: string;
  readonly salerTaxNum?: string;
  readonly pdfUrl?: string;
  readonly ofdUrl?: string;
  readonly xmlUrl?: string;
}

/** Issued, or issued though its seal failed: the invoice exists with the tax office. */
const ISSUED = ['2', '24'];
const UNDER_WAY = ['20', '21'];

/** What a result says of a request; it must be about the same order, issuer and amount. */
function readResult({ issuer }: Desk, { requestNo, inclFen }: Requested, found: Result): Outcome | 'open' {
  const { status = '', orderNo, orderAmount, salerTaxNum } = found;
  if (orderNo !== requestNo || (salerTaxNum && salerTaxNum !== issuer.taxNumber))
    throw new InvoicePlatformSilent(`the answer is about another invoice: ${orderNo ?? ''}`);
  if (UNDER_WAY.includes(status)) return 'open';
  if (!ISSUED.includes(status)) {
    const reason = found.failCause || found.statusMsg || `状态 ${status}`;
    return { kind: 'failed', reason };
  }
  if (!orderAmount || parseYuan(orderAmount) !== inclFen)
    throw new InvoicePlatformSilent(`the answer is about another amount: ${orderAmount ?? ''}`);
  const invoiceNo = found.allElectronicInvoiceNumber || found.invoiceNo;
  const issuedAt = new Date(Number(found.invoiceTime));
  if (!invoiceNo || Number.isNaN(issuedAt.getTime())) return 'open';
  return { kind: 'issued', invoiceNo, providerNo: found.serialNo ?? '', issuedAt, files: urlsOf(found) };
}

const urlsOf = ({ pdfUrl, ofdUrl, xmlUrl }: Result): FileUrls => ({
  pdf: pdfUrl || null,
  ofd: ofdUrl || null,
  xml: xmlUrl || null,
});

/** Calls a query that answers with an error where it finds nothing. */
async function find(desk: Desk, method: string, content: object): Promise<NuonuoAnswer | null> {
  try {
    return await callNuonuo(desk, method, content);
  } catch (error) {
    if (error instanceof InvoicePlatformRefused && error.code === UNKNOWN) return null;
    if (error instanceof InvoicePlatformRefused) throw new InvoicePlatformSilent(`${error.code} ${error.message}`);
    throw error;
  }
}

async function findResult(desk: Desk, requestNo: string): Promise<Result | null> {
  const answer = await find(desk, QUERY, { orderNos: [requestNo], isOfferInvoiceDetail: '0' });
  const all = Array.isArray(answer?.result) ? (answer.result as Result[]) : [];
  return all.find((one) => one.orderNo === requestNo) ?? all[0] ?? null;
}

/** States of the confirmation of a red letter that may still lead to one; the buyer may have to agree (02). */
const RED_OPEN = ['01', '02', '03', '04', '15'];

/** What became of the confirmation that a red letter needs; the red letter itself follows by itself. */
async function queryConfirmation(desk: Desk, requestNo: string): Promise<Outcome | 'open' | null> {
  const answer = await find(desk, QUERY_RED, { identity: '0', billId: requestNo });
  const list = answer?.list ?? (answer?.result as { list?: unknown } | null)?.list;
  const [found] = (Array.isArray(list) ? list : []) as { billStatus?: string; billMessage?: string }[];
  if (!found) return null;
  if (RED_OPEN.includes(found.billStatus ?? '')) return 'open';
  return { kind: 'failed', reason: `红字确认单：${found.billMessage || `状态 ${found.billStatus}`}` };
}

/** Requests that had been taken before are followed like those just taken. */
async function request(desk: Desk, method: string, content: object): Promise<null> {
  try {
    await callNuonuo(desk, method, content);
  } catch (error) {
    if (!(error instanceof InvoicePlatformRefused) || !REPEATED.test(`${error.code} ${error.message}`)) throw error;
  }
  return null;
}

async function fetchFile(url: string | null, isRight: (bytes: Uint8Array) => boolean): Promise<Uint8Array | null> {
  if (!url || !URL.canParse(url)) return null;
  const bytes = await load(new URL(url), {}, MAX_FILE_BYTES).catch(() => null);
  return bytes && isRight(bytes) ? bytes : null;
}

const begins = (text: string) => (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, text.length)).toString() === text;

/** Nuonuo's platform for fully digital invoices (诺税通 SaaS), after its public documentation. */
export const nuonuo: InvoiceProvider = {
  name: 'nuonuo',
  isOpen: async () => true,
  issue: (desk, invoice) => request(desk, ISSUE, { order: orderOf(desk, invoice) }),
  issueRed: (desk, red) =>
    request(desk, RED, {
      billId: red.requestNo,
      blueInvoiceLine: LINES[red.invoiceType],
      applySource: '0',
      blueElecInvoiceNumber: red.blueNo,
      sellerTaxNo: desk.issuer.taxNumber,
      sellerName: desk.issuer.issuerName,
      buyerTaxNo: red.taxNumber ?? '',
      buyerName: red.titleName,
      redReason: reasonOf(red),
      autoInvoice: '1',
      orderNo: red.requestNo,
      ...(desk.issuer.extensionNo ? { extensionNumber: desk.issuer.extensionNo } : {}),
      ...(desk.noticeUrl ? { callbackUrl: desk.noticeUrl } : {}),
      // All of it needs no lines.
      ...(red.isWhole ? {} : { detail: red.lines.map(redDetailOf) }),
    }),
  async query(desk, asked) {
    const found = await findResult(desk, asked.requestNo);
    if (found) return readResult(desk, asked, found);
    return asked.isRed ? queryConfirmation(desk, asked.requestNo) : null;
  },
  async fetchFiles(desk, { requestNo, files: known }) {
    const again = known.pdf ? null : await findResult(desk, requestNo);
    const urls = again ? urlsOf(again) : known;
    const files: InvoiceFiles = {};
    const pdf = await fetchFile(urls.pdf, begins('%PDF'));
    const ofd = await fetchFile(urls.ofd, begins('PK'));
    const xml = await fetchFile(urls.xml, (bytes) => /^\s*</.test(Buffer.from(bytes.subarray(0, 64)).toString()));
    if (pdf) files.pdf = pdf;
    if (ofd) files.ofd = ofd;
    if (xml) files.xml = xml;
    return files;
  },
  findTitles: findNuonuoTitles,
  readNotice: (body) => new URLSearchParams(body).get('orderno') || null,
  taken: { type: 'application/json', body: '{"status":"0000","message":"同步成功"}' },
  async test(desk, language) {
    try {
      await callNuonuo(desk, QUERY, { orderNos: ['BOYUN-TEST-0000000'], isOfferInvoiceDetail: '0' });
    } catch (error) {
      if (error instanceof InvoicePlatformRefused && error.code === UNKNOWN) return null;
      const reason =
        error instanceof InvoicePlatformRefused ? `${error.code} ${error.message}` : (error as Error).message;
      return language === 'zh' ? `诺诺没有接受调用：${reason}` : `Nuonuo did not take the call: ${reason}`;
    }
    return null;
  },
};

function redDetailOf({ number, serviceName, goodsCode, taxRate, policy, exFen, taxFen }: InvoiceLine) {
  return {
    blueDetailIndex: String(number),
    goodsName: serviceName,
    goodsCode,
    taxRate: rateOf(taxRate),
    taxExcludedAmount: formatYuan(exFen),
    taxAmount: formatYuan(taxFen),
    favouredPolicyFlag: POLICIES[policy](taxRate),
  };
}
