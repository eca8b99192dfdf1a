import { type Permission, permission } from './access.ts';
import type { Field } from './field.ts';
import type { Label } from './label.ts';
import { importableFields, type Resource } from './resource.ts';
import type { ImportMode } from './task.ts';

/** A sheet of a workbook: its name in the file, and the resource of its rows. */
export interface Sheet {
  readonly title: Label;
  readonly of: Resource;
}

/** Several plain tables imported from one file; a sheet refers by name to rows of the sheets before it. */
export interface Workbook {
  readonly name: string;
  readonly title: Label;
  /** First part of its two addresses, `<path>/import` and `<path>/template`. */
  readonly path: string;
  readonly access: Permission;
  readonly sheets: readonly Sheet[];
}

/** Declares a workbook, from which its import and template are derived. */
export function workbook(name: string, declaration: Omit<Workbook, 'name' | 'access'>): Workbook {
  const { zh, en } = declaration.title;
  return { ...declaration, name, access: permission(`${name}.import`, { zh: `导入${zh}`, en: `Import: ${en}` }) };
}

/** A target of an import: one plain table, or the tables of a workbook. */
export type Importable = Resource | Workbook;

/** Whether something importable is a workbook of several sheets. */
export function isWorkbook(of: Importable): of is Workbook {
  return 'sheets' in of;
}

/** Returns the question of the password before an import in this mode; null where none is asked. */
export function importQuestionOf(of: Importable, mode: ImportMode): Label | null {
  return isWorkbook(of) || mode === 'check' ? null : (of.importQuestion ?? null);
}

/** Returns the address of the import, or of its template. */
export function importPath(of: Importable, call: 'import' | 'template'): string {
  return `${of.path}/${call}`;
}

/** A table of an import with the fields of its cells. */
export interface ImportTable extends Sheet {
  readonly fields: Readonly<Record<string, Field>>;
}

/** Returns the tables of an import, each after those it refers to. In a workbook of one lot, rows need not name the lot. */
export function importTables(of: Importable): readonly ImportTable[] {
  if (!isWorkbook(of)) return [{ title: of.title, of, fields: importableFields(of.fields) }];
  return of.sheets.map((sheet) => {
    const fields = importableFields(sheet.of.fields);
    const { lotId } = fields;
    return { ...sheet, fields: lotId ? { ...fields, lotId: { ...lotId, isOptional: true, hint: ONLY_LOT } } : fields };
  });
}

const ONLY_LOT: Label = {
  zh: '工作簿中只有一个车场时可不填',
  en: 'Optional when the workbook has only one lot',
};

/** Returns the table that a sheet of a file is read as; null for a sheet to ignore. */
export function tableOfSheet(of: Importable, tables: readonly ImportTable[], sheet: string): ImportTable | null {
  if (!isWorkbook(of)) return tables[0]!;
  const bare = sheet.trim().toLowerCase();
  return tables.find(({ title }) => title.zh === bare || title.en.toLowerCase() === bare) ?? null;
}
