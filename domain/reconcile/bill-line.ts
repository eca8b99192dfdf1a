/** A line of a provider's bill: a payment, or (below zero) a refund. */
export interface BillLine {
  /** The number the merchant gave the payment or refund; empty where the bill has none. */
  readonly number: string;
  /** The provider's own number. */
  readonly tradeNo: string;
  readonly amountFen: number;
  /** What the channel keeps of the amount; below zero where it gives something back. */
  readonly feeFen: number;
  readonly atMs: number;
  /** The day of the channel whose bill it belongs to, as `2026-03-04`. */
  readonly day: string;
  /** False for a refund that is pending or failed: it moved no money. */
  readonly isDone: boolean;
}

/** A line of a bank statement. */
export interface BankLine {
  /** The bank's number of the entry; empty where the statement has none. */
  readonly serialNo: string;
  readonly day: string;
  /** Above zero for money that came in. */
  readonly amountFen: number;
  readonly counterparty: string;
  readonly memo: string;
}

/** Reads a file line by line, or row by row. */
export interface BillReader<Source, Line> {
  /** Takes the next piece of the file, with its row from 1; returns the line in it, or null. Throws `BillFault`. */
  take(source: Source, row: number): Line | null;
  /** Ends the file. Throws `BillFault` where its totals do not fit, or where it is no such file. */
  end(): void;
  /** The days that the file says it covers; empty where it does not say. */
  readonly days: readonly string[];
}

/** What can be wrong with a bill. `{row}` is filled in by who shows it. */
export const billFaults = {
  'no-table': { zh: '不是{format}，没有找到表头', en: 'This is not {format}: its header was not found' },
  columns: { zh: '列数为{found}，应为{wanted}', en: 'It has {found} columns instead of {wanted}' },
  'no-column': { zh: '缺少列“{column}”', en: 'The column “{column}” is missing' },
  amount: { zh: '“{column}”不是金额：{value}', en: '“{column}” is no amount: {value}' },
  time: { zh: '“{column}”不是时间：{value}', en: '“{column}” is no time: {value}' },
  number: { zh: '“{column}”含有无效字符或超过64位', en: '“{column}” has invalid characters, or more than 64' },
  net: {
    zh: '清算金额{found}不等于交易金额减手续费{wanted}',
    en: 'The settled amount {found} is not the amount less the fee, {wanted}',
  },
  'no-totals': { zh: '文件不完整，缺少合计', en: 'The file is not complete: its totals are missing' },
  total: {
    zh: '合计不符：“{column}”为{found}，明细合计为{wanted}',
    en: 'The totals do not fit: “{column}” is {found}, its rows add up to {wanted}',
  },
  'too-many': { zh: '文件超过{limit}行', en: 'The file has more than {limit} rows' },
  'too-large': { zh: '文件解压后超过{limit}MB', en: 'The file unpacks to more than {limit} MB' },
  'too-long': { zh: '该行超过{limit}个字符', en: 'The line has more than {limit} characters' },
  broken: { zh: '文件损坏，无法解压：{reason}', en: 'The file is damaged and cannot be unpacked: {reason}' },
  'closed-day': { zh: '{day}已关账，不能再导入账单', en: '{day} is closed and takes no further bill' },
  'no-line': { zh: '文件中没有账单明细', en: 'The file has no rows' },
} as const;
export type BillFaultRule = keyof typeof billFaults;

/** Faults of a file as a whole, after which its rows say nothing more. */
const FATAL: readonly BillFaultRule[] = [
  ...(['no-table', 'no-column', 'no-totals', 'total', 'too-many', 'too-large', 'too-long', 'broken'] as const),
  ...(['closed-day', 'no-line'] as const),
];

/** Thrown for a line that cannot be read, or a file that does not add up. */
export class BillFault extends Error {
  readonly rule: BillFaultRule;
  readonly values: Readonly<Record<string, string>>;
  /** No further row of the file is worth reading. */
  readonly isFatal: boolean;

  constructor(rule: BillFaultRule, values: Readonly<Record<string, string | number>> = {}) {
    super(`${rule} ${JSON.stringify(values)}`);
    this.rule = rule;
    this.isFatal = FATAL.includes(rule);
    this.values = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value).slice(0, 100)]));
  }
}

/** Parses yuan with up to five decimals into thousandths of a fen, in which fees are added up exactly. */
export function parseMilliFen(column: string, text: string): number {
  const match = /^([+-]?)(\d{1,9})(?:\.(\d{1,5}))?$/.exec(text);
  if (!match) throw new BillFault('amount', { column, value: text });
  const value = Number(match[2]) * 100_000 + Number((match[3] ?? '').padEnd(5, '0'));
  return match[1] === '-' ? -value : value;
}

/** Thousandths of a fen as whole fen. */
export const wholeFen = (milli: number): number => Math.sign(milli) * Math.round(Math.abs(milli) / 1000) || 0;

/** Thousandths of a fen as yuan. */
export const milliText = (milli: number): string => (milli / 100_000).toFixed(milli % 1000 === 0 ? 2 : 5);

const HOUR_MS = 3_600_000;
/** Providers in China write Beijing's time, which has no daylight saving. */
const BEIJING_MS = 8 * HOUR_MS;

/** Parses a time of Beijing, `2026-03-04 08:00:00`, as milliseconds since 1970. */
export function parseBeijing(column: string, text: string): number {
  const ms = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN;
  if (Number.isNaN(ms)) throw new BillFault('time', { column, value: text });
  return ms;
}

/** The wall clock of Beijing at an instant, `2026-03-04 08:00:00`. */
export const beijingText = (ms: number): string =>
  new Date(ms + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Checks a number of a payment: printable, and short enough to be stored. */
export function billNumber(column: string, text: string): string {
  if (!/^[\x20-\x7e]{0,64}$/.test(text)) throw new BillFault('number', { column });
  return text;
}

/** The positions of columns by their titles. Throws `BillFault` where one is missing. */
export function columnsAt<C extends string>(
  heads: readonly string[],
  wanted: readonly C[],
): Readonly<Record<C, number>> {
  const at = wanted.map((column) => [column, heads.indexOf(column)] as const);
  const missing = at.find(([, position]) => position === -1);
  if (missing) throw new BillFault('no-column', { column: missing[0] });
  return Object.fromEntries(at) as Record<C, number>;
}

/** Throws `BillFault` where a total of a file is not the sum of its rows. */
export function requireTotal(column: string, found: number, wanted: number, text: (value: number) => string): void {
  if (found !== wanted) throw new BillFault('total', { column, found: text(found), wanted: text(wanted) });
}
