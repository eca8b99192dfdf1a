import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Ten in the evening in the lot: minute 120 is midnight. */
const START = new Date('2026-03-04T14:00:00.000Z');
const MIDNIGHT = 120;
const DAY = 1440;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let lotId: string;

const GONE = '粤B90001';
const LEFT_TODAY = '粤B90002';
const INSIDE = '粤B90003';
const PAID_TODAY = '粤B90004';
const OWING = '粤B90005';
const DAYS_LONG = '粤B90006';
const CAME_TODAY = '粤B90007';

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const gate = new TestGate(server, user, clock, START);
  const lot = await gate.newLot({}, { Capacity: 10 });
  lotId = lot.id;
  for (const Plate of [GONE, LEFT_TODAY, INSIDE, DAYS_LONG, CAME_TODAY])
    await user.call('/api/billWhitePlate/create', { Plate, LotIds: [lotId], ValidFrom: '2026-01-01T00:00:00Z' });
  const letGo = async (plate: string, minute: number) => {
    const { passingId } = await gate.see(lot.exit, plate, minute);
    await user.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: '道闸故障放行' });
  };
  await gate.see(lot.entry, DAYS_LONG, -3 * DAY, { receivedMinute: 0, isOffline: true });
  for (const plate of [GONE, LEFT_TODAY, INSIDE, PAID_TODAY, OWING]) await gate.see(lot.entry, plate, 0);
  await letGo(PAID_TODAY, 90);
  await letGo(OWING, 90);
  await gate.see(lot.exit, GONE, 100);
  await gate.see(lot.entry, CAME_TODAY, MIDNIGHT + 5);
  for (const plate of [LEFT_TODAY, DAYS_LONG, CAME_TODAY]) await gate.see(lot.exit, plate, MIDNIGHT + 10);
  gate.at(MIDNIGHT + 20);
  const [debt] = (await user.call('/api/order/getOrderPage', { LotId: lotId, Plate: PAID_TODAY })).data.Rows;
  const taken = await user.call('/api/order/collectCash', { OrderId: debt.Id, Amount: debt.Due });
  expect(taken.state, taken.message).toBe('success');
  // The paid car leaves by a reaction, which reads the clock.
  await server.product.consumers.drain();
  gate.at(MIDNIGHT + 30);
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();

/** The end of the plates of the stays in a period, in minutes after the start. */
async function present(from: number | null, to: number | null): Promise<string[]> {
  const period = { PresentFrom: from === null ? null : at(from), PresentTo: to === null ? null : at(to) };
  const { data } = await user.call('/api/order/getOrderPage', { LotId: lotId, ...period });
  expect(data.Rows).toHaveLength(data.Total);
  return data.Rows.map((one: { Plate: string }) => one.Plate).sort();
}

test.each([
  ['today', MIDNIGHT, MIDNIGHT + DAY - 1, [LEFT_TODAY, INSIDE, PAID_TODAY, DAYS_LONG, CAME_TODAY]],
  ['yesterday', MIDNIGHT - DAY, MIDNIGHT - 1, [GONE, LEFT_TODAY, INSIDE, PAID_TODAY, OWING, DAYS_LONG]],
  ['the day before yesterday', MIDNIGHT - 2 * DAY, MIDNIGHT - DAY - 1, [DAYS_LONG]],
  ['a week ago', MIDNIGHT - 7 * DAY, MIDNIGHT - 6 * DAY - 1, []],
  ['minutes in which nothing happened', MIDNIGHT - 10, MIDNIGHT - 9, [LEFT_TODAY, INSIDE, DAYS_LONG]],
  ['the minute in which a debt was paid', MIDNIGHT + 20, MIDNIGHT + 21, [INSIDE, PAID_TODAY]],
  ['since midnight', MIDNIGHT, null, [LEFT_TODAY, INSIDE, PAID_TODAY, DAYS_LONG, CAME_TODAY]],
  ['until midnight', null, MIDNIGHT - 1, [GONE, LEFT_TODAY, INSIDE, PAID_TODAY, OWING, DAYS_LONG]],
])('the stays of %s', async (_, from, to, plates) => {
  expect(await present(from, to)).toEqual(plates);
});
