import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { SystemAlarms } from './system-alarm.ts';

/** Number of months after the current one that have partitions. */
export const MONTHS_AHEAD = 3;
/** Limits how long sessions queue behind a lock request of the partition maker. */
export const LOCK_TIMEOUT_MS = 100;
/** The first attempts do not wait for locks. */
const ATTEMPTS_WITHOUT_WAITING = 20;
/** Pause in milliseconds after an attempt that did not wait for a lock. */
export const SHORT_PAUSE_MS = 20;
const LONG_PAUSE_MS = 2000;

/** Application name shown in pg_stat_activity. */
export const PARTITION_MAKER = 'boyun partitions';

/** A month of a table, `2026-11`. */
export interface TableMonth {
  readonly table: string;
  readonly month: string;
}

/** The monthly partitions to create, and how long to wait for locks of other sessions. */
export interface PartitionRequest {
  readonly url: string;
  readonly tables: readonly string[];
  /** Moments in the first and the last month. */
  readonly from: Date;
  readonly to: Date;
  /** Time limit in milliseconds for retrying locks that others hold. */
  readonly patienceMs: number;
  /** Aborts further attempts. */
  readonly signal?: AbortSignal;
}

/** Returns the start of the month (UTC) that is `months` after that of a moment. */
export function monthsLater(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}

