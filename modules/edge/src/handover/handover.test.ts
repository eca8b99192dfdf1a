import { signCall } from '@boyun/gateway/edge';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { requireOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let userId: string;
let gate: TestGate;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  userId = (await user.who()).userId!;
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

interface Box {
  readonly id: string;
  readonly serialNo: string;
  secret: string;
  seq: number;
  /** What its clock shows too much, in minutes. */
  offMinutes: number;
}
let lot: TestLot;
let box: Box;

beforeEach(async () => {
  gate.at(0);
  lot = await gate.newLot();
  box = await newBox(lot);
});

const minute = (at: number) => new Date(START.getTime() + at * 60_000);

async function newBox({ id, entry, exit }: TestLot): Promise<Box> {
  made += 1;
  const serialNo = `EDGE-${made}`;
  const values = { Name: `Box ${made}`, LotId: id, SerialNo: serialNo, LaneIds: [entry.laneId, exit.laneId] };
  const { data } = await user.call('/api/boxManage/create', values);
  return { id: data.Id, serialNo, secret: await rotate(data.Id), seq: 0, offMinutes: 0 };
}

async function rotate(BoxId: string): Promise<string> {
  return (await user.call('/api/boxManage/rotateSecret', { BoxId })).data.DeviceSecret;
}

function say({ serialNo, secret }: Box, name: string, body: object) {
  const path = `/api/box/${name}`;
  const timestamp = String(clock.now().getTime() / 1000);
  const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
  return server.call(path, body, { timestamp, signature, serialnumber: serialNo });
}

/** An item a box made at a minute, by its own clock. */
function item(Kind: string, at: number, more: object) {
  box.seq += 1;
  const At = new Date(minute(at).getTime() + box.offMinutes * 60_000).toISOString();
  return { Seq: box.seq, ItemId: `i${box.seq}`, Kind, At, ...more };
}
const pass = (LaneCode: 'entry' | 'exit', Plate: string, at: number, more: object = {}) =>
  item('passing', at, {
    EventId: `${LaneCode} ${Plate} ${at}`,
    LaneCode,
    Plate,
    PlateColor: 1,
    Decision: 'open',
    ...more,
  });
const cash = (Plate: string, at: number, AmountFen: number, more: object = {}) =>
  item('cash', at, { Plate, AmountFen, FeeFen: AmountFen, ById: userId, ...more });

type Item = ReturnType<typeof item>;

/** Hands items over at a minute and returns what became of each. */
async function handOver(items: readonly Item[], at: number) {
  gate.at(at);
  const SentAt = new Date(clock.now().getTime() + box.offMinutes * 60_000).toISOString();
  const answer = await say(box, 'handover', { SentAt, Items: items });
  expect(answer).toMatchObject({ status: 200, state: 'success' });
  return answer.data.Items as { ItemId: string; State: string; Reason: string | null; DifferenceFen: number | null }[];
}
const states = async (items: readonly Item[], at: number) => (await handOver(items, at)).map((one) => one.State);

const payments = () =>
  server.product.kernel.database.system<Record<string, unknown>>(
    `select amount_fen, excess_fen, actor_id, paid_at from payment where tenant_id = $1 and lot_id = $2 order by paid_at, id`,
    [user.tenantId, lot.id],
  );
const rows = async (filter: object = {}) =>
  (await user.call('/api/boxItem/list', { LotId: lot.id, ...filter })).data.Rows as Record<string, string>[];
describe('what a box did without the cloud', () => {
  test('ends as if the line had never been cut: in order, doubled, shuffled and told by a clock that is wrong', async () => {
    box.offMinutes = 17;
    const items = [
      pass('entry', '粤B10001', 0),
      pass('entry', '粤B10002', 5),
      cash('粤B10001', 70, 600),
      pass('exit', '粤B10001', 71),
      item('barrier', 75, { LaneCode: 'exit', Act: 'open', Cause: 'attendant', ById: userId, Why: '放行救护车' }),
    ];
    expect(await states([items[1]!, items[0]!], 200)).toEqual(['done', 'done']);
    expect(await states(items, 201)).toEqual(['repeated', 'repeated', 'done', 'done', 'done']);
    const both = await Promise.all([states(items, 202), states([...items].reverse(), 202)]);
    expect(both.flat()).toEqual(Array(10).fill('repeated'));
    expect(await gate.orders(lot)).toMatchObject([
      { plate: '粤B10001', parking: 'left', pay: 'paid', fee: 600, due: 0, minutes: 71 },
      { plate: '粤B10002', parking: 'inside' },
    ]);
    expect(await payments()).toEqual([{ amountFen: 600, excessFen: 0, actorId: userId, paidAt: minute(70) }]);
    await server.until('the act is in the log of the lane', async () => {
      const { Rows } = (await user.call('/api/sentryOperateLog/list', { LotId: lot.id })).data;
      return Rows.length === 1 && Rows[0].Reason === '放行救护车';
    });
    expect(await rows()).toHaveLength(5);
    expect((await rows({ Kind: 'passing' }))[0]).toMatchObject({ OffsetSeconds: -1020, State: 'done' });
  });

  test('a car the cloud still holds has left once the box says so, and no barrier moves', async () => {
    await gate.see(lot.entry, '粤B10003', 0);
    gate.at(70);
    const told = {
      EventId: 'exit 粤B10003 70',
      LaneCode: 'exit',
      Plate: '粤B10003',
      PlateColor: 1,
      HappenedAt: minute(70).toISOString(),
    };
    const live = await say(box, 'passing', told);
    expect(live.data).toMatchObject({ Decision: 'hold', DueFen: 600, IsOpen: false });
    const items = [
      cash('粤B10003', 72, 600, { OrderId: live.data.OrderId }),
      pass('exit', '粤B10003', 72, { EventId: told.EventId }),
    ];
    expect(await states(items, 90)).toEqual(['done', 'repeated']);
    expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', pay: 'paid', due: 0, minutes: 72 }]);
    await server.product.consumers.drain();
    const { Rows } = (await user.call('/api/deviceCommand/list', { LotId: lot.id, LaneId: lot.exit.laneId })).data;
    expect(Rows).toEqual([]);
  });

  test('a car the cloud let in while its answer was lost never came in, unless its barrier moved', async () => {
    const told = (Plate: string, at: number) => ({
      EventId: `entry ${Plate} ${at}`,
      LaneCode: 'entry',
      Plate,
      PlateColor: 1,
      HappenedAt: minute(at).toISOString(),
    });
    const [gone, inside, refused] = ['粤B10004', '粤B10005', '粤B10006'] as const;
    for (const [at, plate] of [gone, inside, refused].entries()) {
      gate.at(at);
      expect((await say(box, 'passing', told(plate, at))).data).toMatchObject({ Decision: 'open' });
    }
    await server.product.kernel.database.system(
      `update gate_command set state = 'opened', opened_at = created_at where tenant_id = $1 and plate = $2`,
      [user.tenantId, inside],
    );
    expect(await gate.inside(lot)).toBe(3);
    const items = [
      pass('entry', gone, 5, { EventId: told(gone, 0).EventId, Decision: 'hold' }),
      pass('entry', inside, 6, { EventId: told(inside, 1).EventId, Decision: 'hold' }),
      pass('entry', refused, 7, { EventId: told(refused, 2).EventId, Decision: 'refuse' }),
    ];
    expect(await states(items, 90)).toEqual(['done', 'done', 'done']);
    expect(await states(items, 91)).toEqual(['repeated', 'repeated', 'repeated']);
    expect(await gate.orders(lot)).toMatchObject([
      { plate: gone, parking: 'no-exit', fee: 0, due: 0, minutes: 5 },
      { plate: inside, parking: 'inside' },
      { plate: refused, parking: 'no-exit', fee: 0, due: 0, minutes: 5 },
    ]);
    expect(await gate.inside(lot)).toBe(1);
    expect(await rows()).toMatchObject([{ Plate: refused }, {}, { Plate: gone }]);
  });

  test('cash for a stay that was paid by phone meanwhile is kept to be refunded, and told', async () => {
    await gate.see(lot.entry, '粤B10004', 0);
    gate.at(70);
    const [order] = (await user.call('/api/order/getOrderPage', { Plate: '粤B10004' })).data.Rows;
    expect((await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: '6.00' })).state).toBe('success');
    const items = [cash('粤B10004', 71, 600), pass('exit', '粤B10004', 71)];
    const told = await handOver(items, 80);
    expect(told).toMatchObject([{ State: 'done', DueFen: 0, DifferenceFen: 600 }, { State: 'done' }]);
    expect(await payments()).toMatchObject([{ excessFen: 0 }, { amountFen: 600, excessFen: 600, paidAt: minute(71) }]);
    const { Rows } = (await user.call('/api/order/getOrderPage', { LotId: lot.id, IsOverpaid: true })).data;
    expect(Rows).toMatchObject([{ Plate: '粤B10004', ParkingState: 'left' }]);
    const alarms = (await user.call('/api/alarm/list', { LotId: lot.id, Kind: 'overpaid' })).data.Rows;
    expect(alarms).toHaveLength(1);
  });

  test('another fee than the cloud computes is recorded and said, and changes nothing: too little stays owed', async () => {
    const items = [pass('entry', '粤B10005', 0), cash('粤B10005', 70, 500), pass('exit', '粤B10005', 71)];
    const told = await handOver(items, 80);
    expect(told[1]).toMatchObject({
      State: 'done',
      DueFen: 600,
      DifferenceFen: -100,
      Reason: expect.stringContaining('6.00'),
    });
    expect(told[2]).toMatchObject({ State: 'done', DueFen: 100 });
    expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', pay: 'arrears', fee: 600, due: 100 }]);
    const different = await rows({ IsDifferent: 'yes' });
    expect(different).toMatchObject([{ Plate: '粤B10005', Amount: '5.00', Due: '6.00', Difference: '-1.00' }]);
  });

  test('what cannot be taken waits for a person; the rest goes on', async () => {
    const stranger = '0190aaaa-0000-7000-8000-000000000000';
    const items = [
      cash('粤B10006', 10, 300),
      cash('粤B10007', 11, 300, { ById: stranger }),
      pass('entry', '粤B10008', 12, { LaneCode: 'X9' }),
      pass('entry', '粤B10009', 13),
      { ...pass('entry', '粤B10010', 14), PlateColor: 'red' },
      pass('entry', '粤B10011', -50_000),
    ];
    expect(await states(items, 20)).toEqual(['refused', 'refused', 'refused', 'done', 'refused', 'refused']);
    expect(await states(items, 21)).toEqual(['refused', 'refused', 'refused', 'repeated', 'refused', 'refused']);
    const waiting = await rows({ State: 'refused' });
    expect(waiting).toHaveLength(5);
    expect(await payments()).toEqual([]);
    const idOf = (plate: string) => waiting.find((one) => one.Plate === plate)!.Id;
    // The car was there after all: its entry is told later, and the cash taken again.
    expect(await states([pass('entry', '粤B10006', 2)], 22)).toEqual(['done']);
    const again = await user.call('/api/boxItem/retake', { ItemIds: [idOf('粤B10006')] });
    expect(again.data).toEqual({ TakenCount: 1, RefusedCount: 0 });
    expect((await user.call('/api/boxItem/retake', { ItemIds: [idOf('粤B10006')] })).code).toBe('box-item.not-refused');
    const [order] = (await user.call('/api/order/getOrderPage', { Plate: '粤B10009' })).data.Rows;
    const booked = { ItemId: idOf('粤B10007'), OrderId: order.Id, CollectorId: userId, Note: '司机说是这辆' };
    expect((await user.call('/api/boxItem/bookCash', booked)).state).toBe('success');
    expect(await payments()).toMatchObject([
      { amountFen: 300, actorId: userId, paidAt: minute(10) },
      { amountFen: 300, actorId: userId, paidAt: minute(11) },
    ]);
    const left = (await rows({ State: 'refused' })).map((one) => one.Id);
    expect(left).toHaveLength(3);
    expect((await user.call('/api/boxItem/settle', { ItemIds: left, Note: '补录过了' })).state).toBe('success');
    expect(await rows({ State: 'refused' })).toEqual([]);
  });

  test('while a driver pays by phone everything from there on waits', async () => {
    await handOver([pass('entry', '粤B10012', 0)], 5);
    const [order] = (await user.call('/api/order/getOrderPage', { Plate: '粤B10012' })).data.Rows;
    gate.at(70);
    await server.product.kernel.database.inTenant(await user.who(), async (tx) => {
      await startPayment(tx, await requireOrder(tx, order.Id));
    });
    const items = [cash('粤B10012', 71, 600), pass('exit', '粤B10012', 71)];
    expect(await states(items, 71)).toEqual(['later', 'later']);
    expect(await gate.orders(lot)).toMatchObject([{ parking: 'inside', pay: 'paying' }]);
    expect(await rows({ Kind: 'cash' })).toEqual([]);
  });

  test('is taken after the secret was changed, once', async () => {
    const items = [pass('entry', '粤B10013', 0)];
    const old = box.secret;
    box.secret = await rotate(box.id);
    const current = box.secret;
    box.secret = old;
    const refused = await say(box, 'handover', { SentAt: clock.now().toISOString(), Items: items });
    expect([refused.status, refused.code]).toEqual([401, 'device.bad-signature']);
    box.secret = current;
    expect(await states(items, 10)).toEqual(['done']);
    expect(await states(items, 11)).toEqual(['repeated']);
  });

  test('concerns its own lot and tenant alone', async () => {
    const other = await server.newTenant();
    expect((await other.call('/api/boxItem/list')).data.Rows).toEqual([]);
    const foreign = await gate.newLot();
    await gate.see(foreign.entry, '粤B10014', 0);
    const [order] = (await user.call('/api/order/getOrderPage', { Plate: '粤B10014' })).data.Rows;
    const told = await handOver([cash('粤B10014', 30, 300, { OrderId: order.Id })], 40);
    expect(told).toMatchObject([{ State: 'refused' }]);
    const [kept] = await rows({ State: 'refused' });
    expect((await other.call('/api/boxItem/settle', { ItemIds: [kept!.Id], Note: 'mine' })).code).toBe(
      'kernel.not-found',
    );
    const scoped = await server.newUser(user, ['box-item.list', 'box-item.settle'], [foreign.id]);
    expect((await scoped.call('/api/boxItem/list')).data.Rows).toEqual([]);
    expect((await scoped.call('/api/boxItem/retake', { ItemIds: [kept!.Id] })).code).toBe('kernel.not-found');
  });

  test.each([
    ['no items', { Items: [] }],
    ['too many', { Items: Array(101).fill({}) }],
    ['no time', { SentAt: 'yesterday', Items: [{}] }],
  ])('a call with %s is refused whole', async (_, body) => {
    const answer = await say(box, 'handover', { SentAt: clock.now().toISOString(), ...body });
    expect([answer.status, answer.code]).toEqual([400, 'device.malformed']);
  });

  test('leaves no figure that disagrees with another', async () => {
    await server.product.consumers.drain();
    const results = await verifyTenant(server.product.kernel, user.tenantId);
    expect(results.flatMap((one) => one.broken)).toEqual([]);
  });
});
