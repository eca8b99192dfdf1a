import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { formatYuan } from '@boyun/domain/money';
import { zoneClock } from '@boyun/domain/period';
import type { DataValidation, WriteSheet } from 'hucre';
import { writeXlsx } from 'hucre/xlsx';
import type { ExportFormat } from '../contract/export-range.ts';
import { choiceValues, type Field, type Fields } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import { maskPhone, maskPhonesIn } from '../contract/phone.ts';
import { needsColumn } from '../contract/resource.ts';
import { isReferring, nameKey } from '../contract/wire.ts';
import { fieldRule } from './field-rule.ts';
import type { CellValue } from './sheet-bytes.ts';
import { writeXls } from './xls-writer.ts';
import { xlsxStream } from './xlsx-stream.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a table is written. */
export interface SheetOptions {
  readonly title: string;
  readonly fields: Fields;
  readonly language: Language;
  /** IANA zone of its times. */
  readonly zone: string;
  /** Phone numbers are masked. */
  readonly hidesPhones: boolean;
}

const FORMATS: Partial<Record<Field['kind'], string>> = {
  money: '#,##0.00',
  instant: 'yyyy-mm-dd hh:mm:ss',
  day: 'yyyy-mm-dd',
  integer: '0',
  // Plates, codes and order numbers are text, even where they look like numbers.
  text: '@',
  plate: '@',
  reference: '@',
  list: '@',
  choice: '@',
};
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  instant: 20,
  reference: 20,
  list: 20,
  integer: 12,
  money: 12,
  day: 12,
};

type CellOptions = Pick<SheetOptions, 'language' | 'zone' | 'hidesPhones'>;

/** Longest cell text in Excel. */
const MAX_CELL_LENGTH = 32_767;

/** Returns the fields that become columns: no ids, pictures or groups, of lists those of references. */
function tableFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(
    ([key, field]) => key !== 'id' && (isReferring(field) || !['list', 'group', 'secret', 'file'].includes(field.kind)),
  );
}

/** Writes batches of rows to a file as they arrive, holding as few of them in memory as possible; of an `.xls`, which is limited, all. */
export async function writeTable(
  path: string,
  format: ExportFormat,
  batches: AsyncIterable<readonly Row[]>,
  options: SheetOptions,
): Promise<void> {
  const { language } = options;
  const shown = tableFields(options.fields);
  const name = sheetName(options.title);
  const columns = shown.map(([, { kind, label }]) => ({
    header: label[language],
    width: WIDTHS[kind] ?? 16,
    ...(FORMATS[kind] ? { numFmt: FORMATS[kind] } : {}),
  }));
  if (format === 'xls') {
    await writeFile(path, await writeXls(cellsOf(batches, shown, options), { name, columns }));
    return;
  }
  const bytes =
    format === 'csv'
      ? csvLines(batches, shown, options)
      : xlsxStream(cellsOf(batches, shown, options), { name, columns });
  await pipeline(bytes, createWriteStream(path));
}

/** Writes tables of text to one workbook, a sheet each; they must fit into memory. */
export async function writeBook(
  path: string,
  tables: readonly { readonly title: string; readonly fields: Fields; readonly rows: readonly Row[] }[],
  language: Language,
): Promise<void> {
  const bytes = await writeXlsx({
    sheets: tables.map(({ title, fields, rows }) => ({
      name: sheetName(title),
      freezePane: { rows: 1 },
      columns: Object.keys(fields).map(() => ({ width: 18, numFmt: '@' })),
      rows: [
        Object.values(fields).map((field) => field.label[language]),
        ...rows.map((row) => Object.keys(fields).map((key) => (row[key] as string | undefined) ?? null)),
      ],
    })),
  });
  await writeFile(path, bytes);
}

/** Writes tables to one workbook, a sheet each, with numbers and times as such; they must fit into memory. */
export async function writeSheets(
  path: string,
  tables: readonly { readonly title: string; readonly fields: Fields; readonly rows: readonly Row[] }[],
  options: CellOptions,
): Promise<void> {
  const bytes = await writeXlsx({
    sheets: tables.map(({ title, fields, rows }) => {
      const shown = tableFields(fields);
      const cells = shown.map(([key, field]) => cellReader(key, field, options));
      return {
        name: sheetName(title),
        freezePane: { rows: 1 },
        columns: shown.map(([, { kind }]) => ({
          width: WIDTHS[kind] ?? 18,
          ...(FORMATS[kind] ? { numFmt: FORMATS[kind] } : {}),
        })),
        rows: [
          shown.map(([, field]) => field.label[options.language]),
          ...rows.map((row) => cells.map((cell) => cell(row))),
        ],
      };
    }),
  });
  await writeFile(path, bytes);
}

/** Removes characters Excel does not accept in a sheet name. */
function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}

async function* cellsOf(
  batches: AsyncIterable<readonly Row[]>,
  shown: readonly [string, Field][],
  options: SheetOptions,
): AsyncGenerator<CellValue[][]> {
  const cells = shown.map(([key, field]) => cellReader(key, field, options));
  for await (const rows of batches) yield rows.map((row) => cells.map((cell) => cell(row)));
}

type CellReader = (row: Row) => CellValue;

