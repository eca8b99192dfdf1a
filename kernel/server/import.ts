import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { say } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { ImportMode, ImportRow } from '../contract/task.ts';
import {
  type Importable,
  type ImportTable,
  importTables,
  isWorkbook,
  tableOfSheet,
  type Workbook,
} from '../contract/workbook.ts';
import type { TenantTx } from './database.ts';
import { type Failure, insertFailures, uniqueKeys, writeFailures } from './import-failure.ts';
import { type RowOutcome, repeatFinder, tryRow } from './import-row.ts';
import type { ResourceServer } from './module.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { type HeadMapping, readRows } from './sheet-reader.ts';
import { MAX_IMPORT_ROWS, unpackSheets } from './sheet-unpack.ts';
import type { TaskRun, TaskWork } from './task-run.ts';

/** Input of an import task: a stored file, or the rows themselves. */
export interface ImportInput {
  readonly file: string | null;
  readonly rows: readonly ImportRow[] | null;
  readonly mapping: HeadMapping;
  readonly mode: ImportMode;
}

/** Progress of an import, stored with its rows: after an interruption it continues from here. */
interface ImportState {
  readonly phase: 'check' | 'import';
  /** Rows of the file that this phase has processed. */
  readonly rowsDone: number;
  readonly total: number;
  readonly successNum: number;
  readonly pendingNum: number;
  readonly repeatNum: number;
  readonly failedNum: number;
  readonly mode: ImportMode;
  readonly hasImported: boolean;
}

/** Maximum number of rows per transaction, and the batch size of an all-or-nothing import, which was checked as a whole before. */
const BATCH_ROWS = 2000;
/** Time limit of any other transaction: readers of the event log wait for open writers. */
const BATCH_MS = 250;

const GUIDE = {
  bad: { zh: '按提示修改后，只重新导入失败的行', en: 'Correct it and import only the failed rows again' },
  repeated: { zh: '该行已存在，无需重复导入', en: 'This row already exists and need not be imported again' },
};
const SAME_ROW = { zh: '与第{row}行重复', en: 'Repeats row {row}' };

/** The background work of imports: processes row by row, each accepted row with its audit entry, each rejected one with its reason. */
export function importWork(
  importables: ReadonlyMap<string, Importable>,
  servers: ReadonlyMap<string, ResourceServer>,
  verbs: ResourceVerbs,
): TaskWork {
  return async (run) => {
    const { file } = run.input as unknown as ImportInput;
    const path = file && (await run.kernel.files.newDraft());
    try {
      if (path) await unpackSheets({ bytes: await readFile(run, file), path });
      return await importRows(run, path, { importables, servers, verbs });
    } finally {
      if (path) await rm(path, { force: true });
    }
  };
}

/** Runs an import; `path` is its unpacked file, if it has one. */
async function importRows(
  run: TaskRun,
  path: string | null,
  {
    importables,
    servers,
    verbs,
  }: {
    readonly importables: ReadonlyMap<string, Importable>;
    readonly servers: ReadonlyMap<string, ResourceServer>;
    readonly verbs: ResourceVerbs;
  },
): ReturnType<TaskWork> {
  const of = importables.get(run.source)!;
  const tables = importTables(of);
  const input = run.input as unknown as ImportInput;
  const { mode } = input;
  const rows = await openRows(path, input, of, tables);
  let state = (run.result as ImportState | null) ?? {
    phase: mode === 'good' ? 'import' : 'check',
    rowsDone: 0,
    total: await countRows(rows()),
    successNum: 0,
    pendingNum: 0,
    repeatNum: 0,
    failedNum: 0,
    mode,
    hasImported: false,
  };
  for (;;) {
    state = await runPhase({ run, of, tables, servers, verbs, rows: rows() }, state);
    const isClean = state.failedNum + state.repeatNum === 0;
    if (mode !== 'all' || state.phase === 'import' || !isClean) break;
    state = { ...state, phase: 'import', rowsDone: 0, successNum: 0, pendingNum: 0 };
  }
  const hasFailed = state.failedNum + state.repeatNum > 0;
  return { result: state, ...(hasFailed ? { file: await writeFailures(run, of, tables) } : {}) };
}

type Rows = Iterable<ImportRow> | AsyncIterable<ImportRow>;

async function openRows(
  path: string | null,
  { rows, mapping }: ImportInput,
  of: Importable,
  tables: readonly ImportTable[],
): Promise<() => Rows> {
  const fieldsOf = (sheet: string) => tableOfSheet(of, tables, sheet)?.fields ?? null;
  const open = () => (path ? readRows(path, fieldsOf, mapping) : rows!);
  if (!isWorkbook(of)) return open;
  const found: ImportRow[] = [];
  for await (const row of open()) {
    if (fieldsOf(row.sheet)) found.push(row);
    if (found.length > MAX_IMPORT_ROWS) break;
  }
  const ordered = inOrder(of, tables, found);
  return () => ordered;
}

async function readFile(run: TaskRun, key: string): Promise<Uint8Array> {
  const stream = await run.kernel.files.open(key);
  if (!stream) throw new Refusal(kernelRefusal['not-found'], { what: key });
  return buffer(stream);
}

/** Sorts the rows of a workbook so that each comes after those it refers to; in a workbook of one lot, rows need not name that lot. */
function inOrder(of: Workbook, tables: readonly ImportTable[], rows: readonly ImportRow[]): ImportRow[] {
  const placed = rows.map((row) => ({ row, table: tableOfSheet(of, tables, row.sheet)! }));
  const lots = placed.filter(({ table }) => table.of.lotField === 'id');
  const onlyLot = lots.length === 1 ? (lots[0]!.row.cells[lots[0]!.table.of.nameField] ?? '') : '';
  return tables.flatMap((table) =>
    placed
      .filter((one) => one.table === table)
      .map(({ row }) =>
        onlyLot && 'lotId' in table.fields && !row.cells.lotId
          ? { ...row, cells: { ...row.cells, lotId: onlyLot } }
          : row,
      ),
  );
}

