import { randomUUID } from 'node:crypto';
import type { Ids } from '@boyun/kernel/contract';
import pg from 'pg';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly check: string | null;
}

/** Returns the first value allowed by a check constraint of the form `x in ('a', 'b')`. */
function firstAllowed(check: string | null): string | null {
  return /'([^']*)'::text/.exec(check ?? '')?.[1] ?? null;
}

/** Kinds whose name is not that of the columns that refer to them. */
const KINDS: Readonly<Record<string, string>> = { source: 'bill-source', schedule: 'report-schedule' };

function plainValue(column: Column, ids: Ids): unknown {
  const name = column.name.replace(/_id$/, '').replaceAll('_', '-');
  const target = KINDS[name] ?? name;
  switch (column.type) {
    case 'uuid':
      return ids.get(target) ?? randomUUID();
    case 'text':
      return firstAllowed(column.check) ?? 'sample';
    case 'timestamp with time zone':
      return '2026-03-15T00:00:00Z';
    case 'date':
      return '2026-03-15';
    case 'boolean':
      return false;
    case 'jsonb':
      return '{}';
    default:
      return 1;
  }
}

/**
 * Inserts a plain row into a table of one tenant, ignoring its references, and returns its id. Only for access tests in
 * their own database: multi-column checks are dropped there.
 */
export async function plantRow(databaseUrl: string, table: string, tenantId: number, ids: Ids): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rows: checks } = await client.query<{ name: string }>(
      "select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c' and cardinality(conkey) > 1",
      [`public.${table}`],
    );
    for (const { name } of checks) await client.query(`alter table ${table} drop constraint ${name}`);
    const { rows: columns } = await client.query<Column>(
      `select c.column_name as name, c.data_type as type,
         (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
          where k.conrelid = $1::regclass and k.contype = 'c' and pg_get_constraintdef(k.oid) ~ ('\\m' || c.column_name || '\\M')) as check
       from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = $2 and c.is_nullable = 'NO' and c.column_default is null
         and c.is_identity = 'NO' and c.is_generated = 'NEVER'`,
      [`public.${table}`, table],
    );
    // Some tables are partitioned by the time in the id.
    const id = (await client.query<{ id: string }>('select uuidv7() as id')).rows[0]!.id;
    const values = columns.map((column) =>
      column.name === 'tenant_id' ? tenantId : column.name === 'id' ? id : plainValue(column, ids),
    );
    await client.query(
      `insert into ${table} (${columns.map((one) => one.name).join(', ')})
       values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    );
    return id;
  } finally {
    await client.end();
  }
}
