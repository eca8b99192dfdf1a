import { plateColor } from '@boyun/domain/plate';
import { makeLog, openDatabase, SetClock, type TenantTx, type Who } from '@boyun/kernel/server';
import { type Notice, signNotice } from '@boyun/money/server';
import { plateMessage, readReply } from '@boyun/simulator/replay/vzenith';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let who: Who;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true, patience: 1 });
  user = await server.newTenant();
  who = await user.who();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

/** More callers than any pool has connections; each keeps its connection until it is let go of. */
const CALLERS = 20;
type Options = Parameters<TestServer['product']['kernel']['database']['inTenant']>[2];

function occupy(options: Options) {
  let held = 0;
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const work = async (tx: TenantTx) => {
    await tx.query('select 1');
    held += 1;
    await end;
  };
  const { database } = server.product.kernel;
  const all = Array.from({ length: CALLERS }, () => database.inTenant(who, work, options).catch(() => undefined));
  return {
    held: () => held,
    async release() {
      letGo();
      await Promise.all(all);
    },
  };
}

/** A camera's push over HTTP; what it is answered. */
async function drive(token: string, plate: string): Promise<{ status: number; opens: boolean }> {
  const camera = {
    // Serial numbers have no underscore, tokens may.
    serial: Buffer.from(token.slice(-6)).toString('hex'),
    deviceName: 'c',
    ipAddress: '10.0.0.1',
    password: 'p',
    zone: 'UTC',
  };
  const response = await fetch(`${server.url}/api/camera/vzenith/${token}/plate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: plateMessage(camera, 1, {
      plate,
      color: plateColor.blue.code,
      confidence: 97,
      vehicleKind: 'small',
      atMs: clock.now().getTime(),
    }),
  });
  return { status: response.status, opens: readReply(await response.text())?.opens ?? false };
}

test('with all connections of the office taken, cars are let in and a payment opens the barrier', async () => {
  const lot = await gate.newLot();
  const token = await gate.newToken(lot.entry.cameraId);
  await gate.see(lot.entry, '粤B40001', 0);
  const code = (await gate.see(lot.exit, '粤B40001', 90)).payUrl!.split('/').at(-1)!;
  const started = await server.call('/api/payment/sandbox/pay', { Code: code });
  expect(started.state).toBe('success');
  const [notice] = server.takeSent<Notice>();
  const offices = [
    {},
    { isRead: true, isAboveTenants: true },
    { isSnapshot: true },
    { isRead: true, pool: 'search', isAboveTenants: true },
  ];
  const occupied = offices.map((options) => occupy(options as Options));
  try {
    await server.until('the office to have no connection left', async () => occupied.every((one) => one.held() >= 2));
    const page = user.call('/api/order/getOrderPage');
    expect(await drive(token, '粤B40002')).toEqual({ status: 200, opens: true });
    const response = await fetch(`${server.url}/api/payment/notice/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signNotice(server.product.kernel, notice!)),
    });
    expect(response.status).toBe(200);
    await server.until('the car to leave', async () => (await gate.orders(lot))[0]!.parking === 'left');
    expect((await gate.see(lot.exit, '粤B40002', 95)).decision).toBe('hold');
    // The page that waits for a connection is refused in the end.
    expect(await page).toMatchObject({ status: 503, code: 'kernel.busy' });
  } finally {
    await Promise.all(occupied.map((one) => one.release()));
  }
  expect((await user.call('/api/order/getOrderPage')).state).toBe('success');
});

test('a lane locked for too long is a temporary failure for the camera, which sends again', async () => {
  const lot = await gate.newLot();
  const token = await gate.newToken(lot.entry.cameraId);
  const { database } = server.product.kernel;
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const blocker = database.inTenant(who, async (tx) => {
    await tx.query('select 1 from lot_state where tenant_id = $1 and lot_id = $2 for update', [tx.tenantId, lot.id]);
    isLocked();
    await end;
  });
  await locked;
  expect(await drive(token, '粤B40003')).toEqual({ status: 503, opens: false });
  expect(await gate.orders(lot)).toEqual([]);
  letGo();
  await blocker;
  expect(await drive(token, '粤B40003')).toEqual({ status: 200, opens: true });
  expect(await gate.orders(lot)).toMatchObject([{ plate: '粤B40003', parking: 'inside' }]);
});

test('an old connection is replaced after its work, others wait for their turn', async () => {
  const options = { url: server.databaseUrl, clock, log: makeLog('silent') };
  const renewing = openDatabase({ ...options, lifetimeSeconds: 0, renewalGapSeconds: 3600 });
  try {
    const pids: number[] = [];
    for (let run = 0; run < 4; run += 1) {
      const [row] = await renewing.systemOf.gate<{ pid: number }>('select pg_backend_pid() as pid');
      pids.push(row!.pid);
    }
    // The first one is replaced; its successor is as old at once, but it is too early for the next replacement.
    expect(new Set(pids).size).toBe(2);
    expect(pids.slice(1)).toEqual(Array(3).fill(pids[1]));
  } finally {
    await renewing.close();
  }
});

const OFFICE_CONNECTIONS = 6;

/** What each connection of the office keeps: prepared statements, and memory of the backend in bytes. */
async function backends(): Promise<{ statements: number; bytes: number }[]> {
  const { database } = server.product.kernel;
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const read = async (tx: TenantTx) => {
    const [row] = await tx.query<{ statements: number; bytes: number }>(
      `select (select count(*) from pg_prepared_statements) as statements,
         (select sum(total_bytes) from pg_backend_memory_contexts)::bigint as bytes`,
    );
    // None gives its connection back before all have one.
    asked += 1;
    if (asked === OFFICE_CONNECTIONS) resolve();
    await allAsked;
    return row!;
  };
  return Promise.all(Array.from({ length: OFFICE_CONNECTIONS }, () => database.inTenant(who, read, { isRead: true })));
}

test('a thousand pages and filters of a list prepare no statement and leave the backends as large as they were', async () => {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query(
    `grant select on pg_backend_memory_contexts to boyun_app;
     grant execute on function pg_get_backend_memory_contexts() to boyun_app`,
  );
  await owner.end();
  const filters = [
    (run: number) => ({ Plate: `粤B${10_000 + run}` }),
    (run: number) => ({ ParkingState: 'left', From: new Date(START.getTime() - run * 3_600_000).toISOString() }),
    (run: number) => ({ Sort: run % 2 ? 'feeFen' : '-leftAt', PayState: 'paid' }),
    () => ({}),
  ];
  const ask = async (run: number) => {
    const paging = { Page: run + 1, PerPage: 10 + (run % 17) };
    const answer = await user.call('/api/order/getOrderPage', { ...filters[run % 4]!(run), ...paging });
    expect(answer.state).toBe('success');
  };
  const askAll = async (from: number, to: number) => {
    for (let run = from; run < to; run += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => ask(run + index)));
  };
  // Catalogs are read and code is compiled before anything is compared.
  await askAll(0, 200);
  const before = await backends();
  await askAll(200, 1200);
  const after = await backends();
  const statements = (all: typeof before) => Math.max(...all.map((one) => one.statements));
  const bytes = (all: typeof before) => Math.max(...all.map((one) => one.bytes));
  expect(statements(after)).toBe(statements(before));
  expect(statements(after)).toBeLessThan(5);
  // Each text prepared on a connection would add some 50 kB, two hundred of them on each one here.
  expect(bytes(after)).toBeLessThan(bytes(before) + 3_000_000);
}, 240_000);
