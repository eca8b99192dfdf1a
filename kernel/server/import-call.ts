import type { Values } from '../contract/field.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { importableFields, needsColumn } from '../contract/resource.ts';
import { importFields, importResultFields } from '../contract/task.ts';
import { encode, type WireContext } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import type { Files } from './files.ts';
import type { ImportInput } from './import.ts';
import { listFailures } from './import-failure.ts';
import type { Kernel, ResourceServer, Upload } from './module.ts';
import type { Read } from './resource-route.ts';
import { type HeadMapping, readHeads } from './sheet-reader.ts';
import type { Who } from './who.ts';

/** So many failed rows are told with the result; all of them stand in the file of failed rows. */
const TOLD_FAILURES = 500;
/** Columns of our own files that are for people alone. */
const PASSED_OVER = new Set(['错误', 'Error']);

/**
 * Takes the call of an import: a file or rows. It reads the heads alone where they are asked for, else files the task, and
 * waits for its result unless it goes on in the background.
 */
export async function takeImport(
  kernel: Kernel,
  server: ResourceServer,
  who: Who,
  { body, file }: { body: object; file: Upload | null },
  read: Read,
  context: WireContext,
): Promise<unknown> {
  const wish = read(importFields, body, context);
  const mapping = (wish.mapping ?? {}) as HeadMapping;
  const fields = importableFields(server.resource.fields);
  if (file) {
    const heads = await readHeads(file.bytes, fields);
    const isMeant = (key: string) => heads.some((one) => (mapping[one.title] ?? one.key) === key);
    const missing = Object.entries(fields).filter(([key, field]) => needsColumn(field) && !isMeant(key));
    const isUnknown = (one: (typeof heads)[number]) => one.key === null && !PASSED_OVER.has(one.title);
    if (wish.isOnlyHeads)
      return {
        Heads: heads.filter((one) => !PASSED_OVER.has(one.title)).map(({ title, key }) => ({ Title: title, Key: key })),
        IsClear: missing.length === 0 && !heads.some(isUnknown),
      };
    if (missing.length > 0)
      throw new Refusal(kernelRefusal['import-heads'], {
        columns: missing.map(([, field]) => field.label[who.language]).join(who.language === 'zh' ? '、' : ', '),
      });
  } else if (!wish.rows?.length) throw new Refusal(kernelRefusal['bad-input'], { reason: 'File' });
  const key =
    file && `${who.tenantId}/import/${kernel.clock.now().toISOString().slice(0, 10)}/${kernel.database.newId()}.bin`;
  if (file) await kernel.files.put(key!, file.bytes);
  const input: ImportInput = { file: key, rows: file ? null : wish.rows!, mapping, mode: wish.mode };
  const id = await kernel.database.inTenant(who, (tx) =>
    kernel.tasks.start(tx, {
      kind: 'import',
      source: server.resource.name,
      input,
      told: { mode: wish.mode, fileName: file?.name ?? null },
      files: key ? [key] : [],
    }),
  );
  // A program with a key has no task centre: it gets its answer when it is there.
  if (wish.isBackground && who.kind !== 'key') return { TaskId: id };
  await kernel.tasks.wait(who, id);
  const result = await kernel.database.inTenant(who, (tx) => importResult(tx, kernel.files, id), { isRead: true });
  return encode(importResultFields, result!, context);
}

/** What became of an import so far, as spec §3 has it; null for a task that is none or has not begun. */
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
  const failures = await listFailures(tx, taskId, 0, TOLD_FAILURES);
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
