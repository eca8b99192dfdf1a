import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCamera } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { makeLog, SetClock } from '@boyun/kernel/server';
import { recordPassing } from '@boyun/passings/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { prepareSchema } from '../apps/server/product.ts';
import { startTestServer, type TestServer } from '../apps/server/test-server.ts';
import { filesBelow, root } from './source.ts';

const listPath = join(root, 'rules/released-migrations.txt');
const listText = readFileSync(listPath, 'utf8');

interface Migration {
  readonly path: string;
  readonly hash: string;
}

function read(text: string): Migration[] {
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ hash: line.slice(0, 64), path: line.slice(66) }));
}

const listed = read(listText);
/** What the database of the fixture was made with. */
const ofFixture = read(listText.slice(0, listText.indexOf('# Since')));

const hashOf = (path: string) =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');

describe('released migrations', () => {
  const files = [...filesBelow('kernel'), ...filesBelow('modules')].filter((path) => path.endsWith('.sql'));

  test('never change', () => {
    const wrong = listed
      .filter((one) => !files.includes(one.path) || hashOf(one.path) !== one.hash)
      .map((one) => `${one.path}: bring it back as it was, and write the change as the next migration`);
    expect(wrong).toEqual([]);
  });

  test('are all listed', async () => {
    const added = files.filter((path) => !listed.some((one) => one.path === path)).sort();
    // A listed line is never rewritten, so `-u` adds lines and nothing else.
    const lines = added.map((path) => `${hashOf(path)}  ${path}\n`);
    await expect(listText + lines.join('')).toMatchFileSnapshot(listPath);
  });
});

/** Columns whose contents a later migration changes, each with what it does. */
const REWRITTEN: Readonly<Record<string, string>> = {
  'role.permissions':
    'approval flows belong to administrators, so other roles lose the rights to change them; operators see full phone numbers',
  'role.version': 'see role.permissions',
  'role.updated_at': 'see role.permissions',
  'event.xid': 'kernel/0002 orders the event log by seq alone',
  'event.seq': 'kernel/0002 numbers events that a consumer has not taken yet again',
  'consumer_position.xid': 'kernel/0002 orders the event log by seq alone',
  'consumer_position.seq': 'kernel/0002 moves positions with the events',
};

type Row = Readonly<Record<string, unknown>>;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Every table that is no partition. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition and relname <> 'schema_migration' order by 1`,
  );
  return rows.map((row) => row.name);
}

/** The rows of a table as JSON, without columns that later migrations rewrite. */
async function rowsOf(client: pg.Client, table: string): Promise<Row[]> {
  const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !(`${table}.${column}` in REWRITTEN))),
  );
}

/** A database as the released migrations made it, with the rows of the fixture. */
async function makeReleased(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(
      'create table schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    for (const { path } of ofFixture) {
      await client.query(readFileSync(join(root, path), 'utf8'));
      const [, owner] = /^(?:modules\/)?([\w-]+)\//.exec(path)!;
      await client.query('insert into schema_migration (name) values ($1)', [`${owner}/${path.split('/').at(-1)}`]);
    }
    await client.query(readFileSync(join(root, 'rules/released-database.sql'), 'utf8'));
  } finally {
    await client.end();
  }
}

/** Everything about the shape of a database that must not depend on how old it is; partitions aside. */
async function shapeOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with t as (
      select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    )
    select format('table %s %s row security %s forced %s', relname, relkind, relrowsecurity, relforcerowsecurity) as line from t
    union all
    select format('column %s.%s %s %s %s %s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, coalesce(pg_get_expr(d.adbin, d.adrelid), '')) from t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all
    select format('constraint %s %s %s %s', t.relname, c.conname, c.convalidated, pg_get_constraintdef(c.oid)) from t
      join pg_constraint c on c.conrelid = t.oid and c.conparentid = 0
    union all
    select pg_get_indexdef(i.indexrelid) from t join pg_index i on i.indrelid = t.oid
    union all
    select format('policy %s %s %s %s', t.relname, p.polname, pg_get_expr(p.polqual, p.polrelid), p.polroles::regrole[]) from t
      join pg_policy p on p.polrelid = t.oid
    union all
    select format('grant %s %s %s', t.relname, a.grantee::regrole, a.privilege_type) from t cross join aclexplode(t.relacl) a
    union all
    select format('trigger %s %s', t.relname, pg_get_triggerdef(g.oid)) from t
      join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all
    select format('partitions %s %s', t.relname, pg_get_partkeydef(t.oid)) from t where t.relkind = 'p'`);
  return rows.map((row) => row.line).sort();
}

