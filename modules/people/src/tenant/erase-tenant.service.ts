import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Kernel, Query } from '@boyun/kernel/server';
import { systemWho } from '@boyun/kernel/server';
import { changeTenant, requireTenant } from './tenant-change.service.ts';

type Erasing = Pick<Kernel, 'database' | 'clock' | 'files' | 'log'>;

/** Rows of one step: at the beginning, and at most. */
const [FIRST_ROWS, MOST_ROWS] = [500, 5000];
/** A step shorter than the first grows, one longer than the second shrinks, in milliseconds. */
const [SHORT_MS, LONG_MS] = [60, 150];
/** Rounds over all tables without an erased row before the erasure is given up until the next run. */
const IDLE_ROUNDS = 60;
/** Another transaction was in the way, or the step took too long: it is tried again, smaller. */
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

/** The step of a process that finds that another one has erased the tenant meanwhile. */
const NOTHING_LEFT: Step = { considered: 0, erased: 0, lastKey: null };

/**
 * Erases the tenants whose time is over, or goes on erasing them, with their files, for at most `forMs`. Every step is a
 * transaction of its own with at most 5,000 rows, and as much time is left to others as a step took.
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

/** Marks the tenants that are due: from then on nothing of theirs is served. */
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
        await changeTenant(
          tx,
          tenant,
          'tenant.erasing',
          { state: 'frozen', erasingAt: tx.now },
          { endsSessions: true },
        );
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
          // Its own log goes with it: the other server processes hear of it from the platform's.
          tx.emit({ kind: 'tenant.erasing', data: { tenantId: id } });
        }
      },
      { isAboveTenants: true },
    );
    database.closed.add(id);
  }
}

/** Erases the rows of a tenant step by step; false when the time was over before the end. */
async function eraseRows(database: Database, id: number, mayGoOn: () => boolean): Promise<boolean> {
  for (let idleRounds = 0; idleRounds < IDLE_ROUNDS; ) {
    // Read again for each round: partitions come and go meanwhile.
    const tables = await erasableTables(database.system);
    const erased = await eraseRound(database, id, tables, mayGoOn);
    if (erased === null) return false;
    if (await eraseLine(database, id, tables)) return true;
    idleRounds = erased > 0 ? 0 : idleRounds + 1;
    if (idleRounds > 0) await pause(100);
  }
  throw new Error(`rows of tenant ${id} could not be erased: something still refers to them or writes them`);
}

/** Goes through all tables once, from where the last step ended; the rows erased, or null when the time was over. */
async function eraseRound(
  database: Database,
  id: number,
  tables: readonly string[],
  mayGoOn: () => boolean,
): Promise<number | null> {
  let erased = 0;
  const [begun] = await database.system<Progress>(
    'select at_table as "atTable", at_key as "atKey", batch_rows as "batchRows" from tenant_erasure where id = $1',
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
      // Rows that something new refers to are left for the next round.
      if (!step || step.lastKey === null) break;
      atKey = step.lastKey;
    }
    atKey = null;
  }
  await database.system('update tenant_erasure set at_table = null, at_key = null where id = $1', [id]);
  return erased;
}

/** One step and its progress, in one transaction; null when it was not possible now. */
async function eraseStep(database: Database, id: number, at: Progress): Promise<Step | null> {
  try {
    return await database.inSystem(async (query) => {
      await query(LOCAL_TIMEOUTS);
      // One process at a time: another waits here, and then finds these rows gone.
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
  const [step] = await query<Step>(
    `select considered, erased, last_key as "lastKey" from erase_tenant_rows($1, $2, $3, $4)`,
    [id, atTable, atKey, batchRows],
  );
  return step!;
}

/**
 * Erases what was written during the round and the line of the tenant, with every writer of the tenant waited for and kept
 * out; false when too much is left for one transaction, or a writer is not done yet.
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
    tx.emit({ kind: 'tenant.erased', data: { tenantId: id } });
  });
}

/** All tables of tenants, partitions in place of partitioned tables, those that refer to others before them. */
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
    // A plain table is the one leaf of its own tree.
    ordered.push(...next.flatMap((one) => (one.leaves.length > 0 ? one.leaves : [one.name])));
    remaining = remaining.filter((one) => !next.includes(one));
  }
  return ordered;
}
