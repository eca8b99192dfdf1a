import {
  BillFault,
  type BillLine,
  type BillReader,
  beijingText,
  billNumber,
  columnsAt,
  milliText,
  parseBeijing,
  parseMilliFen,
  requireTotal,
  wholeFen,
} from './bill-line.ts';

/** The columns of a bill of all trades, in order. https://pay.weixin.qq.com/doc/v3/merchant/4012791866 */
const COLUMNS = [
  ...['交易时间', '公众账号ID', '商户号', '特约商户号', '设备号', '微信订单号', '商户订单号', '用户标识', '交易类型'],
  ...['交易状态', '付款银行', '货币种类', '应结订单金额', '代金券金额', '微信退款单号', '商户退款单号', '退款金额'],
  ...['充值券退款金额', '退款类型', '退款状态', '商品名称', '商户数据包', '手续费', '费率', '订单金额', '申请退款金额'],
  '费率备注',
];
const USED = [
  ...(['交易时间', '微信订单号', '商户订单号', '交易状态', '应结订单金额', '微信退款单号', '商户退款单号'] as const),
  ...(['退款金额', '退款状态', '手续费', '订单金额', '申请退款金额'] as const),
];
type Column = (typeof USED)[number];
/** The columns of the totals, with the column each adds up; the first counts rows. */
const TOTALS = {
  总交易单数: null,
  应结订单总金额: '应结订单金额',
  退款总金额: '退款金额',
  手续费总金额: '手续费',
  订单总金额: '订单金额',
  申请退款总金额: '申请退款金额',
} as const;
const SUMMED = Object.values(TOTALS).filter((one) => one !== null);
type Summed = (typeof SUMMED)[number];
const FORMAT = '微信支付交易账单 (WeChat Pay)';

/** Each value has a backtick before it, so that spreadsheets keep it as text; a value may contain commas. */
const valuesOf = (text: string) => (text.startsWith('`') ? text.slice(1).split(',`') : text.split(','));

/** Reads a bill of all trades of WeChat Pay: a header, rows, a header of totals, the totals. */
export class WechatBillReader implements BillReader<string, BillLine> {
  #columns = 0;
  #at: Readonly<Record<Column, number>> | null = null;
  #totals: readonly string[] | null = null;
  #isEnded = false;
  #count = 0;
  readonly #sums = new Map<Summed, number>(SUMMED.map((one) => [one, 0]));
  readonly days: readonly string[] = [];

