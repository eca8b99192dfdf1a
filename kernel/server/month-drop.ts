import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { firstUuid, LOCK_TIMEOUT_MS, PARTITION_MAKER, SHORT_PAUSE_MS, targetsOf } from './partition.ts';

/** The old months of a table, and the conditions under which one is kept. */
export interface OldMonths {
  readonly table: string;
  /** Months that end later are kept. */
  readonly before: Date;
  /** Returns the tenants that still need their rows of a month ending at `end`. */
  tenantsKeeping(end: Date): readonly number[];
  /** Returns an SQL condition for the partition of this name: true when it is needed for another reason. */
  isNeeded?(partition: string): string;
}

/** A condition for `isNeeded`: the month has any row at all. */
export const hasRows = (partition: string) => `exists (select from ${partition})`;

const ATTEMPTS = 25;
/** Later attempts wait for locks, each for as long as sessions at a gate may queue behind it. */
const ATTEMPTS_WITHOUT_WAITING = 20;

interface OldPartition {
  readonly name: string;
  readonly end: Date;
  readonly to: string;
}

/**
 * Drops old months that are no longer needed, including their rows, and returns the names of the dropped partitions. Detaching and dropping
 * takes exclusive locks on the table and the tables it refers to for a moment. The locks are taken together, first only if they are free,
 * then with a timeout; a month whose locks cannot be taken is left for a later run.
 */
export async function dropMonths(url: string, months: OldMonths): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: PARTITION_MAKER });
  client.on('error', () => {});
  await client.connect();
  const dropped: string[] = [];
  try {
    const targets = await targetsOf(client, months.table);
    for (const partition of await oldPartitions(client, months))
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const outcome = await drop(client, months, partition, targets, attempt > ATTEMPTS_WITHOUT_WAITING);
        if (outcome === 'dropped') dropped.push(partition.name);
        if (outcome !== 'busy') break;
        await pause(SHORT_PAUSE_MS * Math.random() * 10);
      }
  } finally {
    await client.end();
  }
  return dropped;
}

async function oldPartitions(client: pg.Client, { table, before }: OldMonths): Promise<OldPartition[]> {
  const { rows } = await client.query<OldPartition>(
    `select name, "to", uuid_time("to"::uuid) as end from (
       select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''(.+?)''\\)') as "to"
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
       where p.relnamespace = 'public'::regnamespace and p.relname = $1) x
     where "to" is not null order by 1`,
    [table],
  );
  const last = firstUuid(before);
  return rows.filter((one) => one.to <= last);
}

/** A lock could not be taken. */
const BUSY = ['55P03', '57014', '40P01'];
/** Another process dropped it. */
const GONE = '42P01';

async function drop(
  client: pg.Client,
  months: OldMonths,
  { name, end }: OldPartition,
  targets: readonly string[],
  isWaiting: boolean,
): Promise<'dropped' | 'busy' | 'needed' | 'gone'> {
  const needed = `select exists (select from unnest($1::int[]) as t(id)
      where exists (select from ${name} r where r.tenant_id = t.id)) or ${months.isNeeded?.(name) ?? 'false'} as needed`;
  const isNeeded = async () =>
    (await client.query<{ needed: boolean }>(needed, [months.tenantsKeeping(end)])).rows[0]!.needed;
  try {
    if (await isNeeded()) return 'needed';
    await client.query('begin');
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(
      `lock table ${[months.table, ...targets].join(', ')} in access exclusive mode ${isWaiting ? '' : 'nowait'}`,
    );
    // A row may have been added since the first check.
    if (await isNeeded()) return 'needed';
    await client.query(`alter table ${months.table} detach partition ${name}`);
    await client.query(`drop table ${name}`);
    await client.query('commit');
    return 'dropped';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === GONE) return 'gone';
    if (!BUSY.includes(code)) throw error;
    return 'busy';
  } finally {
    await client.query('rollback');
  }
}
