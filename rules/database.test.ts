import { randomBytes } from 'node:crypto';
import type { Fields, Resource } from '@boyun/kernel/contract';
import { makeLog } from '@boyun/kernel/server';
import { modules } from '@boyun/server/modules';
import { prepareSchema } from '@boyun/server/product';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { moduleNames } from './module-door.ts';

const name = `rules_${process.pid}_${randomBytes(4).toString('hex')}`;
let admin: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const now = new Date('2026-03-15T00:00:00Z');
  await prepareSchema(url.href, makeLog('silent'), now, now);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await admin?.query(`drop database if exists ${name} with (force)`);
  await admin?.end();
});

/** Tables without a tenant, each with the reason. */
const ABOVE_TENANTS: Readonly<Record<string, string>> = {
  prunable_log: 'which append-only tables may be pruned is a property of the schema',
  tenant: 'the list of tenants itself',
  tenant_erasure: 'how far the erasure of a tenant is, which it outlives',
  schema_migration: 'which migrations have run',
  consumer_position: 'one place in the event log for all tenants',
  consumer_done: 'places in the event log that consumers have taken already',
  sign_in_attempt: 'failures are counted before anybody knows the tenant',
  announcement: 'announcements of versions by the platform to all tenants',
  app_version: 'the versions of the apps are the same for all tenants',
  system_alarm: 'faults of the installation; the tenant concerned, if there is one, is its column of_tenant',
  write_probe: 'one row that shows whether the database takes writes',
  lease: 'a consumer of the events of all tenants runs in one process at a time',
  known_permission: 'the permissions of the product are the same for all tenants',
  used_captcha: 'a captcha is answered before anybody knows the tenant',
};

/** Append-only tables, besides those named `…_log` or `…_event`. */
const HISTORIES = ['event', 'audit_log'];

async function rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query(text, values)).rows;
}

interface Table {
  oid: number;
  name: string;
  hasTenant: boolean;
  isPartition: boolean;
  isEnabled: boolean;
  isForced: boolean;
  policies: string[];
}

/** Returns the tables of the product: those in the schema public that belong to no extension. */
async function tables(): Promise<Table[]> {
  const found = await rows<Table>(`
    select c.oid::int, c.relname as name, c.relispartition as "isPartition", c.relrowsecurity as "isEnabled",
      c.relforcerowsecurity as "isForced",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
        as "hasTenant",
      array(select polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`);
  expect(found.length).toBeGreaterThan(10);
  return found;
}

test('the list of modules contains every module folder', () => {
  expect(modules.map((one) => one.contract.name).sort()).toEqual([...moduleNames].sort());
});

test('every table has a tenant', async () => {
  const wrong = (await tables())
    .filter((one) => !one.hasTenant && !(one.name in ABOVE_TENANTS))
    .map((one) => `${one.name}: add tenant_id, or a reason to ABOVE_TENANTS of this test`);
  expect(wrong).toEqual([]);
});

test('row-level security is enabled and forced on every table of tenants', async () => {
  const wrong = (await tables())
    .filter((one) => one.hasTenant && !one.isPartition)
    .filter((one) => !one.isEnabled || !one.isForced || String(one.policies) !== 'system,tenant')
    .map((one) => `${one.name}: end its migration with select tenant_table('${one.name}');`);
  expect(wrong).toEqual([]);
});

test('views are read as their caller, under row-level security', async () => {
  const views = await rows<{ name: string; isInvoker: boolean; rights: string[] }>(`
    select c.relname as name, coalesce(c.reloptions @> '{security_invoker=true}', false) as "isInvoker",
      array(select r || ' ' || p from unnest(array['boyun_app', 'boyun_system']) as r
        cross join unnest(array['select', 'insert', 'update', 'delete']) as p
        where has_table_privilege(r, c.oid, p)) as rights
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') order by c.relname`);
  expect(views.filter((one) => one.name.endsWith('_fact')).length).toBeGreaterThan(25);
  expect(views.filter((one) => !one.isInvoker).map((one) => `${one.name}: with (security_invoker = true)`)).toEqual([]);
  const read = ['boyun_app select', 'boyun_system select'];
  const wrong = views.filter((one) => one.name.endsWith('_fact') && String(one.rights) !== String(read));
  expect(wrong.map((one) => `${one.name}: grant select on it to boyun_app and boyun_system, nothing else`)).toEqual([]);
});

