import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { wallTime } from '@boyun/domain/period';
import { normalizePlate } from '@boyun/domain/plate';
import { type Field, type Fields, text } from '../contract/field.ts';
import { type Label, say } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import { importableFields, writableFields } from '../contract/resource.ts';
import type { ImportMode, ImportRow } from '../contract/task.ts';
import { decode, wireName } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import { asRefusal } from './envelope.ts';
import { type Failure, findFailures, insertFailures, uniqueKeys } from './import-failure.ts';
import type { ResourceServer } from './module.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { type HeadMapping, readRows, wireOfCell } from './sheet-reader.ts';
import { writeTable } from './sheet-writer.ts';
import type { TaskRun, TaskWork } from './task.ts';
import type { Who } from './who.ts';

/** What the work of an import is given: a stored file, or the rows themselves. */
export interface ImportInput {
  readonly file: string | null;
  readonly rows: readonly ImportRow[] | null;
  readonly mapping: HeadMapping;
  readonly mode: ImportMode;
}

/** How far an import has come, kept with its rows: after an interruption it goes on from here. */
interface ImportState {
  readonly phase: 'check' | 'import';
  /** Rows of the file that this phase is done with. */
  readonly rowsDone: number;
  readonly total: number;
  readonly successNum: number;
  readonly repeatNum: number;
  readonly failedNum: number;
  readonly mode: ImportMode;
  readonly hasImported: boolean;
}

/** Most rows of one import. */
const IMPORT_ROWS = 50_000;
/** Most rows of one transaction. Of an import of all rows or none, which was checked whole, so many are written at once. */
const BATCH_ROWS = 2000;
/** Otherwise a transaction takes no longer than this: the event log waits for those that write. */
const BATCH_MS = 250;

const GUIDE = {
  bad: { zh: '按提示修改后，只重新导入失败的行', en: 'Correct it and import only the failed rows again' },
  repeated: { zh: '该行已存在，无需重复导入', en: 'This row exists already, it need not be imported again' },
};
const SAME_ROW: Label = { zh: '与第{row}行重复', en: 'Repeats row {row}' };

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

class Checked extends Error {}

/** The work of imports: row by row, each good one with its audit entry, each bad one with its reason. */
export function importWork(servers: ReadonlyMap<string, ResourceServer>, verbs: ResourceVerbs): TaskWork {
  return async (run) => {
    const server = servers.get(run.source)!;
    const fields = importableFields(server.resource.fields);
    const input = run.input as unknown as ImportInput;
    const { mode } = input;
    const rows = await openRows(run, input, fields);
    let state = (run.result as ImportState | null) ?? {
      phase: mode === 'good' ? 'import' : 'check',
      rowsDone: 0,
      total: await countRows(rows()),
      successNum: 0,
      repeatNum: 0,
      failedNum: 0,
      mode,
      hasImported: false,
    };
    for (;;) {
      state = await runPhase({ run, server, verbs, fields, rows: rows() }, state);
      const isClean = state.failedNum + state.repeatNum === 0;
      if (mode !== 'all' || state.phase === 'import' || !isClean) break;
      state = { ...state, phase: 'import', rowsDone: 0, successNum: 0 };
    }
    const hasFailed = state.failedNum + state.repeatNum > 0;
    return { result: state, ...(hasFailed ? { file: await writeFailures(run, server, fields) } : {}) };
  };
}

async function openRows(run: TaskRun, { file, rows, mapping }: ImportInput, fields: Fields) {
  if (rows) return () => rows;
  const stream = await run.kernel.files.open(file!);
  if (!stream) throw new Refusal(kernelRefusal['not-found'], { what: file });
  const bytes = await buffer(stream);
  return () => readRows(bytes, fields, mapping);
}

async function countRows(rows: Iterable<ImportRow> | AsyncIterable<ImportRow>): Promise<number> {
  let count = 0;
  for await (const _ of rows) {
    count += 1;
    if (count > IMPORT_ROWS) throw new Refusal(kernelRefusal['import-too-many'], { limit: IMPORT_ROWS });
  }
  if (count === 0) throw new Refusal(kernelRefusal['import-empty']);
  return count;
}