/** Returns what reads the cells of a column. */
function cellReader(key: string, field: Field, { language, zone, hidesPhones }: CellOptions): CellReader {
  const of = (read: (value: NonNullable<unknown>) => CellValue) => (row: Row) => {
    const value = row[key];
    return value === null || value === undefined ? null : read(value);
  };
  const name = nameKey(key);
  switch (field.kind) {
    case 'money':
      return of((value) => Number(value) / 100);
    case 'integer':
    case 'decimal':
      return of(Number);
    case 'instant': {
      const clock = zoneClock(zone);
      // A sheet has no time zones: it stores the wall clock as if it were UTC.
      return of((value) => new Date(Math.floor(clock.localOf((value as Date).getTime()) / 1000) * 1000));
    }
    case 'day':
      return of((value) => new Date(`${value}T00:00:00Z`));
    case 'choice': {
      const { choices } = field;
      return of((value) => choices?.[value as string]?.[language] ?? String(value));
    }
    case 'reference':
      return (row) => {
        const shown = row[name] ?? row[key] ?? null;
        return shown === null ? null : String(shown);
      };
    case 'list':
      return (row) => (row[name] as string | null | undefined) ?? null;
    case 'flag':
      return of((value) => (language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no'));
    case 'json':
      return of((value) => cut(JSON.stringify(hidesPhones ? maskPhonesIn(value) : value)));
    case 'text': {
      const { labels } = field;
      if (field.isPhone && hidesPhones) return of((value) => cut(maskPhone(String(value))));
      return of((value) => cut(labels?.[value as string]?.[language] ?? String(value)));
    }
    default:
      return of((value) => cut(String(value)));
  }
}

const cut = (text: string) => text.slice(0, MAX_CELL_LENGTH);

async function* csvLines(
  batches: AsyncIterable<readonly Row[]>,
  shown: readonly [string, Field][],
  options: SheetOptions,
) {
  // Without a byte order mark Excel assumes a legacy encoding.
  yield `\uFEFF${csvLine(shown.map(([, field]) => field.label[options.language]))}`;
  const cells = shown.map(([key, field]) => csvReader(key, field, options));
  for await (const rows of batches) {
    let lines = '';
    for (const row of rows) lines += csvLine(cells.map((cell) => cell(row)));
    yield lines;
  }
}

/** Returns what reads the cells of a column of a csv file. */
function csvReader(key: string, field: Field, options: CellOptions): (row: Row) => string {
  const read = cellReader(key, field, options);
  return (row) => {
    const value = read(row);
    if (value === null) return '';
    if (field.kind === 'money') return formatYuan(row[key] as number);
    if (value instanceof Date)
      return value
        .toISOString()
        .slice(0, field.kind === 'day' ? 10 : 19)
        .replace('T', ' ');
    return typeof value === 'string' ? asText(value) : String(value);
  };
}

/**
 * Returns text as a csv cell that no spreadsheet interprets as a formula, full-width signs included; a plain negative number is unchanged.
 */
export function asText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** A line of a csv file. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((one) => (/[",\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(',')}\r\n`;
}

/** Number of template rows with validation and choices. */
const TEMPLATE_ROWS = 50_001;

/** A table of a template; a reference to another table of the template offers the names filled in there. */
export interface TemplateTable {
  readonly title: string;
  readonly fields: Fields;
  /** Name of the resource its rows belong to, and the field that names them. */
  readonly name: string;
  readonly nameField: string;
}

/**
 * Returns a workbook of empty tables to fill in, a sheet each: required columns are marked with `*`, each header has its rule as a note,
 * and choices can be picked.
 */
export function writeTemplate(tables: readonly TemplateTable[], language: Language): Promise<Uint8Array> {
  return writeXlsx({ sheets: tables.map((table) => templateSheet(table, tables, language)) });
}

function templateSheet(
  { title, fields }: TemplateTable,
  tables: readonly TemplateTable[],
  language: Language,
): WriteSheet {
  const shown = Object.entries(fields);
  const heads = shown.map(([, field]) => `${field.label[language]}${needsColumn(field) ? ' *' : ''}`);
  return {
    name: sheetName(title),
    freezePane: { rows: 1 },
    columns: shown.map(([, { kind }]) => ({
      width: WIDTHS[kind] ?? 18,
      // Every cell is text, except for the formats Excel itself writes.
      numFmt: ['money', 'instant', 'day', 'integer', 'decimal'].includes(kind) ? (FORMATS[kind] ?? 'General') : '@',
    })),
    rows: [heads],
    cells: new Map(
      shown.map(([, field], column) => [
        `0,${column}`,
        {
          value: heads[column]!,
          style: { font: { bold: true } },
          comment: { author: 'Boyun', text: fieldRule(field)[language] },
        },
      ]),
    ),
    dataValidations: shown.flatMap(([, field], column): DataValidation[] => {
      const letter = columnLetter(column);
      const offer = { type: 'list' as const, allowBlank: true, range: `${letter}2:${letter}${TEMPLATE_ROWS}` };
      const names = field.kind === 'reference' ? namesIn(tables, field.to!) : null;
      // Existing names may be used as well, so others are not rejected.
      if (names) return [{ ...offer, formula1: names, showErrorMessage: false }];
      const values = choicesOf(field, language);
      // Excel stores the list in 255 characters and splits it at commas.
      if (values.length === 0 || values.join(',').length > 255 || values.some((one) => one.includes(','))) return [];
      return [{ ...offer, values, showErrorMessage: true }];
    }),
  };
}

function choicesOf(field: Field, language: Language): string[] {
  if (field.kind === 'flag') return language === 'zh' ? ['是', '否'] : ['yes', 'no'];
  return field.kind === 'choice' ? choiceValues(field.choices!).map((one) => field.choices![one]![language]) : [];
}

/** Returns the cell range with the names of another table of the template; null when it has no such table. */
function namesIn(tables: readonly TemplateTable[], to: string): string | null {
  const table = tables.find((one) => one.name === to);
  if (!table || tables.length === 1) return null;
  const letter = columnLetter(Object.keys(table.fields).indexOf(table.nameField));
  return `'${sheetName(table.title)}'!$${letter}$2:$${letter}$5000`;
}

function columnLetter(index: number): string {
  return `${index >= 26 ? columnLetter(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}