test('partitions are accessible only through their table', async () => {
  const partitions = (await tables()).filter((one) => one.isPartition);
  expect(partitions.length).toBeGreaterThan(0);
  const open = await rows<{ name: string }>(
    `select c.relname as name from pg_class c cross join unnest(array['boyun_app', 'boyun_system']) as role
     where c.oid = any($1::oid[]) and has_table_privilege(role, c.oid, 'select, insert, update, delete')`,
    [partitions.map((one) => one.oid)],
  );
  expect(open.map((one) => `${one.name}: revoke all on it from boyun_app and boyun_system`)).toEqual([]);
});

test('primary keys and unique indexes start with the tenant', async () => {
  const found = await rows<{ table: string; index: string; first: string; isPrimary: boolean }>(`
    select c.relname as table, i.indexrelid::regclass::text as index, i.indisprimary as "isPrimary", a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where c.relnamespace = 'public'::regnamespace and i.indisunique`);
  const all = await tables();
  const wrong = found
    .filter((one) => all.some((table) => table.name === one.table && table.hasTenant) && one.first !== 'tenant_id')
    .map((one) => `${one.table}: the unique index ${one.index} leads with ${one.first}, not with tenant_id`);
  const bare = all
    .filter((table) => table.hasTenant && !found.some((one) => one.table === table.name && one.isPrimary))
    .map((table) => `${table.name}: needs a primary key (tenant_id, …)`);
  expect([...wrong, ...bare]).toEqual([]);
});

test('tables searched by plate have an index that begins with the tenant and the plate', async () => {
  const found = await rows<{ table: string; isIndexed: boolean }>(`
    select t.tgrelid::regclass::text as table, exists (
      select from pg_index i
      join pg_attribute one on one.attrelid = i.indrelid and one.attnum = i.indkey[0] and one.attname = 'tenant_id'
      join pg_attribute two on two.attrelid = i.indrelid and two.attnum = i.indkey[1] and two.attname = 'plate'
      where i.indrelid = t.tgrelid) as "isIndexed"
    from pg_trigger t where t.tgname = 'note_plate' and t.tgparentid = 0`);
  expect(found.length).toBeGreaterThan(6);
  expect(found.filter((one) => !one.isIndexed).map((one) => `${one.table}: index (tenant_id, plate, …)`)).toEqual([]);
});

interface ForeignKey {
  table: string;
  target: string;
  columns: string[];
  isIndexed: boolean;
}

async function foreignKeys(): Promise<ForeignKey[]> {
  return rows<ForeignKey>(`
    select f.conrelid::regclass::text as table, f.confrelid::regclass::text as target,
      array(select a.attname::text from unnest(f.conkey) with ordinality k(num, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num order by k.place) as columns,
      exists (
        select from pg_index i where i.indrelid = f.conrelid
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
        and (select array_agg(k::int2 order by k) from unnest((i.indkey::int2[])[0:cardinality(f.conkey) - 1]) k)
          = (select array_agg(k order by k) from unnest(f.conkey) k)
      ) as "isIndexed"
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition order by 1, 2`);
}

test('every foreign key has an index that starts with its columns', async () => {
  const found = await foreignKeys();
  expect(found.length).toBeGreaterThan(10);
  const wrong = found
    .filter((one) => !one.isIndexed)
    .map((one) => `${one.table}: create index … on ${one.table} (${one.columns.join(', ')})`);
  expect(wrong).toEqual([]);
});

test('a reference cannot point to another tenant', async () => {
  const wrong = (await foreignKeys())
    .filter((one) => one.target !== 'tenant' && one.columns[0] !== 'tenant_id')
    .map((one) => `${one.table}: refer to ${one.target} by (tenant_id, ${one.columns.join(', ')})`);
  expect(wrong).toEqual([]);
});

