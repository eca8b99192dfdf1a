import { barrierOpened, carPassed, deviceWho } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lot charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const PATH = '/api/statement/freePassing/list';
const Reason = '现场核实';
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 90 });
});
afterAll(() => server?.stop());

const call = async (path: string, body: object, by: TestUser = user) => {
  const answer = await by.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};

/** Lets a car in, and back to the exit an hour and a half later. */
async function stay(plate: string, minute: number) {
  await gate.see(lot.entry, plate, minute);
  return gate.see(lot.exit, plate, minute + 90);
}

const orderId = async (Plate: string) => (await call('/api/order/getOrderPage', { Plate })).Rows[0].Id;

/** Voids the order of a plate, which a second person approves. */
async function voidOrder(plate: string, reason: string) {
  await call('/api/order/void', { OrderId: await orderId(plate), Reason: reason });
  const reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  const { Rows } = await call('/api/review/getReviewList', { State: 'pending' }, reviewer);
  const ReviewIds = Rows.map((one: { Id: string }) => one.Id);
  if (ReviewIds.length > 0) await call('/api/review/approve', { ReviewIds }, reviewer);
  await server.product.consumers.drain();
}

test('what passed free, by hand or undecided is listed once, with who did it; what was paid is not', async () => {
  const [ValidFrom, ValidUntil] = [START, new Date(START.getTime() + 86_400_000)];
  await call('/api/billFreePlate/create', { Plate: '粤B20001', LotIds: [lot.id], ValidFrom, ValidUntil });
  await gate.see(lot.entry, '粤B20001', 0);
  await gate.see(lot.exit, '粤B20001', 1);
  await call('/api/passing/free', { PassingId: (await stay('粤B20002', 2)).passingId, Reason });
  await call('/api/passing/settle', { PassingId: (await stay('粤B20003', 100)).passingId, Outcome: 'admit', Reason });
  await call('/api/lane/open', { LaneId: lot.exit.laneId, Reason });
  // Paid in cash at the exit.
  await stay('粤B20004', 200);
  await call('/api/order/collectCash', { OrderId: await orderId('粤B20004'), Amount: '6.00' });
  // The paid car leaves by a reaction, which reads the clock.
  await server.product.consumers.drain();
  // Nobody opens for this one.
  await stay('粤B20005', 300);
  await server.product.kernel.database.inTenant(deviceWho(lot.exit), async (tx) => {
    await barrierOpened(tx, lot.exit.laneId);
    await carPassed(tx, lot.exit.laneId);
  });
  await server.until('it is out', async () =>
    (await gate.orders(lot)).some((one) => one.plate === '粤B20005' && one.parking === 'left'),
  );
  await server.product.consumers.drain();

  const { Rows, Totals } = await call(PATH, { PerPage: 200 });
  const shown = Rows.map((one: { Kind: string; Plate: string | null; PersonName: string | null; Due: string | null }) =>
    [one.Kind, one.Plate, one.PersonName, one.Due].join(' ').trim(),
  );
  expect(shown.toSorted()).toEqual([
    'exit 粤B20003 Admin 6.00',
    'free 粤B20002 Admin 0.00',
    'listed 粤B20001  0.00',
    'opened  Admin',
    'unasked 粤B20005  6.00',
  ]);
  expect(Totals).toMatchObject({ FreeCount: 1, ByHandCount: 3, UndecidedCount: 1, Due: '12.00' });
  expect((await call(PATH, { PersonName: 'admin' })).Total).toBe(3);
  expect((await call(PATH, { Kind: 'free', Plate: 'B20002' })).Rows[0]).toMatchObject({ Reason, Reduced: '6.00' });
});

test('a voided order names the person and the reason, unless what a person did before is listed', async () => {
  await voidOrder('粤B20003', '重复订单');
  // Its forced exit is listed already, so the order is not listed again.
  expect((await call(PATH, { Plate: '粤B20003' })).Rows).toMatchObject([{ Kind: 'exit' }]);

  await voidOrder('粤B20005', '误识别');
  expect((await call(PATH, { Plate: '粤B20005' })).Rows).toMatchObject([
    { Kind: 'voided', PersonName: 'Admin', Reason: '误识别', Due: '0.00' },
  ]);
});

test('an account limited to its own records sees only what it did itself', async () => {
  const own = await server.newUser(user, ['free-passing.list', 'lane.open']);
  await server.product.kernel.database.system(`update role set scope = 'own' where tenant_id = $1 and name = $2`, [
    user.tenantId,
    own.account,
  ]);
  await call('/api/lane/open', { LaneId: lot.entry.laneId, Reason: 'own' }, own);
  await server.product.consumers.drain();
  expect((await call(PATH, {}, own)).Rows).toMatchObject([{ Kind: 'opened', Reason: 'own' }]);
});
