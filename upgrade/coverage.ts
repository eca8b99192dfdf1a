import type { Client } from 'pg';

/** A table without a row, or a value of a state without one. */
export interface Unseen {
  readonly table: string;
  /** The column and value; none for a table without a row. */
  readonly column?: string;
  readonly value?: string;
  readonly reason: string;
}

/** A column whose values a check constraint lists. */
export interface StateColumn {
  readonly table: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** The tables of the schema `public`, partitioned ones by their root, without the record of the migrations. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'schema_migration' order by relname collate "C"`,
  );
  return rows.map((row) => row.name);
}

/** Columns under a check of the form `x in (…)`, by table and name. */
export async function listStateColumns(client: Client): Promise<StateColumn[]> {
  const { rows } = await client.query<{ table: string; column: string; definition: string }>(
    `select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
       and not c.relispartition order by c.relname collate "C", a.attname collate "C"`,
  );
  return rows.flatMap(({ table, column, definition }) => {
    const values = valuesOf(definition);
    return values ? [{ table, column, values }] : [];
  });
}

/** The values a check such as `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))` lists; null for any other check. */
export function valuesOf(definition: string): string[] | null {
  const [, list] = /^CHECK \(\(+"?\w+"? = ANY \(\(?ARRAY\[([^\]]*)\]/.exec(definition) ?? [];
  if (!list) return null;
  return list
    .split(/, (?=(?:[^']*'[^']*')*[^']*$)/)
    .map((one) => one.replace(/::[\w ]+(\[\])?$/, '').replace(/^'|'$/g, ''));
}

/** Tables without a row, and listed values that no row has. */
export async function findUnseen(client: Client): Promise<Omit<Unseen, 'reason'>[]> {
  const unseen: Omit<Unseen, 'reason'>[] = [];
  const columns = await listStateColumns(client);
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select from "${table}" limit 1`);
    if (!rowCount) unseen.push({ table });
  }
  for (const { table, column, values } of columns) {
    const { rows } = await client.query<{ value: string }>(
      `select distinct "${column}"::text as value from "${table}"`,
    );
    const seen = new Set(rows.map((row) => row.value));
    for (const value of values) if (!seen.has(value)) unseen.push({ table, column, value });
  }
  return unseen;
}

/** The number of rows of each table. */
export async function countRows(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from "${table}"`);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

/** Foreign keys that some row breaks; those of a database that grew by calls of the product never are. */
export async function brokenReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; query: string }>(
    `select format('%s.%s', k.conrelid::regclass, k.conname) as name,
       format('select from %s r where %s and not exists (select from %s t where %s) limit 1', k.conrelid::regclass,
         (select string_agg(format('r.%I is not null', a.attname), ' and ')
          from unnest(k.conkey) as own(num) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own.num),
         k.confrelid::regclass,
         (select string_agg(format('t.%I = r.%I', other.attname, own.attname), ' and ')
          from unnest(k.conkey, k.confkey) as pair(own_num, other_num)
            join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own_num
            join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.other_num)) as query
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace`,
  );
  const broken: string[] = [];
  for (const { name, query } of rows) if ((await client.query(query)).rowCount) broken.push(name);
  return broken;
}