async function countRows(rows: Rows): Promise<number> {
  let count = 0;
  for await (const _ of rows) {
    count += 1;
    if (count > MAX_IMPORT_ROWS) throw new Refusal(kernelRefusal['import-too-many'], { limit: MAX_IMPORT_ROWS });
  }
  if (count === 0) throw new Refusal(kernelRefusal['import-empty']);
  return count;
}

interface Phase {
  readonly run: TaskRun;
  readonly of: Importable;
  readonly tables: readonly ImportTable[];
  readonly servers: ReadonlyMap<string, ResourceServer>;
  readonly verbs: ResourceVerbs;
  readonly rows: Rows;
}

/** A row with its position in the file, its table, and the row it repeats. */
interface Placed extends ImportRow {
  readonly number: number;
  readonly table: ImportTable;
  readonly repeats: number | null;
}

/** Processes all rows from where the phase was interrupted; each batch is stored with its progress in one transaction. */
async function runPhase(phase: Phase, from: ImportState): Promise<ImportState> {
  const { run, of, tables } = phase;
  let state = from;
  const finders = await run.kernel.database.inTenant(
    run.who(),
    async (tx) => {
      const found = new Map<ImportTable, ReturnType<typeof repeatFinder>>();
      for (const table of tables)
        found.set(table, repeatFinder(table.fields, await uniqueKeys(tx, table.of.table, table.fields)));
      return found;
    },
    { isRead: true, pool: 'long' },
  );
  /** Rows that later ones may refer to. */
  const before: Placed[] = [];
  let batch: Placed[] = [];
  const write = async () => {
    while (batch.length > 0) {
      state = await runBatch(phase, state, batch, before);
      if (isWorkbook(of)) before.push(...batch.filter((row) => row.number <= state.rowsDone && isNamed(tables, row)));
      batch = batch.filter((row) => row.number > state.rowsDone);
    }
  };
  let number = 0;
  for await (const row of phase.rows) {
    number += 1;
    const table = tableOfSheet(of, tables, row.sheet)!;
    const placed = { ...row, number, table, repeats: finders.get(table)!(row) };
    if (number <= from.rowsDone) {
      if (isWorkbook(of) && isNamed(tables, placed)) before.push(placed);
      continue;
    }
    batch.push(placed);
    if (batch.length === BATCH_ROWS) await write();
  }
  await write();
  return state;
}

/** Whether rows of any table refer to rows of this one. */
function isNamed(tables: readonly ImportTable[], { table }: Placed): boolean {
  return tables.some(({ fields }) => Object.values(fields).some((field) => (field.item ?? field).to === table.of.name));
}

/** Runs one transaction: as many rows as fit into its time, together with the progress. */
function runBatch(
  phase: Phase,
  from: ImportState,
  batch: readonly Placed[],
  before: readonly Placed[],
): Promise<ImportState> {
  const { run } = phase;
  const who = run.who();
  const isWhole = from.phase === 'import' && from.mode === 'all';
  const isCheck = from.phase === 'check';
  return run.kernel.database.inTenant(
    who,
    async (tx) => {
      let { rowsDone, pendingNum } = from;
      const failures: Failure[] = [];
      const ids = new Map<string, string>();
      const add = async (row: Placed): Promise<RowOutcome> => {
        if (row.repeats) return { isRepeat: true, error: say(SAME_ROW, who.language, { row: row.repeats }) };
        return tryRow(tx, phase, row.table, row.cells, { ids, heldCount: pendingNum });
      };
      const addAll = async () => {
        // Rows that an earlier batch of a check rolled back are added again for the rows that refer to them.
        if (isCheck) for (const row of before) await add(row);
        const startMs = performance.now();
        for (const row of batch) {
          if (!isWhole && performance.now() - startMs > BATCH_MS) break;
          rowsDone = row.number;
          const outcome = await add(row);
          if (outcome === 'held') pendingNum += 1;
          if (typeof outcome === 'string') continue;
          if (isWhole) throw new Refusal(kernelRefusal['import-changed'], { row: row.row, reason: outcome.error });
          failures.push({ ...row, ...outcome, guide: GUIDE[outcome.isRepeat ? 'repeated' : 'bad'][who.language] });
        }
      };
      if (isCheck) await rollBack(tx, addAll);
      else await addAll();
      await insertFailures(tx, run.id, failures);
      const repeated = failures.filter((one) => one.isRepeat).length;
      const good = rowsDone - from.rowsDone - failures.length;
      const state: ImportState = {
        ...from,
        rowsDone,
        successNum: from.successNum + good,
        pendingNum,
        repeatNum: from.repeatNum + repeated,
        failedNum: from.failedNum + failures.length - repeated,
        hasImported: from.hasImported || (from.phase === 'import' && good > 0),
      };
      const done = rowsDone + (isWhole ? state.total : 0);
      await run.note({ done, total: state.total * (state.mode === 'all' ? 2 : 1), result: state }, tx);
      return state;
    },
    { pool: 'long' },
  );
}

class TakenBack extends Error {}

/** Runs work and rolls back all its writes. */
async function rollBack(tx: TenantTx, work: () => Promise<void>): Promise<void> {
  try {
    await tx.savepoint(async () => {
      await work();
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}
