import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { appliedMigrations, type BackupCounts, listTables, quote, quoted } from './backup.ts';
import {
  BackupReader,
  checkBackup,
  type PartitionEntry,
  type SequenceEntry,
  type TableEntry,
} from './backup-format.ts';
import { RestoredFiles } from './restored-files.ts';

/** The options of `readBackup`. */
export type RestoreOptions = {
  /** An empty, migrated database, as a superuser. */
  url: string;
  file: string;
  /** Where the files of the backup go; without it they are left out. */
  dataDir?: string;
  /** Tables (`schema.name`) migrations put rows into: these rows give way to the backup's. Others must be empty. */
  seeded?: readonly string[];
  /** The caller has called `checkBackup` on this file, which reads all of it. */
  isChecked?: boolean;
  /** Receives each step as a line of text. */
  progress?: (line: string) => void;
};

/**
 * Restores a backup into an empty database with the same migrations applied, and its files into the data folder, all or
 * nothing. The whole file is checked before anything is written. Throws an error that states the remedy when the
 * database is not empty, is of another version, or the file is damaged.
 */
export async function readBackup(options: RestoreOptions): Promise<BackupCounts> {
  if (!options.isChecked) await checkBackup(options.file);
  const files = options.dataDir ? new RestoredFiles(options.dataDir) : null;
  const reader = new BackupReader(options.file);
  const client = new Client({ connectionString: options.url });
  client.on('error', () => {});
  try {
    const header = await reader.header();
    await client.connect();
    checkMigrations(header.migrations, await appliedMigrations(client), header.productVersion);
    await client.query(`set client_encoding = 'UTF8'; set datestyle = 'ISO'; set statement_timeout = 0`);
    await client.query('begin');
    await switchTriggersOff(client);
    await makePartitions(client, header.partitions);
    await checkEmpty(client, new Set(options.seeded ?? []));
    const counts = await readEntries(client, reader, files, options);
    await client.query('commit');
    files?.keep();
    return counts;
  } catch (error) {
    files?.undo();
    throw error;
  } finally {
    // Ending the connection is the rollback: a statement would wait behind a COPY that broke off.
    await client.end().catch(() => {});
    reader.close();
  }
}

function checkMigrations(wanted: readonly string[], applied: readonly string[], version: string): void {
  const missing = wanted.filter((name) => !applied.includes(name));
  const extra = applied.filter((name) => !wanted.includes(name));
  if (missing.length === 0 && extra.length === 0) return;
  const words = [
    missing.length > 0 ? `the database lacks ${missing.join(', ')}` : '',
    extra.length > 0 ? `the backup lacks ${extra.join(', ')}` : '',
  ].filter(Boolean);
  throw new Error(
    `The backup was written by version ${version} and does not fit this one: ${words.join('; ')}. Restore it with that version, then update.`,
  );
}

/** Foreign keys and triggers stay silent while rows come in table by table; they held when the backup was taken. */
async function switchTriggersOff(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica');
  } catch {
    throw new Error(
      'Restoring needs a superuser (or a role allowed to set session_replication_role). Name such a role in DATABASE_URL.',
    );
  }
}

/** Makes partitions the migrated database has not made yet, with the row security, policies and grants of their parent. */
async function makePartitions(client: Client, partitions: readonly PartitionEntry[]): Promise<void> {
  for (const one of partitions) {
    const name = quoted(one.schema, one.name);
    const parent = quoted(one.parent.schema, one.parent.name);
    const there = await client.query('select to_regclass($1) is not null as is_there', [name]);
    if (there.rows[0]?.is_there) continue;
    if (!(await makePartition(client, one, name, parent))) {
      // The months of this database give way to a wider range of the backup; a server makes what is missing when it starts.
      await dropOthers(client, partitions, one.parent);
      if (!(await makePartition(client, one, name, parent))) continue;
    }
    if (one.hasRowSecurity) await client.query(`alter table ${name} enable row level security`);
    if (one.isRowSecurityForced) await client.query(`alter table ${name} force row level security`);
    await copyAccess(client, parent, name);
  }
}

/** Makes one partition; false where partitions of other names take its range, or there is no such table. */
async function makePartition(client: Client, one: PartitionEntry, name: string, parent: string): Promise<boolean> {
  await client.query('savepoint partition');
  try {
    await client.query(
      `create table ${name} partition of ${parent} ${one.bound} ${one.key ? `partition by ${one.key}` : ''}`,
    );
    return true;
  } catch (error) {
    // 42P17: the range is taken. 42P01, 3F000: no such table or schema.
    await client.query('rollback to savepoint partition');
    if (!['42P17', '42P01', '3F000'].includes((error as { code?: string }).code ?? '')) throw error;
    return false;
  }
}

