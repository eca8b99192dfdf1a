import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Midnight of 1 March 2026 in Shanghai. */
const START = new Date('2026-02-28T16:00:00.000Z');
const DAY = 1440;
const HOUR = 60;
const [MARCH, APRIL, MAY] = [0, 31 * DAY, 61 * DAY];
/** Everything is reported on 3 May. */
const NOW = MAY + 2 * DAY;
const clock = new SetClock(new Date(START.getTime() + NOW * 60_000));
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let other: TestLot;

async function stay(place: TestLot, plate: string, minute: number, minutes: number) {
  const late = { receivedMinute: NOW, isOffline: true };
  await gate.see(place.entry, plate, minute, late);
  await gate.see(place.exit, plate, minute + minutes, late);
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  [lot, other] = [await gate.newLot({}, { Capacity: 50 }), await gate.newLot({}, { Capacity: 50 })];
  // At nine for ten minutes, at ten for forty; the first one twice in March, and in each month after.
  await stay(lot, '粤B30001', MARCH + 9 * HOUR, 10);
  await stay(lot, '粤B30001', MARCH + DAY + 10 * HOUR, 40);
  await stay(lot, '粤B30002', MARCH + 2 * DAY + 9 * HOUR, 5);
  await stay(other, '粤B30003', MARCH + 3 * DAY + 9 * HOUR, 5);
  await stay(lot, '粤B30001', APRIL + 9 * HOUR, 10);
  await stay(lot, '粤B30004', APRIL + DAY + 9 * HOUR, 10);
  await stay(lot, '粤B30001', MAY + 9 * HOUR, 10);
  await stay(other, '粤B30002', MAY + DAY + 9 * HOUR, 10);
  await server.product.consumers.drain();
});
afterAll(() => server?.stop());

const ask = async (path: string, body: object, by: TestUser = user) => {
  const answer = await by.call(`/api/statistics/${path}`, body);
  expect(answer.message).toBe('');
  return answer.data;
};

test('plates that parked in a month are followed through the months after it', async () => {
  const { Cohorts } = await ask('getReturning', { By: 'month' });
  expect(Cohorts).toEqual([
    { Period: '2026-03', PlateCount: 3, AgainCount: 1, Back: [1, 2] },
    { Period: '2026-04', PlateCount: 2, AgainCount: 0, Back: [1] },
    { Period: '2026-05', PlateCount: 2, AgainCount: 0, Back: [] },
  ]);
  expect((await ask('getReturning', { By: 'month', LotIds: [other.id] })).Cohorts).toMatchObject([
    { Period: '2026-03', PlateCount: 1, Back: [0, 0] },
    { Period: '2026-05', PlateCount: 1 },
  ]);
});

test('weeks begin on Monday', async () => {
  // The last of eight weeks is that of Sunday, 3 May; the first one, of 9 March, saw no car.
  const { Cohorts } = await ask('getReturning', {});
  expect(Cohorts).toEqual([
    { Period: '2026-03-30', PlateCount: 2, AgainCount: 0, Back: [0, 0, 0, 1] },
    { Period: '2026-04-27', PlateCount: 2, AgainCount: 0, Back: [] },
  ]);
});

test('stays are counted by length and by the hour of leaving', async () => {
  const { Cells } = await ask('getStayHours', { LotIds: [lot.id], From: '2026-03-01', To: '2026-03-31' });
  expect(Cells).toEqual([
    { FromMinutes: 0, Hour: 9, Count: 2 },
    { FromMinutes: 30, Hour: 10, Count: 1 },
  ]);
  const month = { From: '2026-03-01', To: '2026-03-31' };
  const counted = (await ask('getStayHours', month)).Cells.reduce(
    (sum: number, one: { Count: number }) => sum + one.Count,
    0,
  );
  expect(counted).toBe((await ask('get', month)).Total.Stays);
});

test('accounts see their own lots', async () => {
  const apart = await server.newUser(user, ['statistics.view'], [other.id]);
  expect((await ask('getReturning', { By: 'month' }, apart)).Cohorts[0]).toMatchObject({ PlateCount: 1 });
  const refused = await apart.call('/api/statistics/getStayHours', {
    LotIds: [lot.id],
    From: '2026-03-01',
    To: '2026-03-31',
  });
  expect(refused.code).toBe('kernel.not-found');
});