describe('a database of the last release', () => {
  const log = makeLog('silent');
  const clock = new SetClock(new Date('2026-11-06T02:00:00Z'));
  const before = new Map<string, Row[]>();
  const after = new Map<string, Row[]>();
  const fresh = `upgraded_${process.pid}_${randomBytes(4).toString('hex')}`;
  let admin: pg.Client;
  let server: TestServer;
  let shapes: Record<'upgraded' | 'fresh', string[]>;

  beforeAll(async () => {
    admin = await connect(inject('databaseUrl'));
    const note = async (url: string, into: Map<string, Row[]>) => {
      const client = await connect(url);
      for (const table of await tablesOf(client)) into.set(table, await rowsOf(client, table));
      const shape = await shapeOf(client);
      await client.end();
      return shape;
    };
    const now = clock.now();
    let upgraded: string[] = [];
    server = await startTestServer(inject('databaseUrl'), {
      clock,
      fill: async (url) => {
        await makeReleased(url);
        await note(url, before);
        await prepareSchema(url, log, now, now);
        upgraded = await note(url, after);
      },
    });
    const url = new URL(inject('databaseUrl'));
    url.pathname = `/${fresh}`;
    await admin.query(`create database ${fresh}`);
    await prepareSchema(url.href, log, now, now);
    shapes = { upgraded, fresh: await note(url.href, new Map()) };
  });
  afterAll(async () => {
    await server?.stop();
    await admin?.query(`drop database if exists ${fresh} with (force)`);
    await admin?.end();
  });

  test('has a row in every table', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
    expect(before.size).toBeGreaterThan(80);
  });

  test('keeps every row through the newer migrations', () => {
    const text = (row: Row, columns: readonly string[]) => JSON.stringify(columns.map((column) => row[column]));
    const lost = [...before].flatMap(([table, rows]) => {
      const columns = Object.keys(rows[0]!).filter((column) => !(`${table}.${column}` in REWRITTEN));
      const kept = new Set((after.get(table) ?? []).map((row) => text(row, columns)));
      return rows
        .map((row) => text(row, columns))
        .filter((row) => !kept.has(row))
        .map((row) => `${table}: ${row}`);
    });
    expect(lost).toEqual([]);
  });

  test('is then like one that was made with all migrations at once', () => {
    expect(shapes.upgraded).toEqual(shapes.fresh);
  });

  test('has its rows of before in one partition, and months after it', async () => {
    const partitions = await server.product.kernel.database.system<{ name: string; bound: string }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i
       join pg_class c on c.oid = i.inhrelid where i.inhparent = 'login_log'::regclass order by 1`,
    );
    expect(partitions.find((one) => one.name === 'login_log_before')?.bound).toMatch(/^FOR VALUES FROM \(MINVALUE\)/);
    expect(partitions.length).toBeGreaterThan(3);
    const [row] = await server.product.kernel.database.system<{ count: number }>(
      'select count(*)::int as count from login_log where tableoid = $1::regclass',
      ['login_log_before'],
    );
    expect(row!.count).toBe(before.get('login_log')!.length);
  });

  test('adds up, and cars go on passing', async () => {
    const { kernel } = server.product;
    const [tenant] = await kernel.database.system<{ id: number; code: string }>('select id, code from tenant');
    const signedIn = await server.call('/api/tenantUser/login', {
      Account: 'admin',
      Password: 'Boyun#2026',
      TenantId: tenant!.code,
    });
    const own = { authorization: `Bearer ${signedIn.data.AccessToken}` };
    const proof = await server.call('/api/tenantUser/checkUserPassword', { Password: 'Boyun#2026' }, own);
    const headers = { ...own, [PROOF_HEADER]: proof.data.Proof };
    const [camera] = await kernel.database.system<{ id: string }>(
      `select c.id from camera c join lane l on l.tenant_id = c.tenant_id and l.id = c.lane_id
       join lot o on o.tenant_id = l.tenant_id and o.id = l.lot_id where l.direction = 'entry' and o.capacity = 50`,
    );
    const secret = await server.call('/api/camera/rotateSecret', { CameraId: camera!.id }, headers);
    const device = await findCamera(kernel.database, secret.data.Token);
    const answer = await recordPassing(kernel, device!, {
      eventKey: 'after the upgrade',
      plate: '粤D00001',
      plateColor: 1,
      confidence: 96,
      vehicleKind: null,
      happenedAt: clock.now(),
      isOffline: false,
      picture: null,
    });
    expect(answer.decision).toBe('open');
    const broken = await server.until('the projections have read the log', async () => {
      const results = await verifyTenant(kernel, tenant!.id);
      const keys = results.filter((one) => one.brokenCount > 0).map((one) => one.key);
      return !keys.some((key) => key.startsWith('projection-')) && keys;
    });
    // The fixture has one event that a consumer could not take.
    expect(broken).toEqual(['consumer-failures']);
  });
});