/** Drops the empty partitions of a table that the backup does not have. */
async function dropOthers(
  client: Client,
  wanted: readonly PartitionEntry[],
  { schema, name }: PartitionEntry['parent'],
): Promise<void> {
  const parent = quoted(schema, name);
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     join pg_namespace n on n.oid = c.relnamespace where i.inhparent = to_regclass($1)`,
    [parent],
  );
  for (const child of rows) {
    if (wanted.some((one) => one.schema === child.schema && one.name === child.name)) continue;
    const other = quoted(child.schema, child.name);
    const { rowCount } = await client.query(`select from ${other} limit 1`);
    if (rowCount) continue;
    await client.query(`alter table ${parent} detach partition ${other}`);
    await client.query(`drop table ${other}`);
  }
}

async function copyAccess(client: Client, parent: string, name: string): Promise<void> {
  const literal = name.replaceAll('%', '%%').replaceAll("'", "''");
  const { rows } = await client.query<{ statement: string }>(
    `select format('create policy %I on ${literal} as %s for %s to %s %s %s', polname,
        case when polpermissive then 'permissive' else 'restrictive' end,
        case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ') from unnest(polroles) role),
        'using (' || pg_get_expr(polqual, polrelid) || ')', 'with check (' || pg_get_expr(polwithcheck, polrelid) || ')') as statement
      from pg_policy where polrelid = $1::regclass
        and (select relrowsecurity from pg_class where oid = '${name.replaceAll("'", "''")}'::regclass)
      union all
      select format('grant %s on ${literal} to %s', privilege_type,
        case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
      from pg_class, aclexplode(relacl) where oid = $1::regclass`,
    [parent],
  );
  for (const { statement } of rows) await client.query(statement);
}

async function checkEmpty(client: Client, seeded: ReadonlySet<string>): Promise<void> {
  const tables = await listTables(client);
  const full: string[] = [];
  for (const { schema, name } of tables) {
    if (seeded.has(`${schema}.${name}`)) continue;
    const { rowCount } = await client.query(`select from ${quoted(schema, name)} limit 1`);
    if (rowCount) full.push(`${schema}.${name}`);
  }
  if (full.length > 0) {
    throw new Error(
      `The database is not empty (${full.slice(0, 5).join(', ')} …). Restore into a new DATA_DIR or an empty database.`,
    );
  }
  const toClear = tables.filter(({ schema, name }) => seeded.has(`${schema}.${name}`));
  // Row by row: truncating asks for the tables that refer to these as well.
  for (const { schema, name } of toClear) await client.query(`delete from ${quoted(schema, name)}`);
}

async function readEntries(
  client: Client,
  reader: BackupReader,
  files: RestoredFiles | null,
  options: RestoreOptions,
): Promise<BackupCounts> {
  const progress = options.progress ?? (() => {});
  const here = new Map((await listTables(client)).map((table) => [`${table.schema}.${table.name}`, table]));
  const counts: BackupCounts = { tables: 0, rows: 0, files: 0 };
  for (;;) {
    const entry = await reader.entry();
    if (entry.type === 'table') {
      counts.rows += await readTable(client, reader, entry, here.get(`${entry.schema}.${entry.name}`), progress);
      counts.tables += 1;
    } else if (entry.type === 'sequence') {
      await setSequence(client, entry);
    } else if (entry.type === 'file') {
      if (files) await files.write(entry.path, reader.bytes());
      else for await (const _ of reader.bytes());
      counts.files += 1;
    } else if (entry.type === 'end') {
      if (entry.tables !== counts.tables || entry.files !== counts.files)
        throw new Error(`The backup ${options.file} is damaged (entries are missing). Use another copy.`);
      progress(`${counts.files} files`);
      return counts;
    }
  }
}

async function readTable(
  client: Client,
  reader: BackupReader,
  entry: TableEntry,
  here: { columns: string[] } | undefined,
  progress: (line: string) => void,
): Promise<number> {
  const name = `${entry.schema}.${entry.name}`;
  if (!here) {
    for await (const _ of reader.bytes());
    const rows = await expectedRows(reader, name);
    // Tables of the product are the same by its migrations; only a library's own schema can differ.
    if (entry.schema === 'public' && rows > 0)
      throw new Error(`The database has no table ${name}, which the backup fills. Migrate it first.`);
    progress(`${name}: left out (${rows} rows), no such table here`);
    return 0;
  }
  const columns = entry.columns.map(quote).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(entry.schema, entry.name)} (${columns}) from stdin`));
  await pipeline(Readable.from(reader.bytes(), { objectMode: false }), stream);
  const rows = await expectedRows(reader, name);
  if (stream.rowCount !== rows)
    throw new Error(
      `${name}: ${stream.rowCount} rows came back of ${rows}. The backup file is damaged; take another one.`,
    );
  progress(`${name}: ${rows} rows`);
  return rows;
}

async function expectedRows(reader: BackupReader, name: string): Promise<number> {
  const entry = await reader.entry();
  if (entry.type !== 'rows') throw new Error(`The backup file is damaged at ${name}. Take another one.`);
  return entry.rows;
}

/** Sets a sequence to its saved position, or to the greatest value of its column if that is higher. */
async function setSequence(client: Client, { schema, name, lastValue }: SequenceEntry): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as table, quote_ident(a.attname) as column
     from pg_depend d join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     where d.classid = 'pg_class'::regclass and d.objid = to_regclass($1) and d.deptype in ('a', 'i') and d.refobjsubid > 0`,
    [quoted(schema, name)],
  );
  const owner = rows[0];
  const greatest = owner ? `(select max(${owner.column})::bigint from ${owner.table})` : 'null::bigint';
  await client.query(
    `select setval(seqrelid, v) from pg_sequence, lateral (select greatest($2::bigint, ${greatest}) as v) as x
     where seqrelid = to_regclass($1) and v is not null and v between seqmin and seqmax`,
    [quoted(schema, name), lastValue],
  );
}