interface Phase {
  readonly run: TaskRun;
  readonly server: ResourceServer;
  readonly verbs: ResourceVerbs;
  readonly fields: Fields;
  readonly rows: Iterable<ImportRow> | AsyncIterable<ImportRow>;
}

/** A row with its place in the file, and the row it repeats. */
interface Placed extends ImportRow {
  readonly number: number;
  readonly repeats: number | null;
}

/** Goes over all rows, from where the phase was interrupted; each batch and what is known of it are one transaction. */
async function runPhase(phase: Phase, from: ImportState): Promise<ImportState> {
  const { run, server, fields } = phase;
  let state = from;
  const keys = await run.kernel.database.inTenant(run.who(), (tx) => uniqueKeys(tx, server.resource.table, fields), {
    isRead: true,
  });
  const findRepeat = repeatFinder(fields, keys);
  let batch: Placed[] = [];
  const write = async () => {
    while (batch.length > 0) {
      state = await runBatch(phase, state, batch);
      batch = batch.filter((row) => row.number > state.rowsDone);
    }
  };
  let number = 0;
  for await (const row of phase.rows) {
    number += 1;
    const repeats = findRepeat(row);
    if (number <= from.rowsDone) continue;
    batch.push({ ...row, number, repeats });
    if (batch.length === BATCH_ROWS) await write();
  }
  await write();
  return state;
}

/** Finds the row of the file that a row repeats: alike as a whole, or in what must be unique. */
function repeatFinder(fields: Fields, keys: readonly (readonly string[])[]): (row: ImportRow) => number | null {
  const seen = new Map<string, number>();
  const normal = (key: string, cell = '') =>
    fields[key]!.kind === 'plate' ? normalizePlate(cell) : wireOfCell(fields[key]!, cell);
  return ({ row, cells }) => {
    let found: number | null = null;
    for (const [index, columns] of [Object.keys(fields), ...keys].entries()) {
      // What must be unique may be left empty more than once.
      if (index > 0 && columns.some((key) => !cells[key])) continue;
      const key = JSON.stringify([index, ...columns.map((one) => normal(one, cells[one]))]);
      const first = seen.get(key);
      if (first === undefined) seen.set(key, row);
      else found ??= first;
    }
    return found;
  };
}

/** One transaction: as many rows as it has time for, with all that is known of them. */
function runBatch(phase: Phase, before: ImportState, batch: readonly Placed[]): Promise<ImportState> {
  const { run } = phase;
  const who = run.who();
  const isWhole = before.phase === 'import' && before.mode === 'all';
  return run.kernel.database.inTenant(who, async (tx) => {
    const startMs = performance.now();
    let rowsDone = before.rowsDone;
    const failures: Failure[] = [];
    const ids = new Map<string, string | null>();
    for (const row of batch) {
      if (!isWhole && performance.now() - startMs > BATCH_MS) break;
      rowsDone = row.number;
      const failure = row.repeats
        ? { isRepeat: true, error: say(SAME_ROW, who.language, { row: row.repeats }) }
        : await tryRow(tx, phase, row, before.phase === 'check', ids);
      if (!failure) continue;
      if (isWhole) throw new Refusal(kernelRefusal['import-changed'], { row: row.row, reason: failure.error });
      failures.push({ ...row, ...failure, guide: GUIDE[failure.isRepeat ? 'repeated' : 'bad'][who.language] });
    }
    await insertFailures(tx, run.id, failures);
    const repeated = failures.filter((one) => one.isRepeat).length;
    const good = rowsDone - before.rowsDone - failures.length;
    const state: ImportState = {
      ...before,
      rowsDone,
      successNum: before.successNum + good,
      repeatNum: before.repeatNum + repeated,
      failedNum: before.failedNum + failures.length - repeated,
      hasImported: before.hasImported || (before.phase === 'import' && good > 0),
    };
    const done = rowsDone + (isWhole ? state.total : 0);
    await run.note({ done, total: state.total * (state.mode === 'all' ? 2 : 1), result: state }, tx);
    return state;
  });
}

