import { rm } from 'node:fs/promises';
import { wallTime } from '@boyun/domain/period';
import { type Field, type Fields, text } from '../contract/field.ts';
import { type Importable, type ImportTable, isWorkbook, tableOfSheet } from '../contract/workbook.ts';
import type { Database, TenantTx } from './database.ts';
import { quoted } from './resource-row.ts';
import { writeBook, writeTable } from './sheet-writer.ts';
import type { TaskRun } from './task-run.ts';
import type { Who } from './who.ts';

/** A row that an import rejected. */
export interface Failure {
  /** Its row number in the file, counted over all sheets. */
  readonly number: number;
  readonly sheet: string;
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly isRepeat: boolean;
  readonly error: string;
  readonly guide: string;
}

/** Stores failed rows in one statement. */
export async function insertFailures(tx: TenantTx, taskId: string, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return;
  await tx.query(
    `insert into task_failure (tenant_id, task_id, number, sheet, row, cells, is_repeat, error, guide)
     select $1, $2, * from unnest($3::int[], $4::text[], $5::int[], $6::jsonb[], $7::boolean[], $8::text[], $9::text[])`,
    [
      tx.tenantId,
      taskId,
      failures.map((one) => one.number),
      failures.map((one) => one.sheet.slice(0, 255)),
      failures.map((one) => one.row),
      failures.map((one) => JSON.stringify(one.cells)),
      failures.map((one) => one.isRepeat),
      failures.map((one) => one.error.slice(0, 2000)),
      failures.map((one) => one.guide),
    ],
  );
}

/** Returns up to `count` failed rows of an import with numbers above `after`, in file order. */
export function listFailures(tx: TenantTx, taskId: string, after: number, count: number): Promise<Failure[]> {
  return tx.query<Failure>(
    `select number, sheet, row, cells, is_repeat, error, guide from task_failure
     where tenant_id = $1 and task_id = $2 and number > $3 order by number limit $4`,
    [tx.tenantId, taskId, after, count],
  );
}

const PAGE_ROWS = 2000;

/** Yields all failed rows of an import as table rows: their cells and the reason. */
async function* findFailures(
  database: Database,
  who: Who,
  taskId: string,
  isMeant: (sheet: string) => boolean,
): AsyncGenerator<Readonly<Record<string, string>>[]> {
  let after = 0;
  for (;;) {
    const page = await database.inTenant(who, (tx) => listFailures(tx, taskId, after, PAGE_ROWS), {
      isRead: true,
      pool: 'long',
    });
    yield page.filter(({ sheet }) => isMeant(sheet)).map(({ cells, error }) => ({ ...cells, errorMsg: error }));
    if (page.length < PAGE_ROWS) return;
    after = page.at(-1)!.number;
  }
}

/** Writes the failed rows as a file that can be corrected and imported again: the original cells and the reason. */
export async function writeFailures(run: TaskRun, of: Importable, tables: readonly ImportTable[]) {
  const { kernel, id, tenantId } = run;
  const who = run.who();
  const { language, zone } = who;
  const title = of.title[language];
  const path = await kernel.files.newDraft();
  const failuresOf = (table: ImportTable) =>
    findFailures(kernel.database, who, id, (sheet) => tableOfSheet(of, tables, sheet) === table);
  try {
    if (isWorkbook(of)) {
      const sheets = [];
      for (const table of tables) {
        const rows: Readonly<Record<string, string>>[] = [];
        for await (const page of failuresOf(table)) rows.push(...page);
        if (rows.length > 0) sheets.push({ title: table.title[language], fields: failedFields(table), rows });
      }
      await writeBook(path, sheets, language);
    } else {
      const fields = failedFields(tables[0]!);
      await writeTable(path, 'xlsx', failuresOf(tables[0]!), { title, fields, language, zone, hidesPhones: false });
    }
    const now = kernel.clock.now();
    const key = `${tenantId}/export/${now.toISOString().slice(0, 10)}/${id}-${run.run}.xlsx`;
    await kernel.files.putFile(key, path);
    const time = wallTime(now.getTime(), zone).replace(/[-:T]/g, '');
    return { key, name: `${title} ${language === 'zh' ? '失败记录' : 'failed rows'} ${time}.xlsx` };
  } finally {
    await rm(path, { force: true });
  }
}

/** Columns of the file of failed rows: every cell is text, as it was typed. */
function failedFields({ fields }: ImportTable): Fields {
  const shown: Record<string, Field> = { errorMsg: text({ zh: '错误', en: 'Error' }) };
  for (const [key, field] of Object.entries(fields)) shown[key] = { ...field, kind: 'text' };
  return shown;
}

/** Returns the sets of fields that must be unique within a table: its plain unique indexes. */
export async function uniqueKeys(tx: TenantTx, table: string, fields: Fields): Promise<string[][]> {
  const rows = await tx.query<{ columns: string[] }>(
    `select array_agg(a.attname::text) as columns from pg_index i
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname <> 'tenant_id'
     where i.indrelid = to_regclass($1) and i.indisunique and not i.indisprimary and i.indexprs is null and i.indpred is null
     group by i.indexrelid`,
    [quoted(table)],
  );
  const keyOf = (column: string) => Object.keys(fields).find((key) => quoted(key) === `"${column}"`);
  const found = rows.map(({ columns }) => columns.map(keyOf));
  return found.filter((keys): keys is string[] => keys.every((key) => key !== undefined));
}
