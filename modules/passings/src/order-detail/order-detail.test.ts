import { barrierOpened, carPassed, takeQueued } from '@boyun/devices/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { type Notice, signNotice } from '@boyun/money/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  // The clock jumps: earlier commands become uncertain as soon as their job runs.
  server = await startTestServer(inject('databaseUrl'), { clock, without: ['command-expiry'] });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

interface TimelineLine {
  readonly At: string;
  readonly Kind: string;
  readonly Zh: string;
  readonly En: string;
  readonly Tone: string;
  readonly ActorName: string;
  readonly Picture: string | null;
  readonly IsLate: boolean;
}

async function orderOf(lotId: string): Promise<string> {
  const list = await user.call('/api/order/getOrderPage', { LotId: lotId });
  return list.data.Rows.at(-1).Id;
}

async function timeline(OrderId: string, language = 'zh'): Promise<TimelineLine[]> {
  const answer = await user.call('/api/order/getOrder', { OrderId }, { cookie: `language=${language}` });
  return answer.data.Timeline;
}

test('the timeline lists passings, commands and alarms of an order by time', async () => {
  const lot = await gate.newLot();
  const picture = Buffer.from('a picture');
  await gate.see(lot.entry, '粤B60001', 0, { picture, confidence: 40 });
  const exit = await gate.see(lot.exit, '粤B60001', 90, { picture: Buffer.from('another') });
  gate.at(92);
  const OrderId = await orderOf(lot.id);
  await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
  await server.until('the car to be let out', async () => (await gate.orders(lot))[0]!.parking === 'left');
  await server.product.kernel.database.inTenant(systemWho(user.tenantId, 'camera'), async (tx) => {
    await takeQueued(tx, lot.exit.cameraId);
    await barrierOpened(tx, lot.exit.laneId);
    await carPassed(tx, lot.exit.laneId);
  });
  const lines = await timeline(OrderId);
  expect(lines.map((line) => line.Kind)).toEqual([
    'passing.recorded',
    'stay.opened',
    'command.changed',
    'alarm.raised',
    'passing.recorded',
    'order.quoted',
    'payment.succeeded',
    'order.settled',
    'stay.left',
    'command.changed',
    'passing.settled',
    'command.changed',
    'command.changed',
    'command.changed',
  ]);
  expect(lines.map((line) => line.At)).toEqual(lines.map((line) => line.At).toSorted());
  expect(lines.filter((line) => line.Picture).map((line) => line.Kind)).toEqual([
    'passing.recorded',
    'passing.recorded',
  ]);
  expect((await fetch(server.url + lines[0]!.Picture)).status).toBe(200);
  expect(lines.at(-1)).toMatchObject({ Zh: '开闸指令：已通过', En: 'Barrier (open): Passed', Tone: 'good' });
  expect(lines[3]!.Zh).toContain('识别置信度低');
  expect(lines[4]!.Zh).toContain('等待');
  expect(exit.decision).toBe('hold');
  for (const line of lines) expect(line.Zh, line.Kind).not.toMatch(/undefined|null|[a-z]+\.[a-z]+/);
});

test.each([
  ['zh', ['系统', '司机', '模拟支付']],
  ['en', ['System', 'Driver', 'Sandbox']],
])('who acted without being a person is named in %s', async (language, names) => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B60002', 0);
  const { payUrl } = await gate.see(lot.exit, '粤B60002', 90);
  await user.call('/api/payment/sandbox/pay', { Code: payUrl!.replace('/pay/', ''), Outcome: 'success' });
  const sent = server.takeSent<Notice>();
  await fetch(`${server.url}/api/payment/notice/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signNotice(server.product.kernel, sent[0]!)),
  });
  await server.until('the car to be let out', async () => (await gate.orders(lot))[0]!.parking === 'left');
  const found = (await timeline(await orderOf(lot.id), language)).map((line) => line.ActorName);
  expect(found).toEqual(expect.arrayContaining(names));
  for (const raw of ['system', 'driver', 'sandbox']) expect(found).not.toContain(raw);
});

test('an order returns the time zone of its lot', async () => {
  const lot = await gate.newLot({}, { TimeZone: 'America/New_York' });
  await gate.see(lot.entry, '粤B60003', 0);
  const { payUrl } = await gate.see(lot.exit, '粤B60003', 90);
  const detail = await user.call('/api/order/getOrder', { OrderId: await orderOf(lot.id) });
  expect(detail.data.Order.TimeZone).toBe('America/New_York');
  const bill = await server.call('/api/payment/getPayPage', { Code: payUrl!.replace('/pay/', '') });
  expect(bill.data.TimeZone).toBe('America/New_York');
});
