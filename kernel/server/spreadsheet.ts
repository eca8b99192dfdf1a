import { wallTime } from '@boyun/domain/period';
import { parseCsv } from 'hucre/csv';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { nameKey } from '../contract/wire.ts';

/** Writes rows as an Excel file: money as numbers, times in the given zone, plates and codes as text. */
export async function writeSheet(options: {
  title: string;
  fields: Fields;
  rows: readonly Readonly<Record<string, unknown>>[];
  language: Language;
  zone: string;
}): Promise<Uint8Array> {
  const { fields, rows, language, zone } = options;
  const shown = Object.entries(fields).filter(([, field]) => !['list', 'group', 'secret'].includes(field.kind));
  return writeXlsx({
    sheets: [
      {
        name: options.title.slice(0, 31),
        columns: shown.map(([key, field]) => ({
          header: field.label[language],
          key,
          width: field.kind === 'instant' ? 20 : 16,
          ...(field.kind === 'money' ? { numFmt: '#,##0.00' } : {}),
        })),
        data: rows.map((row) =>
          Object.fromEntries(shown.map(([key, field]) => [key, cell(key, field, row, language, zone)])),
        ) as never,
      },
    ],
  });
}

function cell(key: string, field: Field, row: Readonly<Record<string, unknown>>, language: Language, zone: string) {
  const value = row[key];
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'money':
      return Number(value) / 100;
    case 'instant':
      return wallTime((value as Date).getTime(), zone).replace('T', ' ');
    case 'choice':
      return field.choices?.[value as string]?.[language] ?? String(value);
    case 'reference':
      return row[nameKey(key)] ?? value;
    case 'flag':
      return language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no';
    case 'integer':
    case 'decimal':
      return Number(value);
    case 'json':
      return JSON.stringify(value);
    default:
      return String(value);
  }
}

/** One line of an uploaded table: its number as a person counts it and its cells by field key. */
export interface SheetRow {
  readonly sheet: string;
  readonly row: number;
  readonly values: Record<string, unknown>;
}

const MAX_ROWS = 50_000;

/** Reads an uploaded xlsx or csv whose first line names the columns in either language; refuses unreadable files. */
export async function readSheet(bytes: Uint8Array, fields: Fields): Promise<SheetRow[]> {
  const isXlsx = bytes[0] === 0x50 && bytes[1] === 0x4b;
  let sheets: { name: string; rows: readonly (readonly unknown[])[] }[];
  try {
    sheets = isXlsx
      ? (await readXlsx(bytes)).sheets.map((one) => ({ name: one.name, rows: one.rows as unknown[][] }))
      : [{ name: 'CSV', rows: parseCsv(new TextDecoder('utf-8').decode(bytes).replace(/^\uFEFF/, '')) as unknown[][] }];
  } catch (error) {
    throw new Refusal(kernelRefusal['bad-input'], { reason: (error as Error).message });
  }
  const found: SheetRow[] = [];
  for (const sheet of sheets) {
    const [head = [], ...lines] = sheet.rows;
    const keys = head.map((title) => keyOfTitle(fields, String(title ?? '').trim()));
    for (const [index, line] of lines.entries()) {
      if (line.every((value) => value === null || value === undefined || value === '')) continue;
      const values: Record<string, unknown> = {};
      for (const [column, key] of keys.entries()) if (key) values[key] = fromCell(fields[key]!, line[column]);
      found.push({ sheet: sheet.name, row: index + 2, values });
      if (found.length > MAX_ROWS) throw new Refusal(kernelRefusal['too-large'], { limit: `${MAX_ROWS}` });
    }
  }
  return found;
}

function keyOfTitle(fields: Fields, title: string): string | undefined {
  const bare = title.replace(/\s*\*$/, '').toLowerCase();
  return Object.keys(fields).find(
    (key) =>
      fields[key]!.label.zh.toLowerCase() === bare ||
      fields[key]!.label.en.toLowerCase() === bare ||
      key.toLowerCase() === bare,
  );
}

/** What a person types for a choice is its label. */
function fromCell(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  // A day or a time typed into a cell is meant as it reads; a sheet keeps its wall-clock as if it were UTC.
  if (value instanceof Date) {
    const wall = value.toISOString().slice(0, 16).replace('T', ' ');
    return field.kind === 'day' ? wall.slice(0, 10) : field.kind === 'text' ? wall : value;
  }
  const text = String(value).trim();
  if (field.kind === 'day') return isoDay(text);
  if (field.kind === 'choice')
    return (
      choiceValues(field.choices!).find((one) => {
        const label = field.choices![one]!;
        return label.zh === text || label.en.toLowerCase() === text.toLowerCase() || String(one) === text;
      }) ?? text
    );
  if (field.kind === 'flag') return ['是', 'yes', 'true', '1'].includes(text.toLowerCase());
  return text;
}

/** A day as spreadsheets write it, `2026/10/1`, in the form of the wire. */
function isoDay(text: string): string {
  const [, year, month, date] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(text) ?? [];
  return year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text;
}
