import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { ConfigurationError } from './configuration.ts';
import type { Log } from './log.ts';

/** A folder of migrations under the name of who owns it. */
export interface MigrationSource {
  readonly name: string;
  readonly folder: URL;
}

const kernelMigrations: MigrationSource = { name: 'kernel', folder: new URL('./migrations/', import.meta.url) };

/** Applies the migrations that are missing, each in a transaction of its own, under a lock so that two starts do not race. */
export async function migrate(url: string, sources: readonly MigrationSource[], log: Log): Promise<string[]> {
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
    for (const source of [kernelMigrations, ...sources]) {
      const files = (await readdir(source.folder)).filter((file) => file.endsWith('.sql')).sort();
      for (const file of files) {
        const name = `${source.name}/${file}`;
        if (known.has(name)) continue;
        await client.query('begin');
        try {
          await client.query(await readFile(new URL(file, source.folder), 'utf8'));
          await client.query('insert into schema_migration (name) values ($1)', [name]);
          await client.query('commit');
        } catch (error) {
          await client.query('rollback');
          throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
        }
        applied.push(name);
        log.info({ migration: name }, 'migrated');
      }
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

const INSUFFICIENT_PRIVILEGE = '42501';

function missingRights(reason: string, role = 'role'): string {
  return `The role of DATABASE_URL may not prepare the database: ${reason}
Let a superuser either run:  alter role "${role}" createrole;
or make the roles for it:    create role boyun_app; create role boyun_system; grant boyun_app, boyun_system to "${role}";
The database must be the role's own (alter database … owner to "${role}"). See the README on DATABASE_URL.`;
}

/** Makes the monthly partitions from `from` up to the month after `to`. */
export async function makePartitions(url: string, tables: readonly string[], from: Date, to: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('boyun migration'))");
    const end = new Date(to);
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + 1);
    for (const table of ['event', ...tables])
      await client.query('select month_partitions($1, $2::date, $3::date)', [
        table,
        from.toISOString().slice(0, 10),
        end.toISOString().slice(0, 10),
      ]);
  } finally {
    await client.end();
  }
}
