import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BankLine, BillFault, type BillLine, daysFrom } from '@boyun/domain/reconcile';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { type BillSource, findSource } from '../bill-source/bill-source.queries.ts';
import { askComparison } from '../channel-day/ask-comparison.service.ts';
import { addDays, type ChannelDay, lockDays } from '../channel-day/channel-day.queries.ts';
import { settleFromBank } from '../settlement/settle-bank.service.ts';
import {
  type BillImport,
  claimImport,
  deleteBillLines,
  endImport,
  holdsImport,
  type ImportEnd,
  insertBankLines,
  insertBillLines,
} from './bill-import.queries.ts';
import { billTaken } from './bill-import-event.contract.ts';
import { type ImportFault, type Located, type ReadFile, readBill, readStatement } from './read-bill.service.ts';

/** The job that reads a file. */
export const IMPORT_JOB = 'bill-import';
const DELETED_AT_ONCE = 20_000;

/** Reads files when asked to, one after the other. */
export const workImports = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(IMPORT_JOB, ({ tenantId, importId }) => loadImport(kernel, Number(tenantId), String(importId)), {
    longPlaces: 1,
  });

/** What a file brought, added up while it is read. */
class Sums {
  readonly #days = new Set<string>();
  successNum = 0;
  amountFen = 0;
  feeFen = 0;

  add(lines: readonly { readonly day: string; readonly amountFen: number; readonly feeFen?: number }[], added: number) {
    this.successNum += added;
    for (const { day, amountFen, feeFen = 0 } of lines) {
      this.#days.add(day);
      this.amountFen += amountFen;
      this.feeFen += feeFen;
    }
  }

