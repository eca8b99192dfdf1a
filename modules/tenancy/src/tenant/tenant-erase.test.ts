import { makeLog, openDatabase, SetClock, systemWho } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { eraseTenants } from './erase-tenant.service.ts';

const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, without: ['tenant-deletion'], isAlone: true });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

test('a tenant is erased completely despite concurrent writes', async () => {
  const { tenantId } = await server.newTenant();
  const { database } = server.product.kernel;
  await database.system('update tenant set deletion_due_at = $2 where id = $1', [tenantId, clock.now()]);
  let erasing: Promise<void>;
  await database.inTenant(systemWho(tenantId), async (tx) => {
    await tx.query(
      `insert into area (tenant_id, id, version, created_at, updated_at, name) values ($1, $2, 1, $3, $3, '片区')`,
      [tx.tenantId, tx.newId(), tx.now],
    );
    erasing = eraseTenants(server.product.kernel);
    await server.until('it waits', async () => {
      const waiting = await database.system(
        `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      return waiting.length > 0;
    });
  });
  await erasing!;
  expect(await database.system('select 1 from tenant where id = $1', [tenantId])).toEqual([]);
});

const ROWS = 12_000;

/** A tenant due for deletion, with the given number of events and some sign-ins. */
async function doomedTenant() {
  const tenant = await server.newTenant();
  const { database } = server.product.kernel;
  await owner.query(
    `insert into event (tenant_id, id, kind, data, actor, at, recorded_at)
     select $1, unnest($2::uuid[]), 'test.planted', '{}', 'test', $3, $3`,
    [tenant.tenantId, Array.from({ length: ROWS }, () => database.newId()), clock.now()],
  );
  await database.system('update tenant set deletion_due_at = $2 where id = $1', [tenant.tenantId, clock.now()]);
  const events = async () =>
    (
      await database.system<{ count: number }>('select count(*) as count from event where tenant_id = $1', [
        tenant.tenantId,
      ])
    )[0]!.count;
  const erasure = async () =>
    (
      await database.system<{ rows: number; atTable: string | null; finishedAt: Date | null }>(
        `select erased_rows as rows, at_table as "atTable", finished_at as "finishedAt" from tenant_erasure where id = $1`,
        [tenant.tenantId],
      )
    )[0]!;
  return { tenant, events, erasure };
}

/** A kernel that counts its steps and is killed before the step after the given number. */
function killedAfter(steps: number, onStep: (rows: number) => void = () => undefined) {
  const { kernel } = server.product;
  let done = 0;
  const inSystem: typeof kernel.database.inSystem = async (work) => {
    if (done === steps) throw new Error('killed');
    done += 1;
    return kernel.database.inSystem(async (query) => {
      const sum = async () =>
        (await query<{ rows: number }>('select coalesce(sum(erased_rows), 0) as rows from tenant_erasure'))[0]!.rows;
      const before = await sum();
      const value = await work(query);
      onStep((await sum()) - before);
      return value;
    });
  };
  return { ...kernel, database: { ...kernel.database, inSystem } };
}

test('a killed erasure resumes after its last step, and every step is bounded', async () => {
  const { tenant, events, erasure } = await doomedTenant();
  const sizes: number[] = [];
  // Killed repeatedly, each time after a few steps.
  let kills = 0;
  for (let isKilled = true; isKilled; ) {
    const [before, erasedBefore] = [await events(), (await erasure())?.rows ?? 0];
    isKilled = await eraseTenants(killedAfter(60, (rows) => sizes.push(rows))).then(
      () => false,
      (error: Error) => error.message === 'killed',
    );
    if (!isKilled) break;
    kills += 1;
    expect(await erasure()).toMatchObject({ finishedAt: null });
    expect((await erasure()).rows).toBeGreaterThanOrEqual(erasedBefore + before - (await events()));
  }
  expect(kills).toBeGreaterThan(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5000);
  expect(sizes.filter((one) => one > 0).length).toBeGreaterThan(5);
  expect(await events()).toBe(0);
  expect(await server.product.kernel.database.system('select 1 from tenant where id = $1', [tenant.tenantId])).toEqual(
    [],
  );
  const { rows, finishedAt } = await erasure();
  expect(finishedAt).not.toBeNull();
  // Nothing was counted twice: the planted rows, and the few rows of a new tenant.
  expect(rows).toBeGreaterThanOrEqual(ROWS);
  expect(rows).toBeLessThan(ROWS + 500);
});

test('nothing of a tenant is served once its erasure has begun', async () => {
  const { tenant, erasure } = await doomedTenant();
  const other = await server.newTenant();
  const gate = new TestGate(server, tenant, clock, clock.now());
  const lot = await gate.newLot();
  const token = await gate.newToken(lot.entry.cameraId);
  const heartbeat = () => fetch(`${server.url}/api/camera/vzenith/${token}/heartbeat`, { method: 'POST' });
  expect((await heartbeat()).status).toBe(200);
  const key = await tenant.call('/api/openApi/key/create', {
    Name: '对接',
    Scopes: ['lot.list'],
    LotIds: [],
    PerMinute: 60,
  });
  const withKey = { authorization: `Bearer ${key.data.Key}` };
  expect((await server.call('/api/parkLot/list', {}, withKey)).status).toBe(200);
  await expect(eraseTenants(killedAfter(20))).rejects.toThrow('killed');
  expect(await erasure()).toMatchObject({ finishedAt: null });
  const { database } = server.product.kernel;
  expect((await tenant.call('/api/parkLot/list')).status).toBe(401);
  expect((await server.call('/api/parkLot/list', {}, withKey)).status).toBe(401);
  expect((await heartbeat()).status).not.toBe(200);
  await expect(gate.see(lot.entry, '粤B77777', 1)).rejects.toThrow();
  await expect(database.inTenant(systemWho(tenant.tenantId), async () => 1)).rejects.toThrow('tenant-erased');
  expect(await database.inTenant(systemWho(other.tenantId), async () => 1)).toBe(1);
  // Another server process reads it at start-up.
  const elsewhere = openDatabase({ url: server.databaseUrl, clock, log: makeLog('silent') });
  await elsewhere.closed.load(elsewhere.system);
  await expect(elsewhere.inTenant(systemWho(tenant.tenantId), async () => 1)).rejects.toThrow('tenant-erased');
  await elsewhere.close();
  await eraseTenants(server.product.kernel);
  expect((await erasure()).finishedAt).not.toBeNull();
});

test('an erasure delays no other tenant while a reader holds a snapshot', async () => {
  const { tenant, events } = await doomedTenant();
  const other = await server.newTenant();
  const { database } = server.product.kernel;
  await owner.query('begin isolation level repeatable read read only');
  const count = () => owner.query('select count(*)::int as count from event where tenant_id = $1', [tenant.tenantId]);
  const { rows } = await count();
  expect(rows[0].count).toBeGreaterThanOrEqual(ROWS);
  await eraseTenants(server.product.kernel);
  expect((await count()).rows).toEqual(rows);
  await owner.query('rollback');
  expect(await events()).toBe(0);
  expect(await database.inTenant(systemWho(other.tenantId), async () => 1)).toBe(1);
});
