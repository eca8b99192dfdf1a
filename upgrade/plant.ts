import { randomBytes, randomUUID } from 'node:crypto';
import type { Client, DatabaseError } from 'pg';
import { listStateColumns } from './coverage.ts';

type Row = Record<string, unknown>;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

interface Reference {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
  readonly states: ReadonlyMap<string, readonly string[]>;
}

/** Attempts to make a row fit all constraints. */
const ATTEMPTS = 400;
const SOURCES = 12;

const CHECK_VIOLATION = '23514';
const UNIQUE_VIOLATION = '23505';
const NOT_NULL_VIOLATION = '23502';

/**
 * Plants rows with SQL where no call of the product made one: copies of rows of other tenants in a tenant of its own, together
 * with the rows they refer to, changed until every constraint holds. Runs as a superuser inside the caller's transaction.
 */
export class Planter {
  readonly #client: Client;
  readonly #tenantId: number;
  readonly #from: number;
  readonly #tables = new Map<string, Table>();
  /** Rows of other tenants that are copied already, with their copies. */
  readonly #copies = new Set<string>();

  /** `from` is the tenant that rows without an example refer to. */
  constructor(client: Client, { tenantId, from }: { tenantId: number; from: number }) {
    this.#client = client;
    this.#tenantId = tenantId;
    this.#from = from;
  }

  /** Plants a row, with a value in a column if given. Returns null, or why no row fits. */
  async plant(table: string, column?: string, value?: string): Promise<string | null> {
    const sources = await this.#sources(table, column);
    let failure = 'no row can be made';
    for (const source of sources) {
      const fixed = new Set(['tenant_id', ...(column ? [column] : [])]);
      const row = { ...source, ...(column ? { [column]: value } : {}) };
      const outcome = await this.#insert(await this.#table(table), row, fixed);
      if (outcome === null) return null;
      failure = outcome;
    }
    return failure;
  }

