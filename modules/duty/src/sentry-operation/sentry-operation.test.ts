import { deviceWho } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { callFromLane } from '@boyun/passings/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lot charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let reviewer: TestUser;
let gate: TestGate;
let lot: TestLot;
let sentryId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 90 });
  const booth = { Name: 'Booth', LotId: lot.id, LaneIds: [lot.exit.laneId] };
  sentryId = (await user.call('/api/parkinLotSentry/create', booth)).data.Id;
});
afterAll(() => server?.stop());

const Reason = '现场核实';
const call = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  if (answer.data?.ReviewId || answer.data?.PendingCount) {
    const { Rows } = (await reviewer.call('/api/review/getReviewList', { State: 'pending' })).data;
    const ReviewIds = Rows.map((one: { Id: string }) => one.Id);
    expect((await reviewer.call('/api/review/approve', { ReviewIds })).message).toBe('');
  }
  return answer.data;
};
const order = async (Plate: string) => (await call('/api/order/getOrderPage', { Plate })).Rows[0].Id;
const settle = (path: string, PassingId: string, more: object = {}) => call(path, { PassingId, Reason, ...more });
const admit = { Outcome: 'admit' };

/** An operation for each type, with the plate it is about. */
const ACTS: readonly (readonly [number, string, () => Promise<unknown>])[] = [
  [10, 'opens a barrier by hand', () => call('/api/lane/open', { LaneId: lot.exit.laneId, Reason })],
  [5, 'closes an entry', () => call('/api/lane/close', { LaneId: lot.entry.laneId, Reason })],
  [6, 'closes an exit', () => call('/api/lane/close', { LaneId: lot.exit.laneId, Reason })],
  [
    2,
    'lets a car out that owes',
    async () => {
      await gate.see(lot.entry, '粤B10001', 1);
      await settle('/api/passing/settle', (await gate.see(lot.exit, '粤B10001', 90)).passingId, admit);
    },
  ],
  [
    11,
    'lets a car out free',
    async () => {
      await gate.see(lot.entry, '粤B10002', 91);
      await settle('/api/passing/free', (await gate.see(lot.exit, '粤B10002', 200)).passingId);
    },
  ],
  [
    3,
    'lets a car in that waits',
    async () => {
      const held = await gate.newLot({ Temporary: 'confirm' }, { Capacity: 9 });
      await settle('/api/passing/settle', (await gate.see(held.entry, '粤B10003', 201)).passingId, admit);
    },
  ],
  [
    1,
    'finds the plate of a waiting car',
    async () => {
      await gate.see(lot.entry, '粤B10004', 202);
      const { passingId } = await gate.see(lot.exit, '粤C99999', 300);
      await call('/api/passing/matchWaiting', { PassingId: passingId, Plate: '粤B10004' });
    },
  ],
  [
    7,
    'changes the kind of a car',
    async () => {
      await gate.see(lot.entry, '粤B10005', 301);
      await call('/api/order/correctPlate', {
        OrderId: await order('粤B10005'),
        Plate: '粤B10005',
        PlateColor: 2,
        Reason,
      });
    },
  ],
  [
    8,
    'changes a time',
    async () => {
      const EnteredAt = new Date(START.getTime() + 100 * 60_000);
      await call('/api/order/correctTimes', { OrderId: await order('粤B10005'), EnteredAt, Reason });
    },
  ],
  [
    9,
    'replaces a picture',
    async () =>
      call('/api/order/correctPicture', {
        OrderId: await order('粤B10005'),
        Side: 'entry',
        Picture: `${user.tenantId}/upload/2026-03-04/car.jpg`,
        Reason,
      }),
  ],
  [
    12,
    'closes the order of a car that is gone',
    async () => call('/api/order/closeOrders', { OrderIds: [await order('粤B10005')], Reason }),
  ],
  [4, 'voids an order', async () => call('/api/order/void', { OrderId: await order('粤B10005'), Reason })],
];

test.each(ACTS)('type %i: somebody %s', async (type, _, act) => {
  gate.at(400);
  const before = (await call('/api/sentryOperateLog/list', { AbnormalType: type })).Total;
  await act();
  const rows = await server.until('the log', async () => {
    const { Rows, Total } = await call('/api/sentryOperateLog/list', { AbnormalType: type });
    return Total > before && Rows;
  });
  expect(rows).toHaveLength(before + 1);
  // Acts at a lane are done from afar here, all others on the page of an order.
  const source = [1, 2, 3, 5, 6, 10, 11].includes(type) ? 1 : 3;
  expect(rows[0]).toMatchObject({ AbnormalType: type, Source: source, PersonName: 'Admin' });
  if (type !== 1) expect(rows[0].Reason).toBe(Reason);
});

