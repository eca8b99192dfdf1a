import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { takeDetector } from '@boyun/passings/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the street charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let LotId: string;
const spots = new Map<string, string>();

const minute = (count: number) => new Date(START.getTime() + count * 60_000);
const call = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const street = { Name: '滨江路', Code: 'ROAD', Capacity: 9, Kind: 'roadside' };
  const settling = { DetectorArriveSeconds: 0, DetectorLeaveSeconds: 0 };
  LotId = (await call('/api/parkLot/create', { ...street, ...settling })).Id;
  const rule = { Name: '路侧', Template: 'guangzhou-2005-outdoor' };
  const ChargeRuleId = (await call('/api/billRule/createFromTemplate', rule)).Id;
  await call('/api/billRuleBinding/create', { LotId, ChargeRuleId });
  for (const name of ['R1', 'R2', 'R3', 'R4'])
    spots.set(name, (await call('/api/parkSpot/create', { Number: name, LotId, DetectorNo: `D-${name}` })).Id);
  await call('/api/parkLot/open', { LotId });
});
afterAll(() => server?.stop());

const park = (at: number, spot: string, Plate: string) => {
  clock.set(minute(at));
  return user.call('/api/roadside/open', { SpotId: spots.get(spot), Plate });
};
const leave = (at: number, OrderId: string) => {
  clock.set(minute(at));
  return user.call('/api/roadside/close', { OrderId });
};
const orderOf = async (Plate: string) => (await call('/api/order/getOrderPage', { Plate })).Rows[0];
const tell = (spot: string, eventKey: string, isTaken: boolean, at: number, receivedAt = at) => {
  clock.set(minute(receivedAt));
  return server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) =>
    takeDetector(tx, LotId, { detectorNo: `D-${spot}`, eventKey, isTaken, happenedAt: minute(at) }),
  );
};
const on = async (spot: string) => {
  const { Spots } = await call('/api/roadside/get', { LotId });
  return Spots.find((one: { Number: string }) => one.Number === spot);
};
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);

describe('a collector', () => {
  test('records a car, collects its fee, and records that it left', async () => {
    const { OrderId } = (await park(0, 'R1', '粤B10001')).data;
    clock.set(minute(90));
    expect(await on('R1')).toMatchObject({ State: 'taken', Plate: '粤B10001', Due: '6.00' });
    await call('/api/order/collectCash', { OrderId, Amount: '6.00' });
    expect((await leave(95, OrderId)).data.Due).toBe('0.00');
    expect(await orderOf('粤B10001')).toMatchObject({ ParkingState: 'left', PayState: 'paid', SpotNumber: 'R1' });
    expect((await on('R1')).State).toBe('free');
    expect((await leave(96, OrderId)).code).toBe('order.not-possible');
  });

  test('who drives off without paying owes; one spot holds one car, one car one spot', async () => {
    const { OrderId } = (await park(100, 'R1', '粤B10002')).data;
    expect((await park(101, 'R1', '粤B10003')).code).toBe('roadside.taken');
    expect((await park(101, 'R2', '粤B10002')).code).toBe('roadside.inside');
    const both = await Promise.all(['粤B10004', '粤B10005'].map((plate) => park(102, 'R3', plate)));
    expect(both.map((one) => one.state).sort()).toEqual(['fail', 'success']);
    expect((await leave(300, OrderId)).data.Due).toBe('12.00');
    expect(await orderOf('粤B10002')).toMatchObject({ ParkingState: 'left', PayState: 'arrears', Due: '12.00' });
    expect(await broken()).toEqual([]);
  });
});

test('the spot of a car that is closed by hand is free in the list of spots too', async () => {
  const { OrderId } = (await park(310, 'R1', '粤B10006')).data;
  const state = async () => (await call('/api/parkSpot/get', { Id: spots.get('R1') })).State;
  expect(await state()).toBe('taken');
  clock.set(minute(340));
  await call('/api/order/closeOrders', { OrderIds: [OrderId], IsFree: true, Reason: '实际已驶离' });
  await server.product.consumers.drain();
  expect(await state()).toBe('free');
});

describe('the kind of a spot', () => {
  test('selects the binding, is kept with the order and named by its lines', async () => {
    const kind = { Number: 'E1', LotId, DetectorNo: 'D-E1', Kind: 'ev' };
    spots.set('E1', (await call('/api/parkSpot/create', kind)).Id);
    const rule = { Name: '充电位', Template: 'per-entry' };
    const ChargeRuleId = (await call('/api/billRule/createFromTemplate', rule)).Id;
    await call('/api/billRuleBinding/create', { LotId, ChargeRuleId, SpotKinds: ['ev'] });
    const { OrderId } = (await park(342, 'E1', '粤B10007')).data;
    const { Id, Version } = await call('/api/parkSpot/get', { Id: spots.get('E1') });
    await call('/api/parkSpot/update', { Id, Version, Kind: 'standard' });
    clock.set(minute(372));
    const { Order, FeeLines } = await call('/api/order/getOrder', { OrderId });
    expect(Order).toMatchObject({ SpotKind: 'ev', Fee: '10.00' });
    expect(FeeLines.map((line: { Zh: string }) => line.Zh)).toEqual(['10元/次 × 1']);
    expect((await leave(373, OrderId)).data.Due).toBe('10.00');
    const plain = (await park(374, 'R1', '粤B10008')).data;
    expect((await leave(384, plain.OrderId)).data.Due).toBe('3.00');
    expect(await orderOf('粤B10008')).toMatchObject({ SpotKind: 'standard' });
    expect(await broken()).toEqual([]);
  });
});

describe('a detector', () => {
  test('begins a stay that gets its plate later, and ends it; a repeated report changes nothing', async () => {
    await tell('R2', 'e1', true, 400);
    await tell('R2', 'e1', true, 400, 401);
    const waiting = await on('R2');
    expect(waiting.Plate).toMatch(/^临/);
    const named = (await park(430, 'R2', '粤B20001')).data;
    expect(named).toEqual({ OrderId: waiting.OrderId, IsRenamed: true });
    await Promise.all([tell('R2', 'e2', false, 460), tell('R2', 'e2', false, 460)]);
    expect(await orderOf('粤B20001')).toMatchObject({ ParkingState: 'left', PayState: 'arrears', Due: '3.00' });
    expect((await on('R2')).State).toBe('free');
    expect(await broken()).toEqual([]);
  });

  test('its messages out of order make one stay with its true times', async () => {
    await tell('R4', 'e4', false, 560, 561);
    await tell('R4', 'e3', true, 500, 600);
    expect((await on('R4')).State).toBe('free');
    const rows = await server.product.kernel.database.system(
      `select (extract(epoch from left_at - entered_at) / 60)::int as minutes, parking_state as state, due_fen as due
       from parking_order where tenant_id = $1 and spot_number = 'R4'`,
      [user.tenantId],
    );
    expect(rows).toEqual([{ minutes: 60, state: 'left', due: 300 }]);
    expect(await broken()).toEqual([]);
  });

  test('an unknown one is refused; a car a collector has recorded first stays unchanged', async () => {
    expect(await tell('R9', 'e5', true, 600)).toBe(false);
    await park(700, 'R4', '粤B20002');
    await tell('R4', 'e6', true, 699, 701);
    expect(await on('R4')).toMatchObject({ Plate: '粤B20002' });
  });
});
