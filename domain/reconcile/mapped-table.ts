import {
  type BankLine,
  BillFault,
  type BillLine,
  type BillReader,
  beijingText,
  billNumber,
  requireTotal,
} from './bill-line.ts';
import { channelDayOf } from './channel-day.ts';

/** The titles of the columns of an acquirer's bill; empty for one it does not have. */
export interface AcquirerColumns {
  /** The number we gave the payment or refund. Without it records are paired by amount and time. */
  readonly number: string;
  readonly tradeNo: string;
  readonly amount: string;
  readonly fee: string;
  /** Date and time, or the date alone. */
  readonly date: string;
  /** The time of day, where it has a column of its own. */
  readonly time: string;
  /** Says whether a row is a refund: it then contains one of `refundWords`. Without it refunds are below zero. */
  readonly kind: string;
}

/** The titles of the columns of a bank statement; empty for one it does not have. */
export interface BankColumns {
  readonly serialNo: string;
  readonly date: string;
  /** Money that came in or, where `out` is empty, money of both directions by sign. */
  readonly amount: string;
  readonly out: string;
  readonly counterparty: string;
  readonly memo: string;
}

/** A cell as a spreadsheet has it; a time is its wall clock. */
export type Cell = string | number | { readonly time: number } | null;

/** The header is among the first rows: statements begin with account, period and the like. */
const HEAD_ROWS = 30;
const TOTAL = /^(合计|总计|小计|total)/i;

/** A cell as a person reads it. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  if (typeof cell === 'string') return cell.replace(/^[\s'`\uFEFF]+|\s+$/g, '');
  return new Date(cell.time).toISOString().slice(0, 19).replace('T', ' ');
}

/** Parses an amount as people and banks write it: `1,234.50`, `¥12`, `+3.00`, `(5.00)`, as fen. An empty cell and a dash are zero. */
export function parseAmount(column: string, cell: Cell | undefined): number {
  if (typeof cell === 'number') return fenOf(column, cell.toFixed(4).replace(/(\.\d\d)0*$/, '$1'));
  const text = cellText(cell).replace(/[¥￥,\s]|元$|CNY|RMB/g, '');
  if (text === '' || text === '-' || text === '--') return 0;
  const bracketed = /^\((.+)\)$/.exec(text);
  return bracketed ? -fenOf(column, bracketed[1]!) : fenOf(column, text);
}

function fenOf(column: string, text: string): number {
  const match = /^([+-]?)(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) throw new BillFault('amount', { column, value: text });
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return (match[1] === '-' ? -fen : fen) || 0;
}

/** Parses a date, and a time where there is one, of Beijing: `2026-03-04 08:00:00`, `2026/3/4 8:00`, `20260304`, `20260304080000`. */
export function parseWallTime(column: string, date: Cell | undefined, time?: Cell): number {
  const dateText = cellText(date);
  const text = time === undefined ? dateText : `${dateText.replace(/ .*$/, '')} ${timeText(time)}`.trim();
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})\D?(\d{1,2})\D?(\d{1,2})日?[T\s]*(?:(\d{1,2}):?(\d\d)(?::?(\d\d))?)?(?:\.\d+)?$/.exec(text) ?? [];
  const two = (part: string | undefined) => (part ?? '').padStart(2, '0');
  const ms = Date.parse(`${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}+08:00`);
  // A day that does not exist, 31 June, would become another one.
  if (Number.isNaN(ms) || beijingText(ms).slice(8, 10) !== two(day))
    throw new BillFault('time', { column, value: text });
  return ms;
}

/** The time of day of a cell: a spreadsheet stores it as a time of its first day. */
const timeText = (cell: Cell) => (typeof cell === 'object' ? cellText(cell).slice(11) : cellText(cell));

/** Finds the header of a table and checks its total row; rows between are read by `read`. */
abstract class MappedReader<Columns extends object, Line> implements BillReader<readonly Cell[], Line> {
  readonly days: readonly string[] = [];
  readonly #columns: Columns;
  #at: Readonly<Record<keyof Columns, number>> | null = null;
  #hasTotal = false;
  #sumFen = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  protected abstract read(cell: (column: keyof Columns) => Cell | undefined, title: Columns): Line | null;
  /** The column whose sum a row of totals states. */
  protected abstract readonly summed: keyof Columns;

