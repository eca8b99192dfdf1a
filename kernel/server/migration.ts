import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationError } from './configuration-value.ts';
import type { Log } from './log.ts';

/** A folder of migrations and the name of its owner. */
export interface MigrationSource {
  readonly name: string;
  readonly folder: URL;
}

const kernelMigrations: MigrationSource = { name: 'kernel', folder: new URL('./migrations/', import.meta.url) };

/** A migration. */
export interface Migration {
  /** `<owner>/<file>`, as `schema_migration` records it. */
  readonly name: string;
  /** Its SQL. */
  readonly text: string;
}

/** Reads the migrations of the kernel and of these sources, in the order in which they are applied. */
export async function readMigrations(sources: readonly MigrationSource[]): Promise<Migration[]> {
  const found: Migration[] = [];
  for (const { name, folder } of [kernelMigrations, ...sources]) {
    const files = (await filesOf(folder)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files)
      found.push({ name: `${name}/${file}`, text: await readFile(new URL(file, folder), 'utf8') });
  }
  return found;
}

/**
 * Applies missing migrations, each in its own transaction, under a lock so that two processes starting together do not race;
 * with `only`, those of these names. Returns the names of those applied.
 */
export async function migrate(
  url: string,
  sources: readonly MigrationSource[],
  log: Log,
  { only = null }: { readonly only?: ReadonlySet<string> | null } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new ConfigurationError(`The database does not answer (${error.message}). Check DATABASE_URL.`, {
      cause: error,
    });
  });
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock(hashtext('boyun migration'))");
    await client.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const known = new Set((await client.query('select name from schema_migration')).rows.map((row) => row.name));
    for (const { name, text } of await readMigrations(sources)) {
      if (known.has(name) || (only && !only.has(name))) continue;
      await apply(client, name, text);
      applied.push(name);
      log.info({ migration: name }, 'migrated');
    }
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    if (code === INSUFFICIENT_PRIVILEGE)
      throw new ConfigurationError(missingRights((error as Error).message, client.user));
    throw error;
  } finally {
    await client.end();
  }
  return applied;
}

/** The files of a folder; none where a module keeps no tables and so has no folder. */
async function filesOf(folder: URL): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Limits how long statements of a running server queue behind a migration's lock request. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_PAUSE_MS = 1000;
const LOCK_ATTEMPTS = 120;
const LOCK_NOT_AVAILABLE = '55P03';

/** Applies a migration in one transaction; retries it when another session holds a lock on what it changes. */
async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query(text);
      await client.query('insert into schema_migration (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code, message } = error as { code?: string; message: string };
      if (code !== LOCK_NOT_AVAILABLE) throw new Error(`migration ${name} failed: ${message}`, { cause: error });
      if (attempt >= LOCK_ATTEMPTS)
        throw new ConfigurationError(
          `The database cannot be updated: other sessions hold locks that ${name} needs. Let backups and exports end, stop other servers of an older version, and start again.`,
          { cause: error },
        );
    }
    await pause(LOCK_PAUSE_MS);
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

function missingRights(reason: string, role = 'role'): string {
  return `The role of DATABASE_URL may not prepare the database: ${reason}
Let a superuser either run:  alter role "${role}" createrole;
or make the roles for it:    create role boyun_app; create role boyun_system; grant boyun_app, boyun_system to "${role}";
The database must be the role's own (alter database … owner to "${role}"). See the README on DATABASE_URL.`;
}
