import { BillFault, type BillLine, type BillReader, billNumber } from './bill-line.ts';

/**
 * Widths of the columns that count in the file of a merchant's transactions (ZM), in order; a blank stands between two.
 * https://open.unionpay.com/tjweb/acproduct/list?apiservId=448 (file interface)
 */
const COLUMNS = [
  ['code', 3],
  ['agency', 11],
  ['sender', 11],
  ['traceNo', 6],
  ['traceTime', 10],
  ['account', 19],
  ['amount', 12],
  ['category', 4],
  ['terminalKind', 2],
  ['queryId', 21],
  ['formerPayKind', 2],
  ['orderId', 32],
  ['cardKind', 2],
  ['formerTraceNo', 6],
  ['formerTime', 10],
  ['fee', 13],
  ['settled', 13],
  ['payKind', 4],
  ['group', 15],
  ['txnType', 2],
  ['txnSubType', 2],
  ['bizType', 6],
  ['accountKind', 2],
  ['billKind', 4],
  ['billNo', 32],
  ['interaction', 1],
  ['formerQueryId', 21],
  ['merId', 15],
  ['splitKind', 1],
  ['subMerId', 15],
] as const;
type Column = (typeof COLUMNS)[number][0];
/** Up to the kind of the transaction, which every table has. */
const WIDTH = COLUMNS.slice(0, 20).reduce((sum, [, width]) => sum + width + 1, -1);

/** A merchant in the file of an acquirer or a platform, which has the transactions of all its merchants. */
export interface BillMerchant {
  readonly merchantNo: string;
  /** Of a platform. */
  readonly subMerchantNo: string | null;
}

/** Kinds of transactions that give money back: a cancellation of a payment, a refund. */
const BACK = ['31', '04'];

/** The day of settlement that the name of a file of transactions says, `INN16030488ZM_…`; null for another file. */
export function unionpayFileDay(name: string): string | null {
  const [, year, month, day] = /(\d\d)(\d\d)(\d\d)\d\dZM_/.exec(name) ?? [];
  return year ? `20${year}-${month}-${day}` : null;
}

/**
 * Reads a table of transactions of UnionPay, of fixed width, for the day of settlement of its file; those of one merchant where that is given.
 * It has no totals: each row must fit.
 */
export class UnionpayBillReader implements BillReader<string, BillLine> {
  readonly days: readonly string[];
  readonly #day: string;
  readonly #merchant: BillMerchant | null;

  constructor(day: string, merchant: BillMerchant | null = null) {
    this.#day = day;
    this.#merchant = merchant;
    this.days = [day];
  }

  take(source: string): BillLine | null {
    const text = source.trimEnd();
    if (text === '') return null;
    if (text.length < WIDTH) throw new BillFault('columns', { found: text.length, wanted: WIDTH });
    const cells = cellsOf(text);
    const { txnType, amount, orderId, queryId, traceTime, fee, settled } = cells;
    if (this.#merchant && !isOf(this.#merchant, cells)) return null;
    if (txnType !== '01' && !BACK.includes(txnType)) return null;
    const amountFen = digits('amount', amount) * (txnType === '01' ? 1 : -1);
    const feeFen = signed('fee', fee, 'D');
    const settledFen = signed('settled', settled, 'C');
    if (settledFen !== amountFen - feeFen)
      throw new BillFault('net', { found: settledFen / 100, wanted: (amountFen - feeFen) / 100 });
    return {
      number: billNumber('orderId', orderId),
      tradeNo: billNumber('queryId', queryId),
      amountFen,
      feeFen,
      atMs: this.#timeOf(traceTime),
      day: this.#day,
      isDone: true,
    };
  }

  end(): void {
    // The file has no totals.
  }

  /** The time of a transaction, written as month, day and time of Beijing; the day of settlement may be the first of the next year. */
  #timeOf(text: string): number {
    const [, month, date, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
    const year = Number(this.#day.slice(0, 4)) - (month === '12' && this.#day.slice(5, 7) === '01' ? 1 : 0);
    const ms = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}+08:00`);
    if (Number.isNaN(ms)) throw new BillFault('time', { column: 'traceTime', value: text });
    return ms;
  }
}

/** Whether a line is of a merchant; tables that do not say whose their lines are have those of one. */
const isOf = ({ merchantNo, subMerchantNo }: BillMerchant, { merId, subMerId }: Record<Column, string>) =>
  (merId === '' || merId === merchantNo) && (!subMerchantNo || subMerId === subMerchantNo);

function cellsOf(line: string): Record<Column, string> {
  let at = 0;
  const cells = {} as Record<Column, string>;
  for (const [name, width] of COLUMNS) {
    cells[name] = line.slice(at, at + width).trim();
    at += width + 1;
  }
  return cells;
}

function digits(column: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new BillFault('amount', { column, value: text });
  return Number(text);
}

/** An amount behind a letter: C is credited to the merchant, D debited. `plus` is the letter that counts as above zero. */
function signed(column: string, text: string, plus: 'C' | 'D'): number {
  const sign = text[0] === plus ? 1 : -1;
  if (!/^[CD]/.test(text)) throw new BillFault('amount', { column, value: text });
  return sign * digits(column, text.slice(1)) || 0;
}
