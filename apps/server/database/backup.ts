import { createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  BackupWriter,
  FORMAT_VERSION,
  type PartitionEntry,
  type SequenceEntry,
  type TableEntry,
} from './backup-format.ts';

/** The options of `writeBackup`. */
export type BackupOptions = {
  /** The database, as a role that bypasses row-level security. */
  url: string;
  /** The file to write; it appears whole or not at all. */
  file: string;
  productVersion: string;
  /** The data folder and the names in it (files or folders) to be included. */
  dataDir?: string;
  include?: readonly string[];
  /** Receives each step as a line of text. */
  progress?: (line: string) => void;
};

/** The numbers of a backup or restore. */
export type BackupCounts = { tables: number; rows: number; files: number };

const ORDINARY = `n.nspname not in ('information_schema', 'pg_catalog') and n.nspname !~ '^pg_(toast|temp)'`;

/** A schema and table name as SQL. */
export function quoted(schema: string, name: string): string {
  return `${quote(schema)}.${quote(name)}`;
}

/** A name as SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names of the applied migrations of a database, sorted; empty when it has never been migrated. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as is_there`,
  );
  if (!rows[0]?.is_there) return [];
  const applied = await client.query<{ name: string }>(
    `select name from public.schema_migration order by name collate "C"`,
  );
  return applied.rows.map((row) => row.name);
}

/** Returns the tables with rows, partitioned ones by their root, and their columns except generated ones. */
export async function listTables(client: Client): Promise<(TableEntry & { isPartitioned: boolean })[]> {
  const { rows } = await client.query<{ schema: string; name: string; is_partitioned: boolean; columns: string[] }>(`
    select n.nspname as schema, c.relname as name, c.relkind = 'p' as is_partitioned,
      coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${ORDINARY}
      and not (n.nspname = 'public' and c.relname = 'schema_migration')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1, 2`);
  return rows.map((row) => ({
    type: 'table',
    schema: row.schema,
    name: row.name,
    columns: row.columns,
    isPartitioned: row.is_partitioned,
  }));
}

async function listPartitions(client: Client): Promise<PartitionEntry[]> {
  const { rows } = await client.query<{
    schema: string;
    name: string;
    parent_schema: string;
    parent_name: string;
    bound: string;
    key: string | null;
    has_row_security: boolean;
    is_forced: boolean;
  }>(`
    with recursive tree as (
      select c.oid, 0 as depth from pg_class c where c.relkind = 'p' and not c.relispartition
      union all
      select i.inhrelid, depth + 1 from tree join pg_inherits i on i.inhparent = tree.oid
    )
    select n.nspname as schema, c.relname as name, pn.nspname as parent_schema, p.relname as parent_name,
      pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as key,
      c.relrowsecurity as has_row_security, c.relforcerowsecurity as is_forced
    from tree join pg_class c on c.oid = tree.oid join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where ${ORDINARY}
    order by depth, 1, 2`);
  return rows.map((row) => ({
    schema: row.schema,
    name: row.name,
    parent: { schema: row.parent_schema, name: row.parent_name },
    bound: row.bound,
    key: row.key,
    hasRowSecurity: row.has_row_security,
    isRowSecurityForced: row.is_forced,
  }));
}

/** Returns the position of every sequence; an unused one has no last value. */
async function listSequences(client: Client): Promise<SequenceEntry[]> {
  const { rows } = await client.query<{ schema: string; name: string; last_value: string | null }>(`
    select n.nspname as schema, c.relname as name, pg_sequence_last_value(c.oid)::text as last_value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relpersistence = 'p' and ${ORDINARY} order by 1, 2`);
  return rows.map((row) => ({ type: 'sequence', schema: row.schema, name: row.name, lastValue: row.last_value }));
}

function* filesBelow(dataDir: string, path: string): Generator<string> {
  if (!existsSync(join(dataDir, path))) return;
  if (statSync(join(dataDir, path)).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(join(dataDir, path), { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) yield* filesBelow(dataDir, `${path}/${entry.name}`);
  }
}

/**
 * Writes all tables of a database, as of one instant, and files of the data folder into one file; the server may run
 * meanwhile. Throws when the role is subject to row-level security, since rows would be missing then.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupCounts> {
  const progress = options.progress ?? (() => {});
  const draft = `${options.file}.partial`;
  const client = new Client({ connectionString: options.url });
  client.on('error', () => {});
  await client.connect();
  const writer = new BackupWriter(draft);
  try {
    // Every value must be restored identically, independent of the server's settings.
    await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
      set extra_float_digits = 3; set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set row_security = off`);
    await client.query('begin isolation level repeatable read read only');
    const taken = await client.query<{ now: Date }>('select now()');
    await writer.entry({
      type: 'header',
      formatVersion: FORMAT_VERSION,
      checksum: 'sha256',
      productVersion: options.productVersion,
      takenAt: taken.rows[0]!.now.toISOString(),
      migrations: await appliedMigrations(client),
      partitions: await listPartitions(client),
    });
    const counts: BackupCounts = { tables: 0, rows: 0, files: 0 };
    for (const table of await listTables(client)) {
      counts.rows += await writeTable(client, writer, table, progress);
      counts.tables += 1;
    }
    // Sequences are not part of the snapshot: read last, they are at or beyond every row above.
    for (const sequence of await listSequences(client)) await writer.entry(sequence);
    await client.query('commit');
    counts.files = await writeFiles(writer, options.dataDir, options.include ?? [], progress);
    await writer.entry({ type: 'end', tables: counts.tables, files: counts.files });
    await writer.close();
    renameSync(draft, options.file);
    return counts;
  } catch (error) {
    await writer.abort();
    rmSync(draft, { force: true });
    if ((error as { code?: string }).code === '42501') {
      throw new Error(
        `The role of DATABASE_URL may not read every row (${(error as Error).message}). Use a superuser or a role with BYPASSRLS.`,
      );
    }
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function writeTable(
  client: Client,
  writer: BackupWriter,
  table: TableEntry & { isPartitioned: boolean },
  progress: (line: string) => void,
): Promise<number> {
  const { schema, name, columns } = table;
  await writer.entry({ type: 'table', schema, name, columns });
  const from = `${table.isPartitioned ? '' : 'only '}${quoted(schema, name)}`;
  const stream = client.query(copyTo(`copy (select ${columns.map(quote).join(', ')} from ${from}) to stdout`));
  await writer.bytes(stream as AsyncIterable<Buffer>);
  // The stream ends with the rows; their number comes in a later message, which is read before the answer to another statement.
  await client.query('select');
  const rows = stream.rowCount;
  await writer.entry({ type: 'rows', rows });
  progress(`${schema}.${name}: ${rows} rows`);
  return rows;
}

async function writeFiles(
  writer: BackupWriter,
  dataDir: string | undefined,
  include: readonly string[],
  progress: (line: string) => void,
): Promise<number> {
  let files = 0;
  if (!dataDir) return files;
  for (const name of include) {
    for (const path of filesBelow(dataDir, name)) {
      const stream = createReadStream(join(dataDir, path));
      const first = stream[Symbol.asyncIterator]();
      let head: IteratorResult<Buffer>;
      try {
        head = await first.next();
      } catch (error) {
        // Removed since it was listed: the snapshot may name it, the product copes with a missing picture.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
        throw error;
      }
      await writer.entry({ type: 'file', path });
      await writer.bytes(continued(head, first));
      files += 1;
    }
  }
  progress(`${files} files`);
  return files;
}

async function* continued(head: IteratorResult<Buffer>, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = head; !next.done; next = await rest.next()) yield next.value;
}