  /** Rows to start from: of every state of the column, then others, then one of plain values. */
  async #sources(name: string, column: string | undefined): Promise<Row[]> {
    const distinct = column ? `distinct on ("${column}")` : '';
    const { rows } = await this.#client.query<{ row: Row }>(
      `(select ${distinct} to_jsonb(t) as row from "${name}" t limit ${SOURCES})
       union all (select to_jsonb(t) from "${name}" t limit ${SOURCES})`,
    );
    return [...rows.map((one) => one.row), await this.#plainRow(await this.#table(name))];
  }

  /** A row of plain values that refers to rows of the tenant copied from. */
  async #plainRow({ columns, references }: Table): Promise<Row> {
    const row: Row = {};
    for (const one of columns) if (one.isRequired) row[one.name] = plainValue(one);
    if ('tenant_id' in row) row.tenant_id = this.#from;
    for (const one of references) {
      const open = one.columns.filter((name) => name in row && name !== 'tenant_id');
      if (open.length === 0) continue;
      const ofTenant = one.targetColumns.includes('tenant_id') ? 'where tenant_id = $1' : 'where $1::int is not null';
      const { rows } = await this.#client.query<{ row: Row }>(
        `select to_jsonb(t) as row from "${one.target}" t ${ofTenant} limit 1`,
        [this.#from],
      );
      for (const name of open) row[name] = rows[0]?.row[one.targetColumns[one.columns.indexOf(name)]!];
    }
    return row;
  }

  /** Inserts a row of this planter's tenant and those it refers to; returns null, or the last violation. */
  async #insert(table: Table, source: Row, fixed: ReadonlySet<string>): Promise<string | null> {
    const first = this.#fresh(table, source, fixed);
    const queue: Row[] = [first];
    const tried = new Set<string>();
    let failure = '';
    for (let attempt = 0; attempt < ATTEMPTS && queue.length > 0; attempt += 1) {
      const row = queue.shift()!;
      const key = JSON.stringify(row);
      if (tried.has(key)) continue;
      tried.add(key);
      const error = await this.#try(table, row);
      if (!error) {
        await this.#copyTargets(table, row, source.tenant_id);
        return null;
      }
      failure = error.message;
      queue.push(...(await this.#changes(table, row, error, { fixed, from: source.tenant_id })));
    }
    return failure;
  }

  /** The row under this tenant and a new key. */
  #fresh(table: Table, source: Row, fixed: ReadonlySet<string>): Row {
    const row = { ...source };
    if ('tenant_id' in row) row.tenant_id = this.#tenantId;
    const id = table.columns.find((one) => one.name === 'id');
    const isReference = table.references.some((one) => one.columns.includes('id'));
    if (id && !fixed.has('id') && id.type === 'uuid' && !isReference) row.id = sameMonthUuid(row.id);
    if (id && !fixed.has('id') && id.type !== 'uuid' && !('tenant_id' in row)) delete row.id;
    return row;
  }

  async #try(table: Table, row: Row): Promise<DatabaseError | null> {
    const names = table.columns.map((one) => one.name).filter((name) => name in row);
    const list = names.map((name) => `"${name}"`).join(', ');
    await this.#client.query('savepoint planted');
    try {
      await this.#client.query(
        `insert into "${table.name}" (${list}) overriding system value
         select ${list} from jsonb_populate_record(null::public."${table.name}", $1::jsonb)`,
        [JSON.stringify(row)],
      );
      await this.#client.query('release savepoint planted');
      return null;
    } catch (error) {
      await this.#client.query('rollback to savepoint planted');
      return error as DatabaseError;
    }
  }

  /** Rows that differ in one column of the violated constraint. */
  async #changes(
    table: Table,
    row: Row,
    error: DatabaseError,
    { fixed, from }: { fixed: ReadonlySet<string>; from: unknown },
  ): Promise<Row[]> {
    const isUnique = error.code === UNIQUE_VIOLATION;
    if (!isUnique && error.code !== CHECK_VIOLATION && error.code !== NOT_NULL_VIOLATION) return [];
    const names = error.column
      ? [error.column]
      : await this.#columnsOf(error.table ?? table.name, error.constraint ?? '');
    const changed: Row[] = [];
    for (const column of table.columns.filter((one) => names.includes(one.name) && !fixed.has(one.name))) {
      const others = isUnique
        ? await this.#others(table, column, row, from)
        : await this.#alternatives(table, column, row, from);
      for (const other of others)
        if (other !== row[column.name] && !(other === null && column.isRequired))
          changed.push({ ...row, [column.name]: other });
    }
    return changed;
  }

  async #columnsOf(table: string, constraint: string): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select a.attname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.conname = $2 and k.conrelid = to_regclass($1)
       union
       select a.attname from pg_index i join pg_class c on c.oid = i.indexrelid
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where c.relname = $2
       union
       -- Columns inside expressions of the index, such as lower(account).
       select a.attname from pg_class c
         join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
         join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
       where c.relname = $2 and a.attnum > 0`,
      [`"${table}"`, constraint],
    );
    return rows.map((one) => one.name);
  }

  /** Values that no other row has. */
  async #others(table: Table, column: Column, row: Row, from: unknown): Promise<unknown[]> {
    const value = row[column.name];
    const targets = await this.#targets(table, column, from);
    if (targets) return targets;
    if (table.states.has(column.name)) return [...table.states.get(column.name)!, null];
    if (column.type === 'uuid') return [randomUUID()];
    if (column.type === 'text') return [`${String(value).slice(0, 20)}-${randomBytes(2).toString('hex')}`];
    if (/int|numeric/.test(column.type)) return [Number(value) + 1, Number(value) + 1000];
    if (/date|timestamp/.test(column.type))
      return [1, 2, 3].map((days) => new Date(Date.parse(String(value)) + days * 86_400_000).toISOString());
    return [];
  }

  /** What a column that refers to another table may hold: values of the tenant copied from; null for any other column. */
  async #targets({ references }: Table, { name }: Column, from: unknown): Promise<unknown[] | null> {
    const reference = references.find((one) => one.columns.includes(name) && one.targetColumns.includes('tenant_id'));
    if (!reference || name === 'tenant_id') return null;
    const target = reference.targetColumns[reference.columns.indexOf(name)]!;
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select to_jsonb("${target}") as value from "${reference.target}" where tenant_id = $1 limit 40`,
      [from],
    );
    return rows.map((one) => one.value);
  }

  /** Values another check may want. */
  async #alternatives(table: Table, column: Column, row: Row, from: unknown): Promise<unknown[]> {
    const targets = await this.#targets(table, column, from);
    if (targets) return [null, ...targets];
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select distinct to_jsonb("${column.name}") as value from "${table.name}" where "${column.name}" is not null limit 4`,
    );
    const kept = rows.map((one) => one.value);
    const listed = table.states.get(column.name) ?? [];
    const times = Object.values(row).filter((one) => typeof one === 'string' && /^\d{4}-\d\d-\d\dT/.test(one));
    const value = Number(row[column.name]);
    if (column.type === 'boolean') return [true, false, null];
    if (/int|numeric/.test(column.type)) return [null, 0, 1, -value, ...kept];
    if (/date|timestamp/.test(column.type)) return [null, ...new Set(times), PLAIN_TIME];
    return [null, ...listed, ...kept, plainValue(column), PLAIN_HASH];
  }

  /** Copies what a row refers to into this tenant, from the tenant of its source. */
  async #copyTargets(table: Table, row: Row, tenantId: unknown): Promise<void> {
    for (const { columns, target, targetColumns } of table.references) {
      const values = columns.map((name) => row[name]);
      if (target === 'tenant' || values.some((one) => one === null || one === undefined)) continue;
      const key = JSON.stringify([target, values]);
      if (this.#copies.has(key)) continue;
      this.#copies.add(key);
      const own = targetColumns.indexOf('tenant_id');
      const matching = (offset: number) => targetColumns.map((name, index) => `"${name}" = $${index + 1 + offset}`);
      const there = await this.#client.query(`select from "${target}" where ${matching(0).join(' and ')}`, values);
      if (there.rowCount) continue;
      const from = values.map((one, index) => (index === own ? tenantId : one));
      const found = await this.#client.query<{ row: Row }>(
        `select to_jsonb(t) as row from "${target}" t where ${matching(0).join(' and ')}`,
        from,
      );
      if (!found.rows[0]) throw new Error(`${table.name}: there is no ${target} ${JSON.stringify(from)} to copy`);
      const failure = await this.#insert(await this.#table(target), found.rows[0].row, new Set(targetColumns));
      if (failure) throw new Error(`${table.name} refers to ${target}, which cannot be copied: ${failure}`);
    }
  }

  async #table(name: string): Promise<Table> {
    const known = this.#tables.get(name);
    if (known) return known;
    const columns = await this.#client.query<Column>(
      `select attname as name, format_type(atttypid, null) as type,
         attnotnull and not atthasdef and attidentity = '' as "isRequired"
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       order by attnum`,
      [`"${name}"`],
    );
    const references = await this.#client.query<Reference>(
      `select k.confrelid::regclass::text as target,
         (select array_agg(a.attname::text order by place) from unnest(k.conkey) with ordinality as own(num, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = num) as columns,
         (select array_agg(a.attname::text order by place) from unnest(k.confkey) with ordinality as other(num, place)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = num) as "targetColumns"
       from pg_constraint k where k.contype = 'f' and k.conparentid = 0 and k.conrelid = $1::regclass`,
      [`"${name}"`],
    );
    const states = (await listStateColumns(this.#client)).filter((one) => one.table === name);
    const table: Table = {
      name,
      columns: columns.rows,
      references: references.rows,
      states: new Map(states.map((one) => [one.column, one.values])),
    };
    this.#tables.set(name, table);
    return table;
  }
}

const PLAIN_TIME = '2026-03-16T00:00:00Z';
/** What a column for a hash or a signature takes. */
const PLAIN_HASH = '0123456789abcdef'.repeat(4);

function plainValue({ type }: Column): unknown {
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return `\\x${PLAIN_HASH}`;
  if (type.endsWith('[]')) return [];
  if (type === 'boolean') return false;
  if (type === 'jsonb') return {};
  if (type === 'date') return PLAIN_TIME.slice(0, 10);
  if (type.startsWith('timestamp')) return PLAIN_TIME;
  if (type.startsWith('time')) return '00:00';
  return type === 'text' ? 'planted' : 1;
}

/** A new id (UUIDv7) with the time of another one, or a plain time: rows of partitioned tables stay in a month that is there. */
function sameMonthUuid(id: unknown): string {
  const hex = Date.parse(PLAIN_TIME).toString(16).padStart(12, '0');
  const time = typeof id === 'string' && id[14] === '7' ? id.slice(0, 13) : `${hex.slice(0, 8)}-${hex.slice(8)}`;
  return `${time}-7${randomUUID().slice(15)}`;
}
