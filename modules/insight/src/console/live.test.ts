import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
});
afterAll(() => server?.stop());

/** What an account hears of the live channel from now on. */
async function listen(user: TestUser) {
  const heard: { Kind: string; Data: object }[] = [];
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, [user.token]);
  socket.onmessage = ({ data }) => data !== 'success' && heard.push(JSON.parse(String(data)));
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('refused'));
  });
  return { heard, close: () => socket.close() };
}

const EVENTS = [
  ['passing.recorded', { plate: '粤B12345' }],
  ['payment.succeeded', { amountFen: 500, excessFen: 0, channel: 'cash' }],
  ['alarm.raised', { alarmId: 'a' }],
  ['lane.called', { callId: 'c' }],
] as const;

test.each<[string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['passing records', ['passing.list'], ['passing.recorded']],
  ['the lane monitor', ['lane-monitor.view'], ['passing.recorded', 'lane.called']],
  ['payments and alarms', ['payment.list', 'alarm.list'], ['payment.succeeded', 'alarm.raised']],
])('who may see %s hears that something happened, and no more than he may see', async (_, permissions, known) => {
  const { Id: lotId } = (
    await admin.call('/api/parkLot/create', {
      Name: `L${known.length}${permissions.length}`,
      Code: `${known.length}${permissions.length}`,
      Capacity: 9,
    })
  ).data;
  const { heard, close } = await listen(await server.newUser(admin, permissions));
  await server.product.kernel.database.inTenant(await admin.who(), async (tx) => {
    for (const [kind, data] of EVENTS) tx.emit(eventNamed(kind), { lotId, data: { ...data } });
  });
  await server.until('all of it was heard', async () => heard.length === EVENTS.length);
  close();
  expect(heard.map((one) => one.Kind)).toEqual(EVENTS.map(([kind]) => kind));
  const told = heard.filter((one) => Object.keys(one.Data).length > 0).map((one) => one.Kind);
  expect(told).toEqual(EVENTS.map(([kind]) => kind).filter((kind) => known.includes(kind)));
});