/** Adds one row, and takes it back where it is only checked; answers why it cannot be added. */
async function tryRow(
  tx: TenantTx,
  { server, verbs, fields }: Phase,
  { cells }: ImportRow,
  isCheck: boolean,
  ids: Map<string, string | null>,
): Promise<{ isRepeat: boolean; error: string } | null> {
  const { who } = tx;
  try {
    const raw: Record<string, unknown> = {};
    for (const [key, cell] of Object.entries(cells))
      if (fields[key]) raw[wireName(key, fields[key])] = await wireValue(tx, verbs, fields[key], cell, ids);
    const decoded = decode(writableFields(server.resource.fields), raw, { zone: who.zone });
    if (!decoded.ok) throw new Refusal(kernelRefusal['bad-input'], {}, decoded.issues);
    await tx.attempt(async () => {
      await verbs.create(tx, server, decoded.values);
      if (isCheck) throw new Checked();
    });
    return null;
  } catch (error) {
    if (error instanceof Checked) return null;
    const refusal = asRefusal(error);
    if (!refusal || refusal.rule === kernelRefusal.unavailable) throw error;
    const { rule, params, issues } = refusal;
    const reasons = issues.map((one) => one[who.language]).join(who.language === 'zh' ? '；' : '; ');
    return { isRepeat: rule === kernelRefusal.duplicate, error: reasons || say(rule, who.language, params) };
  }
}

async function wireValue(
  tx: TenantTx,
  verbs: ResourceVerbs,
  field: Field,
  cell: string,
  ids: Map<string, string | null>,
): Promise<unknown> {
  if (field.kind === 'list') {
    const parts = cell.split(/[,，、;；]/).flatMap((one) => one.trim() || []);
    const values: unknown[] = [];
    for (const one of parts) values.push(await wireValue(tx, verbs, field.item!, one, ids));
    return values;
  }
  if (cell === '' || field.kind !== 'reference' || UUID.test(cell)) return wireOfCell(field, cell);
  // People name things, they do not know ids.
  const name = `${field.to} ${cell}`;
  if (!ids.has(name)) ids.set(name, await verbs.idOfName(tx, field, cell));
  const id = ids.get(name);
  const { zh, en } = field.label;
  if (!id)
    throw new Refusal(kernelRefusal['bad-input'], {}, [
      { path: name, zh: `${zh}“${cell}”不存在`, en: `${en}: there is no "${cell}"` },
    ]);
  return id;
}

/** Writes the rows that failed as a file that can be corrected and imported: their cells as they were, and the reason. */
async function writeFailures(run: TaskRun, server: ResourceServer, fields: Fields) {
  const { kernel, id, tenantId } = run;
  const who: Who = run.who();
  const title = server.resource.title[who.language];
  const shown: Record<string, Field> = { errorMsg: text({ zh: '错误', en: 'Error' }) };
  for (const [key, field] of Object.entries(fields)) shown[key] = { ...field, kind: 'text' };
  const path = await kernel.files.newDraft();
  try {
    const failures = findFailures(kernel.database, who, id);
    await writeTable(path, 'xlsx', failures, { title, fields: shown, language: who.language, zone: who.zone });
    const now = kernel.clock.now();
    const key = `${tenantId}/export/${now.toISOString().slice(0, 10)}/${id}-${run.run}.xlsx`;
    await kernel.files.putFile(key, path);
    const time = wallTime(now.getTime(), who.zone).replace(/[-:T]/g, '');
    return { key, name: `${title} ${who.language === 'zh' ? '失败记录' : 'failed rows'} ${time}.xlsx` };
  } finally {
    await rm(path, { force: true });
  }
}
