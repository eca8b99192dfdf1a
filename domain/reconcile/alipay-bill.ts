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
import { daysAfter, daysFrom } from './channel-day.ts';
import { cellsOf } from './csv.ts';

const FIRST = '支付宝交易号';
const USED = [
  ...([FIRST, '商户订单号', '业务类型', '完成时间', '订单金额（元）', '商家实收（元）', '退款批次号/请求号'] as const),
  '服务费（元）',
] as const;
type Column = (typeof USED)[number];
const FORMAT = '支付宝业务明细 (Alipay)';
const SPAN = /起始日期：\[(\d{4})年(\d\d)月(\d\d)日 [\d:]+\]\s*终止日期：\[(\d{4})年(\d\d)月(\d\d)日/;
const TOTAL = /^#(交易|退款)合计：(\d+)笔，商家实收(?:退款)?共(-?[\d.]+)元/;

/**
 * Reads the table of trades of an Alipay bill; lines that begin with `#` are remarks with the period and the totals, cells end in tabs.
 * https://opendocs.alipay.com/open/028woc
 */
export class AlipayBillReader implements BillReader<string, BillLine> {
  #columns = 0;
  #at: Readonly<Record<Column, number>> | null = null;
  #totals = 0;
  readonly #sums = { 交易: { count: 0, milli: 0 }, 退款: { count: 0, milli: 0 } };
  #days: readonly string[] = [];

  get days(): readonly string[] {
    return this.#days;
  }

  take(source: string, row: number): BillLine | null {
    const text = (row === 1 ? source.replace(/^\uFEFF/, '') : source).trimEnd();
    if (text.startsWith('#')) return this.#takeRemark(text);
    if (text === '') return null;
    if (this.#at) return this.#takeRow(text, this.#at);
    const heads = cellsOf(text).map((one) => one.trim());
    if (heads[0] !== FIRST) throw new BillFault('no-table', { format: FORMAT });
    this.#at = columnsAt(heads, USED);
    this.#columns = heads.length;
    return null;
  }

  end(): void {
    if (!this.#at) throw new BillFault('no-table', { format: FORMAT });
    if (this.#totals < 2) throw new BillFault('no-totals');
  }

  #takeRemark(text: string): null {
    const span = SPAN.exec(text);
    if (span) {
      const [, year, month, day, ...until] = span;
      const last = daysAfter(until.join('-'), -1);
      const first = `${year}-${month}-${day}`;
      this.#days = first <= last ? daysFrom(first, last) : [first];
    }
    const total = TOTAL.exec(text);
    if (!total) return null;
    const [, kind, count, amount] = total;
    this.#totals += 1;
    const { count: rows, milli } = this.#sums[kind as '交易' | '退款'];
    requireTotal(`${kind}合计`, Number(count), rows, String);
    requireTotal(`${kind}合计 商家实收`, parseMilliFen('商家实收', amount!), milli, milliText);
    return null;
  }

  #takeRow(text: string, at: Readonly<Record<Column, number>>): BillLine {
    const cells = cellsOf(text).map((one) => one.trim());
    if (cells.length !== this.#columns) throw new BillFault('columns', { found: cells.length, wanted: this.#columns });
    const amount = (column: Column) => parseMilliFen(column, cells[at[column]]!);
    const isRefund = cells[at.业务类型] === '退款';
    const order = amount('订单金额（元）');
    const received = amount('商家实收（元）');
    // A fee that is charged is below zero in the bill.
    const fee = -amount('服务费（元）');
    const atMs = parseBeijing('完成时间', cells[at.完成时间]!);
    const number = isRefund ? '退款批次号/请求号' : '商户订单号';
    const line: BillLine = {
      number: billNumber(number, cells[at[number]]!),
      tradeNo: billNumber(FIRST, cells[at[FIRST]]!),
      // Refunds are below zero in the bill too.
      amountFen: wholeFen(order),
      feeFen: wholeFen(fee + order - received),
      atMs,
      day: beijingText(atMs).slice(0, 10),
      isDone: true,
    };
    const sum = this.#sums[isRefund ? '退款' : '交易'];
    sum.count += 1;
    sum.milli += received;
    return line;
  }
}
