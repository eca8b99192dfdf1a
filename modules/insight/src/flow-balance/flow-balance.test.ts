import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 1440;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let owner: pg.Client;

/** Three cars on the first day, one of them leaves then and one on the next; the third is voided on the next day. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ Unmatched: 'open' });
  const late = { isOffline: true, receivedMinute: DAY + 60 };
  for (const plate of ['粤B50001', '粤B50002', '粤B50003']) await gate.see(lot.entry, plate, 1, late);
  await gate.see(lot.exit, '粤B50001', 10, late);
  await gate.see(lot.exit, '粤B50002', DAY + 10, late);
  user = { ...user, ...(await server.newUser(user, ['flow-balance.list', 'order.list', 'order.void'])) };
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B50003' });
  const asked = await user.call('/api/order/void', { OrderId: data.Rows[0].Id, Reason: '测试车辆' });
  const second = await server.newUser(user, ['review.decide', 'review.list']);
  await second.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] });
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const days = async (filters: object = {}) =>
  (await user.call('/api/flowBalance/list', { LotId: lot.id, ...filters })).data;

test('each day adds up: entries − exits − closed ± corrections = change of the cars inside', async () => {
  const data = await days();
  expect(data.Rows).toMatchObject([
    { Day: '2026-03-05', InsideBefore: 2, Entries: 0, Exits: 1, Corrected: -1, InsideAfter: 0, Gap: 0 },
    { Day: '2026-03-04', InsideBefore: 0, Entries: 3, Exits: 1, Corrected: 0, InsideAfter: 2, Gap: 0 },
  ]);
  expect(data.Totals).toMatchObject({ Entries: 3, Exits: 2, Corrected: -1, GapCount: 0 });
  const gap = await user.call('/api/flowBalance/getGap', { LotId: lot.id, Day: '2026-03-05' });
  expect(gap.data).toMatchObject({ Gaps: [], Corrections: [{ Plate: '粤B50003', Kind: 'stay.voided', Change: -1 }] });
});

test('a gap is shown on its day, down to the order', async () => {
  await owner.query(
    `delete from event where tenant_id = $1 and kind = 'stay.left'
       and subject_id = (select id from parking_order where tenant_id = $1 and plate = '粤B50001')`,
    [user.tenantId],
  );
  const data = await days({ HasGap: true });
  expect(data.Rows).toMatchObject([{ Day: '2026-03-04', Gap: 1 }]);
  expect(data.Totals.GapCount).toBe(1);
  const gap = await user.call('/api/flowBalance/getGap', { LotId: lot.id, Day: '2026-03-04' });
  expect(gap.data.Gaps).toMatchObject([{ Plate: '粤B50001', ByEvents: 1, ByOrders: 0 }]);
});
