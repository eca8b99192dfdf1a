import { rm } from 'node:fs/promises';
import {
  AcquirerBillReader,
  AlipayBillReader,
  type BankLine,
  BankStatementReader,
  BillFault,
  type BillFaultRule,
  type BillLine,
  type BillReader,
  type Cell,
  UnionpayBillReader,
  unionpayFileDay,
  WechatBillReader,
} from '@boyun/domain/reconcile';
import { Refusal } from '@boyun/kernel/contract';
import { type Files, type PackedLine, packedLines, unpackSheets } from '@boyun/kernel/server';
import type { BillSource } from '../bill-source/bill-source.queries.ts';
import { BILL_BOUNDS, type BillText, textsOf } from './bill-file.service.ts';

/** What is wrong with a file, and at which row; row 0 is the file as a whole. */
export interface ImportFault {
  readonly row: number;
  readonly rule: BillFaultRule;
  readonly values: Readonly<Record<string, string>>;
}

/** A line with its row in the file. */
export interface Located<Line> {
  readonly row: number;
  readonly line: Line;
}

/** Faults kept of a file. */
const MOST_FAULTS = 100;
/** Lines handed on at once. */
const BATCH_LINES = 5000;

/** The result of reading a file. */
export interface ReadFile {
  readonly total: number;
  readonly faults: readonly ImportFault[];
  readonly faultCount: number;
  /** The days that the file says it covers. */
  readonly days: readonly string[];
}

/** Reads the rows of a file one after the other: lines in batches, faults with their rows. Reading stops at a fatal fault. */
class FileRun<Source, Line> {
  readonly #reader: BillReader<Source, Line>;
  readonly #take: (batch: readonly Located<Line>[]) => Promise<void>;
  readonly #faults: ImportFault[] = [];
  #faultCount = 0;
  #isOver = false;
  #batch: Located<Line>[] = [];
  #row = 0;
  #total = 0;

