import { randomBytes } from 'node:crypto';
import { completeUpTo, type EventRow, readEvents, SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-02T02:00:00Z');
const clock = new SetClock(START);
let server: TestServer;
let tenant: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  tenant = await server.newTenant();
  gate = new TestGate(server, tenant, clock, START);
});
afterAll(() => server?.stop());

async function connect(url = server.databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Numbers below `below`, the same in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('readers of the event log', () => {
  test('skip and reorder nothing while writers commit late, roll back and add several events', async () => {
    const writers = 10;
    let isWriting = true;
    const { database } = server.product.kernel;
    const write = async (writer: number) => {
      const random = randomOf(writer + 1);
      const client = await connect();
      for (let turn = 0; turn < 30; turn += 1) {
        await client.query(`begin; set local role boyun_app; set local boyun.tenant = '${tenant.tenantId}'`);
        for (let statement = random(3); statement >= 0; statement -= 1) {
          await client.query(
            `insert into event (tenant_id, id, kind, data, actor, at, recorded_at)
             select $1, unnest($2::uuid[]), 'test.stress', '{}', 'test', $3, $3`,
            [tenant.tenantId, Array.from({ length: 1 + random(3) }, () => database.newId()), clock.now()],
          );
          if (random(2)) await pauseFor(random(12));
        }
        await client.query(random(4) ? 'commit' : 'rollback');
      }
      await client.end();
    };
    const read: EventRow[] = [];
    const { system } = database;
    let place = await completeUpTo(system);
    const start = place;
    const step = async () => {
      const bound = await completeUpTo(system, place);
      const events = await readEvents(system, place, bound);
      read.push(...events);
      // The place moves over numbers that were given and rolled back: what came below it later would be lost.
      place = events.length < 500 ? Math.max(place, bound) : events.at(-1)!.seq;
    };
    const reading = (async () => {
      while (isWriting) await step();
    })();
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    isWriting = false;
    await reading;
    await step();
    const all = await system<{ seq: number }>('select seq from event where seq > $1 order by seq', [start]);
    expect(all.length).toBeGreaterThan(300);
    expect(read.map((one) => one.seq)).toEqual(all.map((one) => one.seq));
  });

  test('wait for a transaction that has added events and has not ended, and for no other', async () => {
    const { database } = server.product.kernel;
    const client = await connect();
    const before = await completeUpTo(database.system);
    await client.query('begin');
    await client.query(
      `insert into event (tenant_id, id, kind, data, actor, at, recorded_at)
       values ($1, $2, 'test.late', '{}', 'test', $3, $3)`,
      [tenant.tenantId, database.newId(), clock.now()],
    );
    const later = (await tenant.call('/api/area/create', { Name: 'Written meanwhile' })).data.Id as string;
    expect(later).toBeTruthy();
    expect(await completeUpTo(database.system, before)).toBe(before);
    await client.query('commit');
    await client.end();
    const events = await readEvents(database.system, before, await completeUpTo(database.system, before));
    expect(events[0]?.kind).toBe('test.late');
    expect(events.length).toBeGreaterThan(1);
  });
});

test('idle transactions, here and in another database of the server, delay neither a barrier nor a live page', async () => {
  const lot = await gate.newLot();
  const other = `other_${process.pid}_${randomBytes(4).toString('hex')}`;
  const admin = await connect(inject('databaseUrl'));
  await admin.query(`create database ${other}`);
  const foreign = new URL(inject('databaseUrl'));
  foreign.pathname = `/${other}`;
  const idle = [await connect(), await connect(foreign.href)];
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, [tenant.token]);
  const messages: string[] = [];
  socket.onmessage = (event) => void messages.push(String(event.data));
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  try {
    for (const one of idle) {
      await one.query('begin');
      await one.query('select pg_current_xact_id()');
    }
    await gate.see(lot.entry, '粤A12345', 0);
    expect(await gate.see(lot.exit, '粤A12345', 90)).toMatchObject({ decision: 'hold' });
    const [order] = await server.product.kernel.database.system<{ id: string }>(
      'select id from parking_order where tenant_id = $1 and lot_id = $2',
      [tenant.tenantId, lot.id],
    );
    const paid = await tenant.call('/api/order/collectCash', {
      OrderId: order!.id,
      Amount: '6.00',
    });
    expect(paid).toMatchObject({ state: 'success' });
    await server.until('the barrier to be opened', async () => {
      const [command] = await server.product.kernel.database.system(
        `select from gate_command where tenant_id = $1 and lot_id = $2 and kind = 'open' and lane_id = $3`,
        [tenant.tenantId, lot.id, lot.exit.laneId],
      );
      return command;
    });
    await server.until('a live message about it', async () => messages.some((one) => one.includes('粤A12345')));
    await server.product.consumers.drain();
    for (const one of idle)
      expect((await one.query('select pg_current_xact_id_if_assigned() as id')).rows[0].id).toBeTruthy();
  } finally {
    socket.close();
    for (const one of idle) await one.end();
    await admin.query(`drop database ${other} with (force)`);
    await admin.end();
  }
});
