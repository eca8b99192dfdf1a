import type { Values } from '../contract/field.ts';
import type { Language } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { needsColumn } from '../contract/resource.ts';
import { importFields, importResultFields } from '../contract/task.ts';
import { encode, type WireContext } from '../contract/wire.ts';
import { type Importable, importQuestionOf, importTables, isWorkbook, tableOfSheet } from '../contract/workbook.ts';
import type { TenantTx } from './database.ts';
import { FILE_TYPES } from './file-type.ts';
import type { Files } from './files.ts';
import type { ImportInput } from './import.ts';
import { listFailures } from './import-failure.ts';
import type { Kernel } from './kernel.ts';
import type { Upload } from './module.ts';
import type { Read } from './request-body.ts';
import { type HeadMapping, readHeads } from './sheet-reader.ts';
import { writeTemplate } from './sheet-writer.ts';
import type { Who } from './who.ts';

/** Maximum number of failed rows in the result; the file of failed rows has all of them. */
const MAX_FAILURES = 500;
/** Columns of our own files that are meant for people and are ignored on import. */
const IGNORED_HEADS = new Set(['错误', 'Error']);

/**
 * Handles an import call with a file or rows. Returns the column heads where only they are requested; otherwise starts the task and waits
 * for its result unless it is to run in the background.
 */
export async function acceptImport(
  kernel: Kernel,
  of: Importable,
  who: Who,
  { body, file }: { body: object; file: Upload | null },
  read: Read,
  context: WireContext,
  prove: (tx: TenantTx) => Promise<void>,
): Promise<unknown> {
  const wish = read(importFields, body, context);
  const mapping = (wish.mapping ?? {}) as HeadMapping;
  const { language } = who;
  const tables = importTables(of);
  if (file) {
    const heads = await readHeads(file.bytes, (sheet) => tableOfSheet(of, tables, sheet)?.fields ?? null);
    const used = isWorkbook(of) ? tables.filter(({ fields }) => heads.some((one) => one.fields === fields)) : tables;
    const comma = language === 'zh' ? '、' : ', ';
    if (used.length === 0)
      throw new Refusal(kernelRefusal['import-sheets'], {
        sheets: tables.map(({ title }) => title[language]).join(comma),
      });
    const missing = used.flatMap(({ title, fields }) =>
      Object.entries(fields)
        .filter(([key, field]) => needsColumn(field) && !isMeant(fields, key))
        .map(([, { label }]) => (isWorkbook(of) ? `${title[language]} ${label[language]}` : label[language])),
    );
    function isMeant(fields: object, key: string) {
      return heads.some((one) => one.fields === fields && (mapping[one.title] ?? one.key) === key);
    }
    const isUnknown = (one: (typeof heads)[number]) => one.key === null && !IGNORED_HEADS.has(one.title);
    if (wish.isOnlyHeads)
      return {
        Heads: heads
          .filter((one) => !IGNORED_HEADS.has(one.title))
          .map(({ title, key }) => ({ Title: title, Key: key })),
        IsClear: missing.length === 0 && !heads.some(isUnknown),
      };
    if (missing.length > 0) throw new Refusal(kernelRefusal['import-heads'], { columns: missing.join(comma) });
  } else if (!wish.rows?.length) throw new Refusal(kernelRefusal['bad-input'], { reason: 'File' });
  const key =
    file && `${who.tenantId}/import/${kernel.clock.now().toISOString().slice(0, 10)}/${kernel.database.newId()}.bin`;
  if (file) await kernel.files.put(key!, file.bytes);
  const input: ImportInput = { file: key, rows: file ? null : wish.rows!, mapping, mode: wish.mode };
  const id = await kernel.database.inTenant(who, async (tx) => {
    if (importQuestionOf(of, wish.mode)) await prove(tx);
    return kernel.tasks.start(tx, {
      kind: 'import',
      source: of.name,
      input,
      told: { mode: wish.mode, fileName: file?.name ?? null },
      files: key ? [key] : [],
    });
  });
  // A program with a key has no task centre, so it always waits for the result.
  if (wish.isBackground && who.kind !== 'key') return { TaskId: id };
  await kernel.tasks.wait(who, id);
  const result = await kernel.database.inTenant(who, (tx) => importResult(tx, kernel.files, id), { isRead: true });
  return encode(importResultFields, result!, context);
}

/** Returns an empty table or workbook to fill in, as a data URL. */
export async function importTemplate(of: Importable, language: Language): Promise<string> {
  const tables = importTables(of).map(({ title, fields, of: { name, nameField } }) => ({
    title: title[language],
    fields,
    name,
    nameField,
  }));
  const bytes = await writeTemplate(tables, language);
  return `data:${FILE_TYPES.xlsx};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Returns the progress of an import in the form of spec §3; null when the task is no import or has not begun. */
export async function importResult(
  tx: TenantTx,
  files: Files,
  taskId: string,
): Promise<Values<typeof importResultFields> | null> {
  type State = Omit<Values<typeof importResultFields>, 'url' | 'failedRecords'>;
  const [row] = await tx.query<{ result: State; key: string | null; name: string }>(
    `select result, file_key as key, file_name as name from task
     where tenant_id = $1 and id = $2 and kind = 'import' and result is not null`,
    [tx.tenantId, taskId],
  );
  if (!row) return null;
  const failures = await listFailures(tx, taskId, 0, MAX_FAILURES);
  return {
    ...row.result,
    url: row.key && files.sign(row.key, row.name),
    failedRecords: failures.map(({ sheet, row: line, error, guide, cells }) => ({
      sheet,
      row: line,
      errorMsg: error,
      operationGuide: guide,
      cells,
    })),
  };
}