  constructor(reader: BillReader<Source, Line>, take: (batch: readonly Located<Line>[]) => Promise<void>) {
    this.#reader = reader;
    this.#take = take;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Takes rows; `rowOf` says the number of each where it is not the next one. */
  async add(sources: readonly Source[], rowOf?: (index: number) => number): Promise<void> {
    for (const [index, source] of sources.entries()) {
      if (this.#isOver) return;
      this.#row = rowOf?.(index) ?? this.#row + 1;
      if (this.#row > BILL_BOUNDS.rows) this.fail(new BillFault('too-many', { limit: BILL_BOUNDS.rows }), 0);
      else this.#read(source);
      if (this.#batch.length >= BATCH_LINES) await this.#flush();
    }
  }

  #read(source: Source): void {
    try {
      const line = this.#reader.take(source, this.#row);
      if (!line) return;
      this.#total += 1;
      this.#batch.push({ row: this.#row, line });
    } catch (error) {
      this.fail(error, this.#row);
    }
  }

  /** Notes a fault; other errors are thrown. */
  fail(error: unknown, row = 0): void {
    if (!(error instanceof BillFault)) throw error;
    this.#faultCount += 1;
    if (this.#faults.length < MOST_FAULTS) this.#faults.push({ row, rule: error.rule, values: error.values });
    this.#isOver ||= error.isFatal || this.#faultCount >= MOST_FAULTS;
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    // Nothing of a file with a fault is kept.
    if (batch.length > 0 && this.#faultCount === 0) await this.#take(batch);
  }

  async end(): Promise<ReadFile> {
    try {
      if (!this.#isOver) this.#reader.end();
    } catch (error) {
      this.fail(error);
    }
    await this.#flush();
    return { total: this.#total, faults: this.#faults, faultCount: this.#faultCount, days: this.#reader.days };
  }
}

async function readTexts<Line>(
  texts: readonly BillText[],
  reader: BillReader<string, Line>,
  take: (batch: readonly Located<Line>[]) => Promise<void>,
): Promise<ReadFile> {
  const run = new FileRun(reader, take);
  try {
    for (const text of texts)
      for await (const lines of text.lines()) {
        await run.add(lines);
        if (run.isOver) break;
      }
  } catch (error) {
    run.fail(error);
  }
  return run.end();
}

/** The table of an archive that begins as it should; archives of Alipay have a second one with sums. */
async function textThatBegins(texts: readonly BillText[], begins: string): Promise<readonly BillText[]> {
  if (texts.length < 2) return texts;
  for (const text of texts)
    for await (const lines of text.lines()) {
      if (lines.some((line) => line.replace(/^\uFEFF/, '').startsWith(begins))) return [text];
      break;
    }
  return texts.slice(0, 1);
}

const words = (text: string | null) => (text ?? '').split(/[\s,，、]+/).filter(Boolean);

/** Reads the bill of a provider or an acquirer. */
export async function readBill(
  files: Pick<Files, 'newDraft'>,
  source: BillSource,
  file: { readonly name: string; readonly bytes: Buffer },
  take: (batch: readonly Located<BillLine>[]) => Promise<void>,
): Promise<ReadFile> {
  if (source.kind === 'acquirer') {
    const reader = new AcquirerBillReader(
      {
        number: source.numberColumn ?? '',
        tradeNo: source.tradeColumn ?? '',
        amount: source.amountColumn ?? '',
        fee: source.feeColumn ?? '',
        date: source.dateColumn ?? '',
        time: source.timeColumn ?? '',
        kind: source.kindColumn ?? '',
      },
      { channel: source.channel!, refundWords: words(source.refundWords) },
    );
    return readTable(files, file.bytes, reader, take);
  }
  try {
    const texts = textsOf(file.name, file.bytes);
    if (source.channel === 'alipay')
      return await readTexts(await textThatBegins(texts, '#支付宝业务明细查询'), new AlipayBillReader(), take);
    if (source.channel !== 'unionpay') return await readTexts(texts, new WechatBillReader(), take);
    const table = texts.find((one) => unionpayFileDay(one.name) !== null);
    if (!table) throw new BillFault('no-table', { format: '银联 ZM (UnionPay)' });
    return await readTexts([table], new UnionpayBillReader(unionpayFileDay(table.name)!), take);
  } catch (error) {
    return failed(error);
  }
}

/** Reads the statement of a bank account. */
export function readStatement(
  files: Pick<Files, 'newDraft'>,
  source: BillSource,
  file: { readonly bytes: Buffer },
  take: (batch: readonly Located<BankLine>[]) => Promise<void>,
): Promise<ReadFile> {
  const reader = new BankStatementReader({
    serialNo: source.tradeColumn ?? '',
    date: source.dateColumn ?? '',
    amount: source.amountColumn ?? '',
    out: source.outColumn ?? '',
    counterparty: source.counterpartyColumn ?? '',
    memo: source.memoColumn ?? '',
  });
  return readTable(files, file.bytes, reader, take);
}

const failed = (error: unknown): ReadFile => {
  if (!(error instanceof BillFault)) throw error;
  return { total: 0, faults: [{ row: 0, rule: error.rule, values: error.values }], faultCount: 1, days: [] };
};

const ROWS_AT_ONCE = 500;

/** Reads a workbook or a table of comma-separated values: its first sheet that has the columns. */
async function readTable<Line>(
  files: Pick<Files, 'newDraft'>,
  bytes: Buffer,
  reader: BillReader<readonly Cell[], Line>,
  take: (batch: readonly Located<Line>[]) => Promise<void>,
): Promise<ReadFile> {
  const path = await files.newDraft();
  try {
    await unpackSheets({ bytes, path });
    const run = new FileRun(reader, take);
    let rows: PackedLine[] = [];
    const flush = async () => {
      const batch = rows;
      rows = [];
      await run.add(
        batch.map(([, , values]) => values as Cell[]),
        (index) => batch[index]![1],
      );
    };
    let sheet: string | null = null;
    for await (const line of packedLines(path)) {
      sheet ??= line[0];
      if (line[0] !== sheet) break;
      rows.push(line);
      if (rows.length >= ROWS_AT_ONCE) await flush();
      if (run.isOver) break;
    }
    await flush();
    return await run.end();
  } catch (error) {
    if (!(error instanceof Refusal)) return failed(error);
    return failed(new BillFault('broken', { reason: error.message }));
  } finally {
    await rm(path, { force: true });
  }
}
