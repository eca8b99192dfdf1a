import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import type { Label } from '../contract/label.ts';
import type { ImportRow } from '../contract/task.ts';
import { type PackedLine, packedLines, unpackSheets } from './sheet-unpack.ts';

/** The head of a column in an uploaded table, and the field it maps to. */
export interface SheetHead {
  readonly title: string;
  readonly key: string | null;
  /** Fields of the table that its sheet is read as. */
  readonly fields: Fields;
}

/** Returns the fields of a sheet by its name; null for a sheet to ignore. */
export type FieldsOf = (sheet: string) => Fields | null;

/** The field of a head whose title is not recognised; null for a column to ignore. */
export type HeadMapping = Readonly<Record<string, string | null>>;

/** Returns the heads of all sheets that are read, each once for its table. */
export async function readHeads(bytes: Uint8Array, fieldsOf: FieldsOf): Promise<SheetHead[]> {
  const found = new Map<Fields, Map<string, SheetHead>>();
  for (const line of await unpackSheets({ bytes, path: null })) {
    const fields = fieldsOf(line[0]);
    if (!fields) continue;
    const heads = found.get(fields) ?? new Map<string, SheetHead>();
    found.set(fields, heads);
    for (const title of titlesOf(line))
      if (title && !heads.has(title)) heads.set(title, { title, key: keyOfTitle(fields, title), fields });
  }
  return [...found.values()].flatMap((heads) => [...heads.values()]);
}

/**
 * Yields the rows of an xlsx or csv that `unpackSheets` wrote to a path, with cells as a person reads them, by key. The first line of a
 * sheet names its columns in either language.
 */
export async function* readRows(
  path: string,
  fieldsOf: FieldsOf,
  mapping: HeadMapping = {},
): AsyncGenerator<ImportRow> {
  let sheet: string | null = null;
  let fields: Fields | null = null;
  let keys: (string | null)[] = [];
  for await (const line of packedLines(path)) {
    const [ofSheet, number, values] = line;
    if (ofSheet !== sheet) {
      sheet = ofSheet;
      fields = fieldsOf(sheet);
      keys = titlesOf(line).map((title) => (title in mapping ? mapping[title]! : keyOfTitle(fields ?? {}, title)));
      continue;
    }
    if (!fields) continue;
    const cells: Record<string, string> = {};
    for (const [column, key] of keys.entries())
      if (key && key in fields) cells[key] = cellText(values[column], fields[key]!);
    yield { sheet, row: number, cells };
  }
}

function titlesOf([, , values]: PackedLine): string[] {
  return values.map((one) => String((isTime(one) ? new Date(one.time) : one) ?? '').trim());
}

function isTime(value: unknown): value is { readonly time: number } {
  return value !== null && typeof value === 'object' && 'time' in value;
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

/** Returns a cell as text: a sheet stores wall-clock times as if they were UTC, and numbers with floating-point noise. */
function cellText(value: unknown, field: Field): string {
  if (value === null || value === undefined) return '';
  if (isTime(value))
    return new Date(value.time)
      .toISOString()
      .slice(0, field.kind === 'day' ? 10 : 19)
      .replace('T', ' ');
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value).trim();
}

/** Converts cell text to its wire value; for a choice, and for the usual values of a text, people type the label. */
export function wireOfCell(field: Field, text: string): string {
  switch (field.kind) {
    case 'day':
      return isoDay(text);
    case 'choice':
      return String(choiceValues(field.choices!).find((one) => isLabel(text, one, field.choices![one]!)) ?? text);
    case 'text':
      return Object.keys(field.labels ?? {}).find((one) => isLabel(text, one, field.labels![one]!)) ?? text;
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

/** Whether a cell means a value: it holds the label in either language or the value itself. */
function isLabel(text: string, value: string | number, { zh, en }: Label): boolean {
  return zh === text || en.toLowerCase() === text.toLowerCase() || String(value) === text;
}

/** Converts a day as spreadsheets write it, `2026/10/1`, to the wire format. */
function isoDay(text: string): string {
  const [, year, month, date] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text.slice(0, 10).trim()) ?? [];
  return year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text;
}