test('histories are append-only', async () => {
  const histories = (await tables()).filter(
    (one) => !one.isPartition && (HISTORIES.includes(one.name) || /_(log|event)$/.test(one.name)),
  );
  expect(histories.map((one) => one.name)).toEqual(expect.arrayContaining(HISTORIES));
  const open = await rows<{ name: string }>(
    `select distinct c.relname as name from pg_class c cross join unnest(array['boyun_app', 'boyun_system']) as role
     where c.oid = any($1::oid[]) and has_table_privilege(role, c.oid, 'update, delete, truncate')`,
    [histories.map((one) => one.oid)],
  );
  expect(open.map((one) => `${one.name}: end its migration with select append_only('${one.name}');`)).toEqual([]);
});

test.each(['update', 'delete from'])('the application cannot %s the audit log', async (verb) => {
  await client.query('begin');
  try {
    await client.query("set local role boyun_app; set local boyun.tenant = '1'");
    const text = verb === 'update' ? "update audit_log set account = 'x'" : 'delete from audit_log';
    await expect(client.query(text)).rejects.toThrow(/permission denied/);
  } finally {
    await client.query('rollback');
  }
});

test('the application reads and writes one tenant only', async () => {
  await client.query('begin');
  try {
    const [one, other] = await rows<{ id: number }>(`
      insert into tenant (code, name, kind, created_at)
      values ('one', 'One', 'operator', '2026-01-01'), ('other', 'Other', 'operator', '2026-01-01') returning id`);
    await client.query(
      `insert into area (tenant_id, id, created_at, updated_at, name) values ($1, gen_random_uuid(), '2026-01-01', '2026-01-01', 'A'),
         ($2, gen_random_uuid(), '2026-01-01', '2026-01-01', 'B')`,
      [one!.id, other!.id],
    );
    await client.query(`set local role boyun_app; set local boyun.tenant = '${one!.id}'`);
    expect(await rows('select name from area')).toEqual([{ name: 'A' }]);
    const insert = client.query(
      `insert into area (tenant_id, id, created_at, updated_at, name)
       values ($1, gen_random_uuid(), '2026-01-01', '2026-01-01', 'C')`,
      [other!.id],
    );
    await expect(insert).rejects.toThrow(/row-level security/);
  } finally {
    await client.query('rollback');
  }
});

describe('columns', () => {
  interface Column {
    table: string;
    name: string;
    type: string;
    isNullable: boolean;
  }
  let columns: Column[] = [];
  beforeAll(async () => {
    columns = await rows<Column>(`
      select c.table_name as table, c.column_name as name, c.data_type as type,
        coalesce(b.is_nullable, c.is_nullable) = 'YES' as "isNullable"
      from information_schema.columns c
      -- A view's column is nullable where that of its table is.
      left join information_schema.view_column_usage u
        on u.view_schema = c.table_schema and u.view_name = c.table_name and u.column_name = c.column_name
      left join information_schema.columns b
        on b.table_schema = u.table_schema and b.table_name = u.table_name and b.column_name = u.column_name
      where c.table_schema = 'public'`);
  });

  test('money is stored in whole fen and instants have a time zone', () => {
    const wrong = columns
      .filter((one) => /(_fen$)/.test(one.name) && one.type !== 'bigint')
      .map((one) => `${one.table}.${one.name}: money is bigint, not ${one.type}`)
      .concat(
        columns
          .filter((one) => one.type === 'timestamp without time zone')
          .map((one) => `${one.table}.${one.name}: moments are timestamptz`),
      );
    expect(wrong).toEqual([]);
  });

  test('the table of a resource has a column for each field, nullable where the field is optional', () => {
    const wrong = modules
      .flatMap((one) => one.contract.resources)
      .flatMap((resource: Resource) =>
        Object.entries(resource.allFields as Fields)
          .filter(([key]) => !resource.computed?.includes(key))
          .flatMap(([key, field]) => {
            const column = columns.find((one) => one.table === resource.table && one.name === snake(key));
            if (!column) return [`${resource.table}: the field ${key} has no column ${snake(key)}`];
            return column.isNullable === field.isOptional
              ? []
              : [
                  `${resource.table}.${column.name}: must ${field.isOptional ? 'take null' : 'be not null'} like its field`,
                ];
          }),
      );
    expect(wrong).toEqual([]);
  });
});

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