  get days(): string[] {
    return [...this.#days].sort();
  }
}

/** Another run reads the file: this one ends. */
class Superseded extends Error {}

type InRun = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

/**
 * Reads a file that waits and takes its lines in small transactions; they count once the whole file is right. With a fault nothing of it is
 * kept. A file that was interrupted is read from its beginning; where two read it at once, the first one ends without effect.
 */
export async function loadImport(kernel: Kernel, tenantId: number, importId: string): Promise<void> {
  const who = systemWho(tenantId);
  const runId = kernel.database.newId();
  const found = await kernel.database.inTenant(who, async (tx) => {
    const file = await claimImport(tx, importId, runId);
    const source = file && (await findSource(tx, file.sourceId));
    return file && source ? { file, source } : null;
  });
  if (!found) return;
  const inRun: InRun = (work) =>
    kernel.database.inTenant(who, async (tx) => {
      if (!(await holdsImport(tx, importId, runId))) throw new Superseded();
      return work(tx);
    });
  try {
    await loadFile(kernel, found, inRun);
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
}

async function loadFile(
  kernel: Kernel,
  { file, source }: { readonly file: BillImport; readonly source: BillSource },
  inRun: InRun,
): Promise<void> {
  await removeLines(inRun, file.id);
  const stream = await kernel.files.open(file.fileKey);
  const bytes = stream ? await buffer(stream) : Buffer.alloc(0);
  const sums = new Sums();
  const read =
    source.kind === 'bank'
      ? await loadStatement(kernel, source, { ...file, bytes }, { inRun, sums })
      : await loadLines(kernel, source, { ...file, bytes }, { inRun, sums });
  const faults = [...read.faults];
  if (faults.length === 0) await inRun((tx) => takeFile(kernel, tx, source, file, { read, sums, faults }));
  if (faults.length === 0) return;
  await removeLines(inRun, file.id);
  await inRun((tx) => refuseFile(tx, source, file, { read, faults }));
}

interface Loading {
  readonly inRun: InRun;
  readonly sums: Sums;
}
type Loaded = BillImport & { readonly bytes: Buffer };

function loadLines(kernel: Kernel, source: BillSource, file: Loaded, { inRun, sums }: Loading): Promise<ReadFile> {
  const of = { importId: file.id, sourceId: source.id, skipsKnown: source.kind === 'acquirer' };
  const take = async (batch: readonly Located<BillLine>[]) => {
    const lines =
      file.day === null ? batch : batch.map(({ row, line }) => ({ row, line: { ...line, day: file.day! } }));
    const added = await inRun((tx) => insertBillLines(tx, of, lines));
    sums.add(
      lines.map(({ line }) => (line.isDone ? line : { ...line, amountFen: 0, feeFen: 0 })),
      added,
    );
  };
  return readBill(kernel.files, source, { name: file.fileName, bytes: file.bytes }, take);
}

/** What makes an entry of a statement the same in another file: the bank's number or else all it says, and how often it says that. */
function identities() {
  const counts = new Map<string, number>();
  return ({ serialNo, day, amountFen, counterparty, memo }: BankLine): string => {
    const text = JSON.stringify(serialNo ? [serialNo, day, amountFen] : [day, amountFen, counterparty, memo]);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return createHash('sha256').update(`${text}${count}`).digest('hex');
  };
}

function loadStatement(kernel: Kernel, source: BillSource, file: Loaded, { inRun, sums }: Loading): Promise<ReadFile> {
  const identityOf = identities();
  const of = { importId: file.id, sourceId: source.id };
  return readStatement(kernel.files, source, file, async (batch) => {
    const lines = batch.map(({ line }) => ({ identity: identityOf(line), line }));
    const added = await inRun((tx) => insertBankLines(tx, of, lines));
    sums.add(
      lines.map((one) => one.line),
      added,
    );
  });
}

/** Deletes the lines of a file that is not taken. Entries of a bank statement are true one by one and stay. */
async function removeLines(inRun: InRun, importId: string): Promise<void> {
  const remove = () => inRun((tx) => deleteBillLines(tx, importId, DELETED_AT_ONCE));
  while ((await remove()) === DELETED_AT_ONCE);
}

interface Outcome {
  readonly read: ReadFile;
  readonly sums: Sums;
  /** What turns out to be wrong now is added. */
  readonly faults: ImportFault[];
}

/** The days that a file is the bill of: those it has lines of; a table of an acquirer also those between, on which nothing was paid. */
function daysOf({ kind }: BillSource, named: readonly string[]): string[] {
  const days = [...new Set(named)].sort();
  if (kind !== 'acquirer' || days.length === 0) return days;
  const between = daysFrom(days[0]!, days.at(-1)!);
  // A table of more than a year has a mistake in a date.
  return between.at(-1) === days.at(-1) ? between : days;
}

/** Makes a file that was read the bill of its days. A day that was closed meanwhile refuses it. */
async function takeFile(
  kernel: Kernel,
  tx: TenantTx,
  source: BillSource,
  file: BillImport,
  { read, sums, faults }: Outcome,
): Promise<void> {
  const days = daysOf(source, [...sums.days, ...read.days, ...(file.day ? [file.day] : [])]);
  const refuse = (rule: 'no-line' | 'closed-day', values: Record<string, string> = {}) =>
    void faults.push({ row: 0, rule, values: new BillFault(rule, values).values });
  if (days.length === 0) return refuse('no-line');
  if (source.kind === 'bank') await settleFromBank(tx, file.id);
  else {
    await addDays(tx, source, days, null);
    const locked = await lockDays(tx, source.id, days);
    for (const { day } of locked.filter((one) => one.state === 'closed')) refuse('closed-day', { day });
    if (faults.length > 0) return;
    for (const day of locked) await linkBill(kernel, tx, source, file, day);
    await retireFiles(tx, source);
  }
  const end: ImportEnd = {
    state: 'done',
    total: read.total,
    successNum: sums.successNum,
    failedNum: 0,
    amountFen: sums.amountFen,
    feeFen: sums.feeFen,
    firstDay: days[0]!,
    lastDay: days.at(-1)!,
    faults: [],
  };
  await endImport(tx, file.id, end);
  emitTaken(tx, source, file, end);
}

/** The bill of a provider is that of a whole day and replaces an earlier one; the tables of an acquirer add up. */
async function linkBill(
  kernel: Kernel,
  tx: TenantTx,
  source: BillSource,
  file: BillImport,
  day: ChannelDay,
): Promise<void> {
  if (source.kind === 'provider')
    await tx.query('delete from day_bill where tenant_id = $1 and channel_day_id = $2', [tx.tenantId, day.id]);
  await tx.query('insert into day_bill (tenant_id, channel_day_id, import_id) values ($1, $2, $3)', [
    ...[tx.tenantId, day.id, file.id],
  ]);
  await markBilled(tx, day.id);
  await askComparison(kernel, tx, day.id);
}

/** Notes that the bill of a day is there. */
export async function markBilled(tx: TenantTx, dayId: string): Promise<void> {
  await tx.query(
    `update channel_day set billed_at = $3, fetch_error = null, fetch_after = null, revision = revision + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, dayId, tx.now],
  );
}

/** Files that are the bill of no day any more have been replaced. */
async function retireFiles(tx: TenantTx, { id }: BillSource): Promise<void> {
  await tx.query(
    `update bill_import i set state = 'replaced' where i.tenant_id = $1 and i.source_id = $2 and i.state = 'done'
       and not exists (select from day_bill b where b.tenant_id = i.tenant_id and b.import_id = i.id)`,
    [tx.tenantId, id],
  );
}

async function refuseFile(
  tx: TenantTx,
  source: BillSource,
  file: BillImport,
  { read, faults }: Pick<Outcome, 'read' | 'faults'>,
): Promise<void> {
  const end: ImportEnd = {
    state: 'refused',
    total: read.total,
    successNum: 0,
    failedNum: Math.max(read.faultCount, faults.length),
    amountFen: 0,
    feeFen: 0,
    firstDay: null,
    lastDay: null,
    faults,
  };
  await endImport(tx, file.id, end);
  if (file.day !== null)
    await tx.query(
      `update channel_day set fetch_error = $4 where tenant_id = $1 and source_id = $2 and day = $3 and state <> 'closed'`,
      [tx.tenantId, source.id, file.day, `${faults[0]!.rule} ${JSON.stringify(faults[0]!.values)}`.slice(0, 500)],
    );
  emitTaken(tx, source, file, end);
}

function emitTaken(tx: TenantTx, source: BillSource, file: BillImport, end: ImportEnd): void {
  const { state, total, successNum, failedNum } = end;
  const data = { importId: file.id, name: source.name, fileName: file.fileName, state, total, successNum, failedNum };
  tx.emit(billTaken, { subjectId: file.id, data });
}
