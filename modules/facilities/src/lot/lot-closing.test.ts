import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

test('deleting a lot with history closes it instead and says so: no more entries, but cars inside can leave', async () => {
  const lot = await gate.newLot();
  expect((await gate.see(lot.entry, '粤B10001', 0)).decision).toBe('open');
  const deleted = await user.call('/api/parkLot/delete', { Id: lot.id });
  expect(deleted).toMatchObject({ state: 'success', data: { Id: lot.id, IsRetired: true } });
  const { data } = await user.call('/api/parkLot/get', { Id: lot.id });
  expect(data).toMatchObject({ State: 'closed', CarsInside: 1 });

  const refused = await gate.see(lot.entry, '粤B10002', 5);
  expect(refused.decision).not.toBe('open');
  expect(await gate.inside(lot)).toBe(1);
  await gate.see(lot.exit, '粤B10001', 90);
  const [order] = await gate.orders(lot);
  expect(order).toMatchObject({ parking: 'inside', due: 600 });
  const { Id: OrderId } = (await user.call('/api/order/getOrderPage', { LotId: lot.id })).data.Rows[0];
  expect((await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' })).state).toBe('success');
  await gate.see(lot.exit, '粤B10001', 91);
  expect((await gate.orders(lot))[0]).toMatchObject({ parking: 'left', pay: 'paid' });
  expect(await gate.inside(lot)).toBe(0);
});

test('closing instead of deleting is audited as a closing', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B10003', 100);
  await user.call('/api/parkLot/delete', { Id: lot.id });
  const log = await user.call('/api/auditLog/list', { PerPage: 200 });
  const rows: { SubjectId: string; Action: string }[] = log.data.Rows;
  const actions = rows.filter((row) => row.SubjectId === lot.id).map((row) => row.Action);
  expect(actions).toContain('lot.updated');
  expect(actions).not.toContain('lot.deleted');
});

test('deleting a lot with unused gates is refused, and an empty lot is deleted', async () => {
  const lot = await gate.newLot();
  expect((await user.call('/api/parkLot/delete', { Id: lot.id })).code).toBe('kernel.in-use');
  const bare = await user.call('/api/parkLot/create', { Name: 'Bare', Code: 'BARE', Capacity: 1 });
  const deleted = await user.call('/api/parkLot/delete', { Id: bare.data.Id });
  expect(deleted.data).toEqual({ Id: bare.data.Id, IsRetired: false });
});
