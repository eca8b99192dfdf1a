import { fill } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { type ListKind, listKinds } from '@boyun/lists/contract';
import { coverByEntry, entriesOf, type ListKindServer, listKindSlot, span } from '@boyun/lists/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const PLATE = '粤B71001';
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

/** A list kind of no module: cars of a car pool park the first hour free, and a person confirms them. */
const carPool: ListKind = {
  name: 'car-pool',
  words: { zh: '拼车', en: 'Car pool' },
  tone: 'good',
  mark: { zh: '拼', en: 'Pool' },
  markTone: 'good',
  rank: 65,
  page: null,
  lanePolicy: 'confirm',
};
const carPoolKind: ListKindServer = {
  kind: carPool,
  entries: entriesOf('car_pool', 'team'),
  cover: coverByEntry(
    `select ${span('c')}, 60 as minutes from car_pool c where c.tenant_id = $1 and c.id = any($2::uuid[])`,
    () => ({ zh: '拼车首小时免费', en: 'First hour free for car pools' }),
  ),
  arrived: (tx, entryId) =>
    tx.deferWrite(
      tx.query('update car_pool set uses = uses + 1 where tenant_id = $1 and id = $2', [tx.tenantId, entryId]),
    ),
};
const TABLE = `
  create table car_pool (
    tenant_id int not null references tenant,
    id uuid not null,
    plate text not null,
    lot_ids uuid[] not null default '{}',
    team text not null,
    valid_from timestamptz not null,
    valid_until timestamptz,
    uses int not null default 0,
    primary key (tenant_id, id)
  );
  select tenant_table('car_pool');`;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    fillings: [fill(listKinds, carPool), fill(listKindSlot, carPoolKind)],
  });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(TABLE);
  await client.end();
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot();
  await server.product.kernel.database.system(
    `insert into car_pool (tenant_id, id, plate, team, valid_from) values ($1, $2, $3, 'A', $4)`,
    [user.tenantId, server.product.kernel.database.newId(), PLATE, START],
  );
});
afterAll(() => server?.stop());

const system = (text: string, values: unknown[] = []) =>
  server.product.kernel.database.system<Record<string, unknown>>(text, values);

test('a kind of list that is added works at the gate, on the fee and on pages', async () => {
  // The default of the kind holds until a lane has a policy of its own for it.
  expect(await gate.see(lot.entry, PLATE, 0)).toMatchObject({ decision: 'hold' });
  expect(await system('select standing, reason_zh as reason from passing where plate = $1', [PLATE])).toEqual([
    { standing: 'car-pool', reason: '拼车需人工确认' },
  ]);
  await system(`insert into lane_policy select tenant_id, id, 'car-pool', 'open' from lane where tenant_id = $1`, [
    user.tenantId,
  ]);
  expect(await gate.see(lot.entry, PLATE, 5)).toMatchObject({ decision: 'open' });
  expect(await system('select uses from car_pool where plate = $1', [PLATE])).toEqual([{ uses: 1 }]);
  const asked = await user.call('/api/plateStanding/get', { Plate: PLATE });
  expect(asked.data.Entries).toEqual([{ Kind: 'car-pool', LotName: null, ValidUntil: null }]);

  expect(await gate.see(lot.exit, PLATE, 155)).toMatchObject({ decision: 'hold' });
  const { Rows } = (await user.call('/api/order/getOrderPage', { Standing: 'car-pool' })).data;
  expect(Rows).toMatchObject([{ Plate: PLATE, Fee: '9.00', Reduced: '3.00', Due: '6.00' }]);
  const { Reductions } = (await user.call('/api/order/getOrder', { OrderId: Rows[0].Id })).data;
  expect(Reductions).toMatchObject([
    { Source: 'list', Kind: 'minutes', Value: 60, En: 'First hour free for car pools' },
  ]);
  await user.call('/api/order/collectCash', { OrderId: Rows[0].Id, Amount: '6.00' });
  await server.until('the car has left', async () => (await gate.orders(lot))[0]!.parking === 'left');
});
