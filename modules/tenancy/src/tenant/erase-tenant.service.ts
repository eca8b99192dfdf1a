import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Kernel, Query } from '@boyun/kernel/server';
import { systemWho } from '@boyun/kernel/server';
import { changeTenant, requireTenant } from './tenant-change.service.ts';
import { tenantErased, tenantErasing } from './tenant-event.contract.ts';

type Erasing = Pick<Kernel, 'database' | 'clock' | 'files' | 'log'>;

/** Rows per step: initially, and at most. */
const [FIRST_ROWS, MOST_ROWS] = [500, 5000];
/** In milliseconds: a step shorter than the first doubles the next, one longer than the second halves it. */
const [SHORT_MS, LONG_MS] = [60, 150];
/** Consecutive rounds over all tables without an erased row after which the erasure pauses until the next run. */
const IDLE_ROUNDS = 60;
/** SQLSTATEs of lock conflicts and time-outs, after which the step is retried with fewer rows. */
const IN_THE_WAY = new Set(['55P03', '57014', '40P01', '40001']);
const LOCAL_TIMEOUTS = "select set_config('lock_timeout', '1s', true), set_config('statement_timeout', '20s', true)";

interface Progress {
  readonly atTable: string | null;
  readonly atKey: string[] | null;
  readonly batchRows: number;
}

interface Step {
  readonly considered: number;
  readonly erased: number;
  readonly lastKey: string[] | null;
}

/** The step of a process that finds the tenant already erased by another one. */
const NOTHING_LEFT: Step = { considered: 0, erased: 0, lastKey: null };

/**
 * Erases the tenants that are due for deletion, with their files, or continues erasing them, for at most `forMs`
 * milliseconds. Each step is a transaction of at most 5,000 rows, followed by a pause of the same duration.
 */
export async function eraseTenants(
  kernel: Erasing,
  { forMs = Number.POSITIVE_INFINITY, signal }: { forMs?: number; signal?: AbortSignal } = {},
): Promise<void> {
  await closeDueTenants(kernel);
  const mayGoOn = untilOver(forMs, signal);
  const begun = await kernel.database.system<{ id: number; code: string }>(
    'select id, code from tenant_erasure where finished_at is null order by started_at, id',
  );
  for (const { id, code } of begun) {
    if (!(await eraseRows(kernel.database, id, mayGoOn))) return;
    await kernel.files.clear(id);
    await finish(kernel, id);
    kernel.log.info({ tenantId: id, code }, 'tenant erased');
  }
}

function untilOver(forMs: number, signal: AbortSignal | undefined): () => boolean {
  const until = performance.now() + forMs;
  return () => performance.now() < until && !signal?.aborted;
}

/** Marks the due tenants: from then on none of their data is served. */
async function closeDueTenants({ database, clock }: Erasing): Promise<void> {
  const due = await database.system<{ id: number }>(
    "select id from tenant where kind <> 'platform' and deletion_due_at <= $1 and erasing_at is null",
    [clock.now()],
  );
  const [platform] = await database.system<{ id: number }>(
    "select id from tenant where kind = 'platform' order by id limit 1",
  );
  for (const { id } of due) {
    await database.inTenant(
      systemWho(platform?.id ?? id),
      async (tx) => {
        const tenant = await requireTenant(tx, id);
        await changeTenant(tx, tenant, tenantErasing, { state: 'frozen', erasingAt: tx.now }, { endsSessions: true });
        await tx.query(
          `insert into tenant_erasure (id, code, name, started_at, estimated_rows)
           select id, code, name, $2, (select coalesce(sum(estimated_tenant_rows($1, c.relname)), 0) from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
               and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
           from tenant where id = $1`,
          [id, tx.now],
        );
        if (platform) {
          tx.audit({
            action: 'tenant.erasing',
            subjectKind: 'tenant',
            subjectId: `${id}`,
            subject: `${tenant.name} ${tenant.code}`,
          });
          // The tenant's own log is erased with it: other server processes learn of it from the platform's log.
          tx.emit(tenantErasing, { data: { tenantId: id } });
        }
      },
      { isAboveTenants: true },
    );
    database.closed.add(id);
  }
}

/** Erases the rows of a tenant step by step; returns false when the time ran out before the end. */
async function eraseRows(database: Database, id: number, mayGoOn: () => boolean): Promise<boolean> {
  for (let idleRounds = 0; idleRounds < IDLE_ROUNDS; ) {
    // Read again for each round, because partitions are added and dropped meanwhile.
    const tables = await erasableTables(database.system);
    const erased = await eraseRound(database, id, tables, mayGoOn);
    if (erased === null) return false;
    if (await eraseLine(database, id, tables)) return true;
    idleRounds = erased > 0 ? 0 : idleRounds + 1;
    if (idleRounds > 0) await pause(100);
  }
  throw new Error(`rows of tenant ${id} could not be erased: something still refers to them or writes them`);
}