  take(source: string, row: number): BillLine | null {
    const text = source.trimEnd();
    if (text === '' || this.#isEnded) return null;
    if (!this.#at) return this.#takeHead(row === 1 ? text.replace(/^\uFEFF/, '') : text);
    if (this.#totals) return this.#takeTotals(text);
    if (/^`?总交易单数/.test(text)) {
      this.#totals = valuesOf(text).map((one) => one.replace('`', ''));
      return null;
    }
    return this.#takeRow(text, this.#at);
  }

  end(): void {
    if (!this.#at) throw new BillFault('no-table', { format: FORMAT });
    if (!this.#isEnded) throw new BillFault('no-totals');
  }

  #takeHead(text: string): null {
    const heads = valuesOf(text).map((one) => one.replaceAll('`', '').trim());
    if (heads[0] !== COLUMNS[0]) throw new BillFault('no-table', { format: FORMAT });
    this.#at = columnsAt(heads, USED);
    this.#columns = heads.length;
    return null;
  }

  #takeRow(text: string, at: Readonly<Record<Column, number>>): BillLine {
    const values = valuesOf(text);
    if (values.length !== this.#columns)
      throw new BillFault('columns', { found: values.length, wanted: this.#columns });
    const amount = (column: Summed) => parseMilliFen(column, values[at[column]]!);
    const order = amount('订单金额');
    const settled = amount('应结订单金额');
    const back = amount('退款金额');
    const askedBack = amount('申请退款金额');
    const fee = amount('手续费');
    const state = values[at.交易状态]!;
    const isRefund = state !== 'SUCCESS';
    const atMs = parseBeijing('交易时间', values[at.交易时间]!);
    const [number, tradeNo] = isRefund
      ? (['商户退款单号', '微信退款单号'] as const)
      : (['商户订单号', '微信订单号'] as const);
    const line: BillLine = {
      number: billNumber(number, values[at[number]]!),
      tradeNo: billNumber(tradeNo, values[at[tradeNo]]!),
      amountFen: isRefund ? -wholeFen(askedBack) || 0 : wholeFen(order),
      // Coupons that the merchant bears are not settled either.
      feeFen: wholeFen(fee + (isRefund ? back - askedBack : order - settled)),
      atMs,
      day: beijingText(atMs).slice(0, 10),
      isDone: !isRefund || state === 'REVOKED' || values[at.退款状态] === 'SUCCESS',
    };
    this.#count += 1;
    const found = { 订单金额: order, 应结订单金额: settled, 退款金额: back, 申请退款金额: askedBack, 手续费: fee };
    for (const column of SUMMED) this.#sums.set(column, this.#sums.get(column)! + found[column]);
    return line;
  }

  #takeTotals(text: string): null {
    const values = valuesOf(text);
    this.#isEnded = true;
    for (const [index, title] of this.#totals!.entries()) {
      if (!(title in TOTALS)) continue;
      const column = TOTALS[title as keyof typeof TOTALS];
      const found = parseMilliFen(title, (values[index] ?? '').trim());
      if (column === null) requireTotal(title, found / 100_000, this.#count, String);
      else requireTotal(title, found, this.#sums.get(column)!, milliText);
    }
    return null;
  }
}

/** A row of a bill to be written; amounts are fen. */
export interface WechatBillRow extends Pick<BillLine, 'number' | 'tradeNo' | 'amountFen' | 'feeFen' | 'atMs'> {
  /** The payment that a refund comes from: its number and the provider's. */
  readonly refundOf: { readonly number: string; readonly tradeNo: string } | null;
  readonly refundState?: 'SUCCESS' | 'PROCESSING' | 'FAIL';
  readonly app: string;
  readonly merchant: string;
  readonly kind: string;
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** Writes a bill in the format of WeChat Pay, in pieces: a byte order mark, a backtick before each value, the totals behind. */
export function* writeWechatBill(rows: Iterable<WechatBillRow>): Generator<string> {
  const line = (values: readonly string[]) => `${values.map((one) => `\`${one}`).join(',')}\r\n`;
  const sums = { count: 0, orderFen: 0, backFen: 0, feeFen: 0 };
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for (const row of rows) {
    const { refundOf, amountFen } = row;
    const order = refundOf ? '0.00' : yuan(amountFen);
    const back = refundOf ? yuan(-amountFen) : '0.00';
    const [tradeNo, number] = refundOf ? [refundOf.tradeNo, refundOf.number] : [row.tradeNo, row.number];
    sums.count += 1;
    sums.feeFen += row.feeFen;
    if (refundOf) sums.backFen -= amountFen;
    else sums.orderFen += amountFen;
    yield line([
      ...[beijingText(row.atMs), row.app, row.merchant, '0', '', tradeNo, number, 'oUpF8uMuAJO', row.kind],
      ...[refundOf ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', order, '0.00'],
      ...(refundOf
        ? [row.tradeNo, row.number, back, '0.00', 'ORIGINAL', row.refundState ?? 'SUCCESS']
        : ['0', '0', '0.00', '0.00', '', '']),
      ...['停车费', '', `${yuan(row.feeFen)}000`, '0.60%', order, back, ''],
    ]);
  }
  yield `${Object.keys(TOTALS).toSpliced(3, 0, '充值券退款总金额').join(',')}\r\n`;
  const [order, back] = [yuan(sums.orderFen), yuan(sums.backFen)];
  yield line([String(sums.count), order, back, '0.00', `${yuan(sums.feeFen)}000`, order, back]);
}