  take(source: readonly Cell[], row: number): Line | null {
    if (!this.#at) {
      this.#at = this.#findHead(source);
      if (!this.#at && row >= HEAD_ROWS) this.end();
      return null;
    }
    if (this.#hasTotal || source.every((cell) => cellText(cell) === '')) return null;
    const at = this.#at;
    const cell = (column: keyof Columns) => (at[column] === -1 ? undefined : source[at[column]]);
    const sumTitle = String(this.#columns[this.summed]);
    if (source.slice(0, 3).some((one) => TOTAL.test(cellText(one)))) {
      this.#hasTotal = true;
      const found = cell(this.summed);
      if (cellText(found) !== '')
        requireTotal(sumTitle, parseAmount(sumTitle, found), this.#sumFen, (fen) => (fen / 100).toFixed(2));
      return null;
    }
    const line = this.read(cell, this.#columns);
    this.#sumFen += parseAmount(sumTitle, cell(this.summed));
    return line;
  }

  end(): void {
    const titles = Object.values(this.#columns).filter(Boolean).map(String);
    if (!this.#at) throw new BillFault('no-table', { format: titles.join('、') });
  }

  #findHead(source: readonly Cell[]): Readonly<Record<keyof Columns, number>> | null {
    const heads = source.map((cell) => cellText(cell));
    const entries = Object.entries(this.#columns) as [keyof Columns, string][];
    if (!entries.every(([, title]) => title === '' || heads.includes(title))) return null;
    return Object.fromEntries(entries.map(([key, title]) => [key, title === '' ? -1 : heads.indexOf(title)])) as Record<
      keyof Columns,
      number
    >;
  }
}

/** Reads the bill of an acquirer by its columns. */
export class AcquirerBillReader extends MappedReader<AcquirerColumns, BillLine> {
  protected readonly summed = 'amount';
  readonly #channel: string;
  readonly #refundWords: readonly string[];

  constructor(
    columns: AcquirerColumns,
    options: { readonly channel: string; readonly refundWords: readonly string[] },
  ) {
    super(columns);
    this.#channel = options.channel;
    this.#refundWords = options.refundWords;
  }

  protected read(cell: (column: keyof AcquirerColumns) => Cell | undefined, title: AcquirerColumns): BillLine {
    const kind = cellText(cell('kind'));
    const givenFen = parseAmount(title.amount, cell('amount'));
    const isRefund = givenFen < 0 || this.#refundWords.some((word) => kind.includes(word));
    const feeFen = title.fee ? parseAmount(title.fee, cell('fee')) : 0;
    const time = title.time ? (cell('time') ?? null) : undefined;
    const atMs = parseWallTime(title.date, cell('date'), time);
    return {
      number: billNumber(title.number, cellText(cell('number'))),
      tradeNo: billNumber(title.tradeNo, cellText(cell('tradeNo'))),
      amountFen: (isRefund ? -Math.abs(givenFen) : givenFen) || 0,
      feeFen: (isRefund ? -Math.abs(feeFen) : Math.abs(feeFen)) || 0,
      atMs,
      day: channelDayOf(this.#channel, atMs),
      isDone: true,
    };
  }
}

/** Reads a bank statement by its columns. */
export class BankStatementReader extends MappedReader<BankColumns, BankLine> {
  protected readonly summed = 'amount';

  protected read(cell: (column: keyof BankColumns) => Cell | undefined, title: BankColumns): BankLine {
    const outFen = title.out ? Math.abs(parseAmount(title.out, cell('out'))) : 0;
    return {
      serialNo: cellText(cell('serialNo')).slice(0, 64),
      day: beijingText(parseWallTime(title.date, cell('date'))).slice(0, 10),
      amountFen: parseAmount(title.amount, cell('amount')) - outFen,
      counterparty: cellText(cell('counterparty')).slice(0, 120),
      memo: cellText(cell('memo')).slice(0, 255),
    };
  }
}