/** Returns the lowest UUIDv7 of a moment. */
export function firstUuid(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

interface Range {
  readonly table: string;
  /** Lowest id in the range; empty where it has no lower bound. */
  readonly from: string;
  /** First id after the range; null where it has no upper bound. */
  readonly to: string | null;
}

const BOUND = /FROM \((?:'(.+?)'|MINVALUE)\) TO \((?:'(.+?)'|MAXVALUE)\)/;

/** Returns the ranges of ids that the partitions of these tables cover. */
async function rangesOf(client: pg.Client, tables: readonly string[]): Promise<Range[]> {
  const { rows } = await client.query<{ table: string; bound: string }>(
    `select p.relname as table, pg_get_expr(c.relpartbound, c.oid) as bound from pg_class p
     join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
     where p.relnamespace = 'public'::regnamespace and p.relname = any($1)`,
    [tables],
  );
  return rows.map(({ table, bound }) => {
    const [, from = '', to = null] = BOUND.exec(bound) ?? [];
    return { table, from, to };
  });
}

/** Returns the months from `from` to `to` that have no partition, earliest first. */
async function missingMonths(client: pg.Client, { tables, from, to }: PartitionRequest): Promise<TableMonth[]> {
  const ranges = await rangesOf(client, tables);
  const missing: TableMonth[] = [];
  for (let month = monthsLater(from, 0); month <= to; month = monthsLater(month, 1)) {
    const id = firstUuid(month);
    const isCovered = (one: Range) => one.from <= id && (one.to === null || id < one.to);
    for (const table of tables)
      if (!ranges.some((one) => one.table === table && isCovered(one)))
        missing.push({ table, month: month.toISOString().slice(0, 7) });
  }
  return missing;
}

/**
 * Creates one month's partition as a separate table and attaches it, in one transaction and one message to the database. Attaching takes
 * SHARE UPDATE EXCLUSIVE on the parent table, which does not block readers or writers, and SHARE ROW EXCLUSIVE on tables it refers to,
 * which waits for their writers; those locks are taken last and together.
 */
async function attachMonth(
  client: pg.Client,
  { table, month }: TableMonth,
  targets: readonly string[],
  isWaiting: boolean,
): Promise<void> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const [from, to] = [firstUuid(start), firstUuid(monthsLater(start, 1))];
  const name = `${table}_${month.replace('-', '')}`;
  const lockTargets = `set local statement_timeout = ${LOCK_TIMEOUT_MS};
    lock table ${targets.join(', ')} in share row exclusive mode ${isWaiting ? '' : 'nowait'};
    set local statement_timeout = 0;`;
  try {
    await client.query(`begin;
      set local lock_timeout = ${LOCK_TIMEOUT_MS};
      select pg_advisory_xact_lock(hashtext('boyun partitions'));
      create table ${name} (like ${table} including all excluding identity);
      -- Proves the range, so that nothing has to be scanned.
      alter table ${name} add constraint ${name}_range check (id >= '${from}' and id < '${to}');
      ${targets.length > 0 ? lockTargets : ''}
      alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}');
      alter table ${name} drop constraint ${name}_range;
      commit`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Returns the tables that foreign keys of a table refer to. */
export async function targetsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct confrelid::regclass::text as name from pg_constraint
     where contype = 'f' and conrelid = $1::regclass and conparentid = 0 order by 1`,
    [table],
  );
  return rows.map((one) => one.name);
}

/** A lock could not be taken, or another process created the same partition. */
const TRY_AGAIN = ['55P03', '57014', '40P01', '42P07', '42P17', '23505'];

/**
 * Creates the missing monthly partitions from `from` to `to`, and returns those it could not create because others held locks all the time.
 * Fails on any other error.
 */
export async function makePartitions(request: PartitionRequest): Promise<TableMonth[]> {
  const client = new pg.Client({ connectionString: request.url, application_name: PARTITION_MAKER });
  client.on('error', () => {});
  await client.connect();
  try {
    const end = performance.now() + request.patienceMs;
    const targets = new Map<string, string[]>();
    for (let attempt = 1; ; attempt += 1) {
      for (const month of await missingMonths(client, request)) {
        const known = targets.get(month.table) ?? (await targetsOf(client, month.table));
        targets.set(month.table, known);
        await attachMonth(client, month, known, attempt > ATTEMPTS_WITHOUT_WAITING).catch(
          (error: { code?: string }) => {
            if (!TRY_AGAIN.includes(error.code ?? '')) throw error;
          },
        );
      }
      const missing = await missingMonths(client, request);
      if (missing.length === 0 || performance.now() > end || request.signal?.aborted) return missing;
      const longest =
        attempt < ATTEMPTS_WITHOUT_WAITING
          ? SHORT_PAUSE_MS
          : SHORT_PAUSE_MS * 2 ** (attempt - ATTEMPTS_WITHOUT_WAITING);
      await pause(Math.min(longest, LONG_PAUSE_MS));
    }
  } finally {
    await client.end();
  }
}

const START_PATIENCE_MS = 60_000;
const AHEAD_PATIENCE_MS = 2000;

/**
 * Creates the partitions a server needs to start: those up to the current month, without which it fails after a minute, and those of the
 * months ahead, which `makePartitionsAhead` creates later when a lock is held now.
 */
export async function makeFirstPartitions(url: string, tables: readonly string[], from: Date, to: Date): Promise<void> {
  const missing = await makePartitions({ url, tables, from, to, patienceMs: START_PATIENCE_MS });
  if (missing.length > 0)
    throw new Error(
      `No partition could be made for ${wordsOf(missing)}: other sessions hold locks on the tables they refer to. End them and start again.`,
    );
  await makePartitions({ url, tables, from: to, to: monthsLater(to, MONTHS_AHEAD), patienceMs: AHEAD_PATIENCE_MS });
}

const wordsOf = (missing: readonly TableMonth[]) => missing.map((one) => `${one.table} ${one.month}`).join(', ');

const KEEP_PATIENCE_MS = 120_000;

/** Creates the partitions of the months ahead; raises the system alarm `partitions` when that fails, and clears it otherwise. */
export async function makePartitionsAhead(
  { clock, log, systemAlarms }: { clock: Clock; log: Log; systemAlarms: SystemAlarms },
  url: string,
  tables: readonly string[],
  options: { readonly signal?: AbortSignal; readonly patienceMs?: number } = {},
): Promise<void> {
  const from = clock.now();
  const request = { url, tables, from, to: monthsLater(from, MONTHS_AHEAD), patienceMs: KEEP_PATIENCE_MS, ...options };
  let failure: string;
  try {
    const missing = await makePartitions(request);
    if (missing.length === 0) return systemAlarms.clear('partitions', 'months ahead');
    if (options.signal?.aborted) return;
    failure = wordsOf(missing);
  } catch (error) {
    log.error({ err: error }, 'partitions could not be made');
    failure = (error as Error).message;
  }
  await systemAlarms.raise({
    name: 'partitions',
    subject: 'months ahead',
    zh: `无法提前建立月分区（${failure}）。到期后新记录将写不进去，请结束长时间持锁的会话并检查数据库。`,
    en: `Monthly partitions could not be made ahead (${failure}). Without them new rows are refused once their month begins: end sessions that hold locks for long, and check the database.`,
  });
}