test('a replaced picture is logged with the new one', async () => {
  const [replaced] = (await call('/api/sentryOperateLog/list', { AbnormalType: 9 })).Rows;
  expect(replaced).toMatchObject({ Plate: '粤B10005', Detail: '入场图片 无 → 新图片' });
  expect(replaced.Picture).toContain('car.jpg');
});

test('the log names the booth of the lane and the change', async () => {
  const { Rows } = await call('/api/sentryOperateLog/list', { SentryId: sentryId });
  expect(Rows.length).toBeGreaterThan(3);
  const [matched] = (await call('/api/sentryOperateLog/list', { AbnormalType: 1 })).Rows;
  expect(matched).toMatchObject({ Plate: '粤B10004', Detail: '车牌 粤C99999 → 粤B10004' });
});

test('a car without a recognized plate is described in words', async () => {
  await gate.see(lot.entry, '粤B10006', 500);
  const { passingId } = await gate.see(lot.exit, '_无_', 501);
  await call('/api/passing/matchWaiting', { PassingId: passingId, Plate: '粤B10006' });
  const operation = await server.until('the log', async () => {
    const { Rows } = await call('/api/sentryOperateLog/list', { AbnormalType: 1, Plate: '粤B10006' });
    return Rows[0];
  });
  expect(operation.Detail).toBe('无牌 → 粤B10006');
});

test('the source is the place of the act: the booth on duty, a call of the lane, or the lane from afar', async () => {
  const person = await server.newUser(user, ['lane.open', 'shift.take', 'lane-call.answer']);
  const sourceOf = async (laneId: string, reason: string) => {
    expect((await person.call('/api/lane/open', { LaneId: laneId, Reason: reason })).message).toBe('');
    return server.until('the log', async () => {
      const { Rows } = await call('/api/sentryOperateLog/list', { AbnormalType: 10 });
      return Rows.find((one: { Reason: string }) => one.Reason === reason)?.Source;
    });
  };
  expect(await sourceOf(lot.exit.laneId, 'from afar')).toBe(1);
  await server.product.kernel.database.inTenant(deviceWho(lot.exit), (tx) => callFromLane(tx, lot.exit));
  const [ringing] = (await call('/api/laneMonitor/getCalls', {})).Rows;
  expect((await person.call('/api/laneMonitor/answerCall', { CallId: ringing.Id })).message).toBe('');
  expect(await sourceOf(lot.exit.laneId, 'in a call')).toBe(4);
  await person.call('/api/shiftSentry/open', { SentryId: sentryId, Opening: '0.00' });
  expect(await sourceOf(lot.exit.laneId, 'in the booth')).toBe(2);
  expect(await sourceOf(lot.entry.laneId, 'at a lane of no booth')).toBe(1);
});

test('an account limited to its own records sees its own operations, not those of a namesake', async () => {
  const [own, twin] = [await server.newUser(user, ['sentry-operation.list', 'lane.open']), await server.newUser(user)];
  const { system } = server.product.kernel.database;
  await system(`update account set name = '王伟' where tenant_id = $1 and account = any($2)`, [
    user.tenantId,
    [own.account, twin.account],
  ]);
  await system(`update role set scope = 'own' where tenant_id = $1 and name = $2`, [user.tenantId, own.account]);
  const { userId } = await twin.who();
  const [{ id: operationId }] = (await system<{ id: string }>(
    `insert into sentry_operation (tenant_id, id, at, abnormal_type, source, lot_id, person_id, person_name)
     values ($1, gen_random_uuid(), $4, 10, 3, $2, $3, '王伟') returning id`,
    [user.tenantId, lot.id, userId, server.product.kernel.clock.now()],
  )) as [{ id: string }];
  await own.call('/api/lane/open', { LaneId: lot.entry.laneId, Reason });
  const rows = await server.until('the log', async () => {
    const { data } = await own.call('/api/sentryOperateLog/list');
    return data.Total > 0 && data.Rows;
  });
  expect(rows).toMatchObject([{ AbnormalType: 10, PersonName: '王伟' }]);
  expect(rows[0].Id).not.toBe(operationId);
});
