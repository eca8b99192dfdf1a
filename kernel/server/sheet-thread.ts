import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readXls } from 'hucre';
import { detectDelimiter, streamCsvRows } from 'hucre/csv';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { kernelRefusal, Refusal, type RefusalRule } from '../contract/refusal.ts';
import { checkCsv, checkWorkbook, passesBound, SHEET_BOUNDS } from './sheet-bounds.ts';
import { MAX_IMPORT_ROWS, type PackedLine, type SheetTask, type SheetThreadEnd } from './sheet-unpack.ts';

/** Yields the rows of a table that have content, sheet by sheet, the first of each being its header. */
async function* linesOf(bytes: Uint8Array): AsyncGenerator<PackedLine> {
  const begins = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (begins === 'd0cf11e0a1b11ae1') return yield* xlsLines(bytes);
  if (!begins.startsWith('504b')) {
    const text = textOf(bytes);
    const delimiter = detectDelimiter(text);
    checkCsv(text, delimiter);
    let number = 0;
    for (const values of streamCsvRows(text, { delimiter })) {
      number += 1;
      if (isFilled(values)) yield ['CSV', number, values];
    }
    return;
  }
  checkWorkbook(bytes);
  const sheets: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) sheets.push(name);
      return false;
    },
  });
  if (sheets.length > SHEET_BOUNDS.sheets) throw passesBound(kernelRefusal['import-sheet-count'], SHEET_BOUNDS.sheets);
  for (const sheet of sheets)
    for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
      if (isFilled(values)) yield [sheet, index + 1, values];
}

/** Yields the rows of a workbook of Excel 97–2003, whose parts are not packed: the size of the upload bounds what it unpacks to. */
async function* xlsLines(bytes: Uint8Array): AsyncGenerator<PackedLine> {
  const { sheets } = await readXls(bytes);
  if (sheets.length > SHEET_BOUNDS.sheets) throw passesBound(kernelRefusal['import-sheet-count'], SHEET_BOUNDS.sheets);
  for (const { name, rows } of sheets)
    for (const [index, values = []] of rows.entries()) if (isFilled(values)) yield [name, index + 1, values];
}

function isFilled(values: readonly unknown[]): boolean {
  return values.some((one) => one !== null && one !== undefined && one !== '');
}

/** Chinese Excel writes csv files in GB 18030, other versions in UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** Adds the characters of a line to the running total; refuses a cell or a total that is too long. */
function measured([, , values]: PackedLine, before: number): number {
  let length = before;
  for (const value of values) {
    if (typeof value !== 'string') continue;
    if (value.length > SHEET_BOUNDS.cellLength)
      throw passesBound(kernelRefusal['import-cell-length'], SHEET_BOUNDS.cellLength);
    length += value.length;
  }
  if (length > SHEET_BOUNDS.textLength) throw passesBound(kernelRefusal['import-text'], SHEET_BOUNDS.textLength);
  return length;
}

/** A line as it is stored: times marked as such, and nothing after the last filled cell. */
function packed([sheet, number, values]: PackedLine): PackedLine {
  const last = values.findLastIndex((one) => one !== null && one !== undefined && one !== '');
  const kept = values.slice(0, last + 1);
  return [sheet, number, kept.map((one) => (one instanceof Date ? { time: one.getTime() } : (one ?? null)))];
}

const CHUNK_CHARACTERS = 1024 * 1024;

async function unpack({ bytes, path }: SheetTask): Promise<SheetThreadEnd> {
  const heads: PackedLine[] = [];
  const file = path === null ? null : openSync(path, 'w');
  let waiting: string[] = [];
  let waitingLength = 0;
  const flush = () => {
    if (file !== null) writeSync(file, waiting.join(''));
    waiting = [];
    waitingLength = 0;
  };
  let count = 0;
  let length = 0;
  let sheet: string | null = null;
  try {
    for await (const line of linesOf(bytes)) {
      count += 1;
      if (count > SHEET_BOUNDS.lines) throw passesBound(kernelRefusal['import-too-many'], MAX_IMPORT_ROWS);
      length = measured(line, length);
      const isHead = line[0] !== sheet;
      sheet = line[0];
      const kept = packed(line);
      if (isHead && kept[2].length > SHEET_BOUNDS.heads)
        throw passesBound(kernelRefusal['import-columns'], SHEET_BOUNDS.heads);
      if (file === null) {
        if (isHead) heads.push(kept);
        continue;
      }
      // U+2028 and U+2029 separate lines for a reader, but JSON leaves them unescaped.
      const text = `${JSON.stringify(kept).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
      waiting.push(text);
      waitingLength += text.length;
      if (waitingLength > CHUNK_CHARACTERS) flush();
    }
    flush();
    return { heads };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Returns the key of a rule among the kernel's refusals. */
function keyOf(rule: RefusalRule): keyof typeof kernelRefusal {
  return rule.code.replace(/^kernel\./, '') as keyof typeof kernelRefusal;
}

unpack(workerData as SheetTask).then(
  (end) => parentPort!.postMessage(end),
  (error) => {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(kernelRefusal['import-file'], { reason: (error as Error).message });
    parentPort!.postMessage({ refusal: keyOf(refusal.rule), params: refusal.params } satisfies SheetThreadEnd);
  },
);
