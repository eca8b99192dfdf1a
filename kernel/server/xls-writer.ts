import { XLS_ROWS } from '../contract/export-range.ts';
import { compoundFile } from './xls-container.ts';

/** A cell of a sheet; a time is written as if it were UTC. */
export type XlsCell = string | number | boolean | Date | null;

/** A column of a sheet: its head, its width in characters, and the number format of its cells. */
export interface XlsColumn {
  readonly header: string;
  readonly width: number;
  readonly numFmt?: string;
}

/** Number formats with numbers of their own; others are declared from 164 on. */
const BUILT_IN: Readonly<Record<string, number>> = { General: 0, '0': 1, '#,##0.00': 4, '@': 49 };
const FIRST_FORMAT = 164;
/** Formats of styles; those of cells follow. */
const STYLES = 15;
/** The format of plain cells, and of heads; those of columns follow. */
const [PLAIN, HEAD, FIRST_COLUMN] = [STYLES, STYLES + 1, STYLES + 2];
/** Maximum number of bytes of a record; longer ones go on in CONTINUE records. */
const RECORD_BYTES = 8224;
const DAY_MS = 86_400_000;
/** 1 January 1970 in days of Excel. */
const EPOCH_DAY = 25_569;

/**
 * Returns a workbook of Excel 97–2003 (MS-XLS, BIFF8) with one sheet: a bold head that stays in view, and the rows. Throws above `XLS_ROWS`
 * rows.
 */
export async function writeXls(
  batches: AsyncIterable<readonly (readonly XlsCell[])[]>,
  { name, columns }: { readonly name: string; readonly columns: readonly XlsColumn[] },
): Promise<Buffer> {
  const texts = new Texts();
  const cells: Buffer[] = [
    rowOf(
      0,
      columns.map((one) => one.header),
      columns.map(() => HEAD),
      texts,
    ),
  ];
  const formats = columns.map((_, index) => FIRST_COLUMN + index);
  let count = 0;
  for await (const rows of batches)
    for (const row of rows) {
      count += 1;
      if (count > XLS_ROWS) throw new Error(`an .xls sheet has at most ${XLS_ROWS} rows`);
      cells.push(rowOf(count, row, formats, texts));
    }
  const head = globals(columns);
  const strings = texts.records();
  const end = record(0x0a);
  const sheetLength = 4 + 8 + Buffer.byteLength(name, 'utf16le');
  const sheetAt = head.length + sheetLength + strings.length + end.length;
  const book = [head, record(0x85, u32(sheetAt), u8(0, 0), shortText(name)), strings, end];
  return compoundFile(
    'Workbook',
    Buffer.concat([...book, ...sheetHead(columns, count + 1), ...cells, sheetEnd(), end]),
  );
}

const u8 = (...values: readonly number[]) => Buffer.from(values);

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 2);
  for (const [index, one] of values.entries()) bytes.writeUInt16LE(one, index * 2);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [index, one] of values.entries()) bytes.writeUInt32LE(one, index * 4);
  return bytes;
}

const shortText = (text: string) => Buffer.concat([u8(text.length, 1), Buffer.from(text, 'utf16le')]);

function record(id: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([
    u16(
      id,
      parts.reduce((sum, one) => sum + one.length, 0),
    ),
    ...parts,
  ]);
}

/** The beginning of a stream: 5 for the workbook, 0x10 for a sheet. */
const begin = (kind: number) => record(0x809, u16(0x600, kind, 0xdbb, 0x7cc), u32(0xc1, 6));

/** Everything of the workbook that comes before its list of sheets. */
function globals(columns: readonly XlsColumn[]): Buffer {
  const own = [...new Set(columns.map((one) => one.numFmt ?? 'General'))].filter((one) => !(one in BUILT_IN));
  const formatOf = ({ numFmt = 'General' }: XlsColumn) => BUILT_IN[numFmt] ?? FIRST_FORMAT + own.indexOf(numFmt);
  const font = (weight: number) => record(0x31, u16(220, 0, 0x7fff, weight, 0), u8(0, 0, 0, 0), shortText('Arial'));
  const format = (fontIndex: number, numFmt: number, kind: number) =>
    record(0xe0, u16(fontIndex, numFmt, kind), u8(0x20, 0, 0, kind === 1 ? 0xfc : 0), u32(0, 0), u16(0x20c0));
  return Buffer.concat([
    begin(5),
    record(0x42, u16(0x4b0)),
    record(0x3d, u16(0, 0, 0x4000, 0x2000, 0x38, 0, 0, 1, 600)),
    ...[400, 700, 400, 400].map(font),
    ...own.map((one, index) =>
      record(0x41e, u16(FIRST_FORMAT + index, one.length), u8(1), Buffer.from(one, 'utf16le')),
    ),
    ...Array.from({ length: STYLES }, () => format(0, 0, 0xfff5)),
    format(0, 0, 1),
    format(1, BUILT_IN['@']!, 1),
    ...columns.map((one) => format(0, formatOf(one), 1)),
    record(0x293, u16(0x8000), u8(0, 0xff)),
  ]);
}

function sheetHead(columns: readonly XlsColumn[], rowCount: number): Buffer[] {
  return [
    begin(0x10),
    ...columns.map(({ width }, index) => record(0x7d, u16(index, index, width * 256, PLAIN, 0, 0))),
    record(0x200, u32(0, rowCount), u16(0, columns.length, 0)),
  ];
}

/** The view of the sheet: its first row stays in view. */
const sheetEnd = () =>
  Buffer.concat([record(0x23e, u16(0x7be, 0, 0, 0x40, 0, 0, 0, 0, 0)), record(0x41, u16(0, 1, 1, 0), u8(2, 0))]);

function rowOf(row: number, values: readonly XlsCell[], formats: readonly number[], texts: Texts): Buffer {
  const cells = values.flatMap((value, column) => {
    if (value === null || value === '') return [];
    const place = u16(row, column, formats[column] ?? PLAIN);
    if (typeof value === 'number' || value instanceof Date) {
      const number = Buffer.allocUnsafe(8);
      number.writeDoubleLE(value instanceof Date ? value.getTime() / DAY_MS + EPOCH_DAY : value);
      return [record(0x203, place, number)];
    }
    return [record(0xfd, place, u32(texts.numberOf(String(value))))];
  });
  return Buffer.concat(cells);
}

/** The texts of a workbook, each kept once. */
class Texts {
  readonly #numbers = new Map<string, number>();
  #count = 0;

  numberOf(text: string): number {
    this.#count += 1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** The table of texts; a text that goes on in a further record repeats there that its characters have two bytes. */
  records(): Buffer {
    const done: Buffer[] = [];
    let id = 0xfc;
    let parts: Buffer[] = [u32(this.#count, this.#numbers.size)];
    let length = 8;
    const next = (first: Buffer[]) => {
      done.push(record(id, ...parts));
      id = 0x3c;
      parts = first;
      length = first.reduce((sum, one) => sum + one.length, 0);
    };
    const add = (bytes: Buffer) => {
      parts.push(bytes);
      length += bytes.length;
    };
    for (const text of this.#numbers.keys()) {
      const bytes = Buffer.from(text, 'utf16le');
      if (RECORD_BYTES - length < 5) next([]);
      add(Buffer.concat([u16(text.length), u8(1)]));
      let at = 0;
      while (at < bytes.length) {
        if (RECORD_BYTES - length < 2) next([u8(1)]);
        const room = Math.floor((RECORD_BYTES - length) / 2) * 2;
        add(bytes.subarray(at, at + room));
        at += room;
      }
    }
    next([]);
    return Buffer.concat(done);
  }
}
