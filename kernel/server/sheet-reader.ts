import { streamCsvRows } from 'hucre/csv';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { ImportRow } from '../contract/task.ts';

/** The head of a column in an uploaded table, and the field it means. */
export interface SheetHead {
  readonly title: string;
  readonly key: string | null;
  /** Fields of the table its sheet is read as. */
  readonly fields: Fields;
}

/** Fields of a sheet by its name; null for one that is passed over. */
export type FieldsOf = (sheet: string) => Fields | null;

/** Which field a head means where its title does not say so; null for a column that is passed over. */
export type HeadMapping = Readonly<Record<string, string | null>>;

type Line = { readonly sheet: string; readonly number: number; readonly values: readonly unknown[] };

/** Lines of a table with something in them, sheet by sheet, the first of each being its head. */
async function* linesOf(bytes: Uint8Array): AsyncGenerator<Line> {
  const begins = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (begins === 'd0cf11e0a1b11ae1') throw new Refusal(kernelRefusal['import-xls']);
  const isFilled = (values: readonly unknown[]) =>
    values.some((one) => one !== null && one !== undefined && one !== '');
  try {
    if (!begins.startsWith('504b')) {
      let number = 0;
      for (const values of streamCsvRows(textOf(bytes))) {
        number += 1;
        if (isFilled(values)) yield { sheet: 'CSV', number, values };
      }
      return;
    }
    const sheets: string[] = [];
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) sheets.push(name);
        return false;
      },
    });
    for (const sheet of sheets)
      for await (const { index, values } of streamXlsxRows(bytes, { sheet }))
        if (isFilled(values)) yield { sheet, number: index + 1, values };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(kernelRefusal['import-file'], { reason: (error as Error).message });
  }
}

/** Chinese Excel writes csv files in GB 18030, the rest of the world in UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The heads of all sheets that are read, each once for its table. */
export async function readHeads(bytes: Uint8Array, fieldsOf: FieldsOf): Promise<SheetHead[]> {
  const heads: SheetHead[] = [];
  let sheet: string | null = null;
  for await (const line of linesOf(bytes)) {
    if (line.sheet === sheet) continue;
    sheet = line.sheet;
    const fields = fieldsOf(sheet);
    if (!fields) continue;
    for (const title of titlesOf(line))
      if (title && !heads.some((one) => one.title === title && one.fields === fields))
        heads.push({ title, key: keyOfTitle(fields, title), fields });
  }
  return heads;
}

/**
 * Rows of an uploaded xlsx or csv one by one, their cells as a person reads them, by key. The first line of a sheet names
 * its columns in either language.
 */
export async function* readRows(
  bytes: Uint8Array,
  fieldsOf: FieldsOf,
  mapping: HeadMapping = {},
): AsyncGenerator<ImportRow> {
  let sheet: string | null = null;
  let fields: Fields | null = null;
  let keys: (string | null)[] = [];
  for await (const line of linesOf(bytes)) {
    if (line.sheet !== sheet) {
      sheet = line.sheet;
      fields = fieldsOf(sheet);
      keys = titlesOf(line).map((title) => (title in mapping ? mapping[title]! : keyOfTitle(fields ?? {}, title)));
      continue;
    }
    if (!fields) continue;
    const cells: Record<string, string> = {};
    for (const [column, key] of keys.entries())
      if (key && key in fields) cells[key] = cellText(line.values[column], fields[key]!);
    yield { sheet: line.sheet, row: line.number, cells };
  }
}

function titlesOf({ values }: Line): string[] {
  return values.map((one) => String(one ?? '').trim());
}

function keyOfTitle(fields: Fields, title: string): string | null {
  const bare = title.replace(/\s*\*$/, '').toLowerCase();
  const found = Object.keys(fields).find(
    (key) =>
      fields[key]!.label.zh.toLowerCase() === bare ||
      fields[key]!.label.en.toLowerCase() === bare ||
      key.toLowerCase() === bare,
  );
  return found ?? null;
}

/** A cell as it reads: a sheet keeps its wall clock as if it were UTC, and numbers with the noise of their fractions. */
function cellText(value: unknown, field: Field): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value
      .toISOString()
      .slice(0, field.kind === 'day' ? 10 : 19)
      .replace('T', ' ');
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value).trim();
}

/** What was typed into a cell as the wire has it: what people type for a choice is its label. */
export function wireOfCell(field: Field, text: string): string {
  switch (field.kind) {
    case 'day':
      return isoDay(text);
    case 'choice': {
      const found = choiceValues(field.choices!).find((one) => {
        const { zh, en } = field.choices![one]!;
        return zh === text || en.toLowerCase() === text.toLowerCase() || String(one) === text;
      });
      return String(found ?? text);
    }
    case 'flag': {
      const word = text.toLowerCase();
      return ['是', 'yes', 'true', '1'].includes(word)
        ? 'true'
        : ['否', 'no', 'false', '0'].includes(word)
          ? 'false'
          : text;
    }
    case 'instant': {
      // 2026/1/31 8:30, as Excel shows it.
      const [, year, month, date, hour, rest] =
        /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(\d{1,2})(:\d{2}.*))?$/.exec(text) ?? [];
      if (!year) return text;
      const [monthText, dateText] = [month!.padStart(2, '0'), date!.padStart(2, '0')];
      return `${year}-${monthText}-${dateText}${hour ? ` ${hour.padStart(2, '0')}${rest}` : ''}`;
    }
    default:
      return text;
  }
}

/** A day as spreadsheets write it, `2026/10/1`, in the form of the wire. */
function isoDay(text: string): string {
  const [, year, month, date] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text.slice(0, 10).trim()) ?? [];
  return year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text;
}