/** Goes through all tables once, resuming after the last step; returns the number of rows erased, or null when the time ran out. */
async function eraseRound(
  database: Database,
  id: number,
  tables: readonly string[],
  mayGoOn: () => boolean,
): Promise<number | null> {
  let erased = 0;
  const [begun] = await database.system<Progress>(
    'select at_table, at_key, batch_rows from tenant_erasure where id = $1',
    [id],
  );
  const from = Math.max(0, tables.indexOf(begun?.atTable ?? ''));
  let atKey = tables[from] === begun?.atTable ? (begun?.atKey ?? null) : null;
  let batchRows = begun?.batchRows ?? FIRST_ROWS;
  for (const table of tables.slice(from)) {
    for (;;) {
      if (!mayGoOn()) return null;
      const start = performance.now();
      const step = await eraseStep(database, id, { atTable: table, atKey, batchRows });
      const tookMs = performance.now() - start;
      if (step && step.considered > 0) await pause(tookMs);
      if (!step || tookMs > LONG_MS) batchRows = Math.max(50, Math.floor(batchRows / 2));
      else if (tookMs < SHORT_MS && step.considered === batchRows) batchRows = Math.min(MOST_ROWS, batchRows * 2);
      erased += step?.erased ?? 0;
      // Rows still referenced by newer rows are left for the next round.
      if (!step || step.lastKey === null) break;
      atKey = step.lastKey;
    }
    atKey = null;
  }
  await database.system('update tenant_erasure set at_table = null, at_key = null where id = $1', [id]);
  return erased;
}

/** Runs one step and saves its progress in one transaction; returns null when a conflict prevented it. */
async function eraseStep(database: Database, id: number, at: Progress): Promise<Step | null> {
  try {
    return await database.inSystem(async (query) => {
      await query(LOCAL_TIMEOUTS);
      // One process at a time: another one waits here and then finds these rows gone.
      await query('select from tenant_erasure where id = $1 for update', [id]);
      const [line] = await query('select id from tenant where id = $1', [id]);
      if (!line) return NOTHING_LEFT;
      const step = await eraseSome(query, id, at);
      await query(
        `update tenant_erasure set at_table = $2, at_key = $3, batch_rows = $4, erased_rows = erased_rows + $5 where id = $1`,
        [id, at.atTable, step.lastKey ?? at.atKey, at.batchRows, step.erased],
      );
      return step;
    });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (IN_THE_WAY.has(code) || code === '23503') return null;
    throw error;
  }
}

async function eraseSome(query: Query, id: number, { atTable, atKey, batchRows }: Progress): Promise<Step> {
  const [step] = await query<Step>(`select considered, erased, last_key from erase_tenant_rows($1, $2, $3, $4)`, [
    id,
    atTable,
    atKey,
    batchRows,
  ]);
  return step!;
}

/**
 * Erases what was written during the round and the tenant row, after waiting for and blocking every writer of the tenant;
 * returns false when too much is left for one transaction, or when a writer has not finished.
 */
async function eraseLine(database: Database, id: number, tables: readonly string[]): Promise<boolean> {
  try {
    return await database.inSystem(async (query) => {
      await query(LOCAL_TIMEOUTS);
      const [line] = await query('select id from tenant where id = $1 for update', [id]);
      if (!line) return true;
      for (const atTable of tables) {
        const { considered, erased } = await eraseSome(query, id, { atTable, atKey: null, batchRows: FIRST_ROWS });
        await query('update tenant_erasure set erased_rows = erased_rows + $2 where id = $1', [id, erased]);
        if (considered === FIRST_ROWS || considered > erased) return false;
      }
      await query('select erase_tenant_line($1)', [id]);
      return true;
    });
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (IN_THE_WAY.has(code) || code === '23503') return false;
    throw error;
  }
}

async function finish({ database, clock }: Erasing, id: number): Promise<void> {
  const [one] = await database.system<{ name: string; code: string; rows: number }>(
    `update tenant_erasure set finished_at = $2, at_table = null, at_key = null where id = $1 and finished_at is null
     returning name, code, erased_rows as rows`,
    [id, clock.now()],
  );
  const [platform] = await database.system<{ id: number }>(
    "select id from tenant where kind = 'platform' order by id limit 1",
  );
  if (!one || !platform) return;
  await database.inTenant(systemWho(platform.id), async (tx) => {
    const subject = { subjectKind: 'tenant', subjectId: `${id}`, subject: `${one.name} ${one.code}` };
    tx.audit({ action: 'tenant.erased', ...subject, after: { rows: one.rows } });
    tx.emit(tenantErased, { data: { tenantId: id } });
  });
}

/** Returns all tables with tenant rows, leaf partitions instead of partitioned tables, referencing tables before referenced ones. */
async function erasableTables(query: Query): Promise<string[]> {
  const tables = await query<{ name: string; refersTo: string[]; leaves: string[] }>(
    `select c.relname as name,
       array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
         where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as "refersTo",
       array(select l.relname::text from pg_partition_tree(c.oid) p join pg_class l on l.oid = p.relid
         where p.isleaf and l.relkind = 'r' order by 1) as leaves
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by 1`,
  );
  const ordered: string[] = [];
  let remaining = tables;
  while (remaining.length > 0) {
    const isReferred = (name: string) => remaining.some((one) => one.refersTo.includes(name));
    const next = remaining.filter((one) => !isReferred(one.name));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${remaining.map((one) => one.name)}`);
    // An unpartitioned table is the only leaf of its tree.
    ordered.push(...next.flatMap((one) => (one.leaves.length > 0 ? one.leaves : [one.name])));
    remaining = remaining.filter((one) => !next.includes(one));
  }
  return ordered;
}
