import {
  type Field,
  type Fields,
  sampleOf,
  type Verb,
  verbPath,
  wireName,
  writableFields,
} from '@boyun/kernel/contract';
import { modules } from '@boyun/server/modules';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fillTables, plantRows } from './furnished-tenant.ts';

const contracts = modules.map((one) => one.contract);
const resources = contracts.flatMap((one) => one.resources);
const operations = contracts.flatMap((one) => one.operations).filter((one) => isOfTenants(one.access));
const reports = contracts.flatMap((one) => one.reports).filter((one) => isOfTenants(one.access));

/** A field of a call that can hold an id; each is tried separately, with the caller's own values in all others. */
interface Attempt {
  readonly path: string;
  readonly fields: Fields;
  readonly key: string;
  readonly isRead: boolean;
}
const isWritten = (verb: Verb) => verb === 'create' || verb === 'update';
const attempts: Attempt[] = [
  ...operations.map((one) => ({ path: one.path, fields: one.input, isRead: one.isRead === true })),
  ...reports.map((one) => ({ path: one.path, fields: one.filters as Fields, isRead: true })),
  ...resources.flatMap((one) =>
    one.verbs.filter(isWritten).map((verb) => ({
      path: verbPath(one, verb),
      fields: writableFields(one.fields as Fields),
      isRead: false,
    })),
  ),
].flatMap((call) => keysOf(call.fields).map((key) => ({ ...call, key })));

const sweeps = modules.flatMap((one) => one.sweeps.map((sweep) => sweep.name));

let server: TestServer;
let admin: pg.Client;
let owner: TestUser;
let caller: TestUser;
const foreign = new Map<string, string>();
const own = new Map<string, string>();
/** Every id and planted name of the owner. */
const secrets = new Set<string>();
let missed = 0;
let before: Record<string, string>;

beforeAll(async () => {
  // Sweeps would change the owner's planted rows.
  server = await startTestServer(inject('databaseUrl'), { without: sweeps });
  [owner, caller] = [await server.newTenant(), await server.newTenant()];
  for (const [user, ids] of [
    [owner, foreign],
    [caller, own],
  ] as const) {
    await fillTables(user, ids);
    await plantRows(server, user, ids);
  }
  admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  await admin.query('set session_replication_role = replica');
  await plantNames();
  for (const id of await idsOf(owner.tenantId)) secrets.add(id);
  for (const id of await idsOf(caller.tenantId)) secrets.delete(id);
  before = await contentOf(owner.tenantId);
});
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

test.each(attempts)('$path refuses an id of another tenant as $key', async ({ path, fields, key, isRead }) => {
  const ids = new Map([...own, ['file', `${caller.tenantId}/upload/2026-03-15/sample.jpg`]]);
  for (const id of candidatesOf(key, fields[key]!)) {
    const body = sampleOf(fields, ids);
    const updated = resources.find((one) => verbPath(one, 'update') === path);
    if (updated) body.Id = own.get(updated.name);
    body[wireName(key, fields[key]!)] = fields[key]!.kind === 'list' ? [id] : id;
    const answer = await caller.call(path, body);
    if (answer.code === 'kernel.not-found') missed += 1;
    const said = JSON.stringify(answer).replaceAll(id, '');
    expect(
      [...secrets].filter((one) => said.includes(one)),
      'the answer holds what belongs to another tenant',
    ).toEqual([]);
    expect(answer.status, answer.message).toBeLessThan(500);
    if (answer.state === 'success' && !isRead) expect(`accepted ${JSON.stringify(body)}`).toBe('refused');
    if (answer.state === 'success') expect(JSON.stringify(answer.data ?? null)).not.toContain(id);
  }
});

test('most of these calls fail because of the missing row, not for another reason', () => {
  expect(missed).toBeGreaterThan(attempts.filter((one) => !one.isRead).length * 0.8);
});

test.each([
  ...reports.map((one) => one.path),
  ...resources.filter((one) => one.verbs.includes('list')).map((one) => verbPath(one, 'list')),
])('%s shows nothing of another tenant', async (path) => {
  const said = JSON.stringify((await caller.call(path, { PerPage: 200 })).data ?? null);
  expect([...secrets].filter((one) => said.includes(one))).toEqual([]);
});

test('no data of the other tenant has changed', async () => {
  const after = await contentOf(owner.tenantId);
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual([]);
});

function isOfTenants(access: unknown): boolean {
  return !['platform', 'device', 'driver', 'public', 'own-session'].includes(String(access));
}

/** Keys of the fields that hold ids: references, and texts named like ids. */
function keysOf(fields: Fields): string[] {
  const holdsId = (key: string, field: Field): boolean =>
    field.kind === 'reference' ||
    (field.kind === 'text' && /Ids?$|^id$/.test(key)) ||
    (field.kind === 'list' && holdsId(key, field.item!));
  return Object.entries(fields)
    .filter(([key, field]) => !field.isReadOnly && holdsId(key, field))
    .map(([key]) => key);
}

/** Ids of the owner to try in a field: of the kind it refers to, otherwise of the kind its name suggests, otherwise of some kinds. */
function candidatesOf(key: string, field: Field): string[] {
  const target = field.kind === 'list' ? field.item!.to : field.to;
  const named = key.replace(/Ids?$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const found = foreign.get(target ?? named) ?? foreign.get(named);
  if (found) return [found];
  return ['lot', 'camera', 'employee', 'parking-order', 'passing', 'alarm'].flatMap((name) => foreign.get(name) ?? []);
}

async function tenantTables(): Promise<{ name: string; columns: { name: string; type: string }[] }[]> {
  const { rows } = await admin.query(
    `select c.table_name as name, json_agg(json_build_object('name', c.column_name, 'type', c.data_type)) as columns
     from information_schema.columns c
     join pg_class r on r.relname = c.table_name and r.relkind in ('r', 'p') and not r.relispartition
       and r.relnamespace = 'public'::regnamespace
     where c.table_schema = 'public' group by c.table_name
     having bool_or(c.column_name = 'tenant_id')`,
  );
  return rows;
}

async function idsOf(tenantId: number): Promise<string[]> {
  const ids = new Set<string>();
  for (const { name, columns } of await tenantTables())
    for (const column of columns.filter((one) => one.type === 'uuid')) {
      const { rows } = await admin.query(
        `select distinct ${column.name}::text as id from ${name} where tenant_id = $1 and ${column.name} is not null`,
        [tenantId],
      );
      for (const { id } of rows) ids.add(id);
    }
  return [...ids];
}

/** Gives the owner's rows names and plates that no other tenant has, where the table allows it. */
async function plantNames(): Promise<void> {
  let count = 0;
  for (const { name, columns } of await tenantTables())
    for (const column of columns.filter((one) => /^(name|title|remark|reason|plate|owner_name)$/.test(one.name))) {
      if (column.type !== 'text') continue;
      count += 1;
      const marker = column.name === 'plate' ? `浙Z${10_000 + count}` : `Planted ${count} secret`;
      const { rowCount } = await admin
        .query(`update ${name} set ${column.name} = $2 where tenant_id = $1`, [owner.tenantId, marker])
        .catch(() => ({ rowCount: 0 }));
      if (rowCount) secrets.add(marker);
    }
}

/** A digest of all rows of a tenant by table, except session bookkeeping. */
async function contentOf(tenantId: number): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const { name } of await tenantTables()) {
    const { rows } = await admin.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
       from ${name} t where tenant_id = $1`,
      [tenantId],
    );
    content[name] = rows[0].digest;
  }
  return content;
}
