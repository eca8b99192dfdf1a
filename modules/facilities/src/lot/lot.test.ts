import { MOST_DELETED, PROOF_HEADER } from '@boyun/kernel/contract';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addCarsInside, findLaneSetting, lockCarsInside, requireLot } from '../server.ts';

let server: TestServer;
let user: TestUser;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const lotValues = (values: object = {}) => {
  made += 1;
  return { Name: `Lot-${made}`, Code: `L${made}`, Capacity: 100, ...values };
};

async function create(path: string, values: object, by = user): Promise<string> {
  const answer = await by.call(`${path}/create`, values);
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}

const newLot = (values: object = {}, by = user) => create('/api/parkLot', lotValues(values), by);
const newGate = (lotId: string, direction = 'both') =>
  create('/api/gate', { Name: `Gate ${++made}`, LotId: lotId, Direction: direction });
const laneValues = (gateId: string, direction = 'entry') => {
  made += 1;
  return { Name: `Lane ${made}`, Code: `N${made}`, GateId: gateId, Direction: direction };
};

describe('a lot', () => {
  test('starts open, in its zone, without cars', async () => {
    const id = await newLot({ TimeZone: 'Asia/Urumqi' });
    const { data } = await user.call('/api/parkLot/get', { Id: id });
    expect(data).toMatchObject({ State: 'preparing', Kind: 'closed', TimeZone: 'Asia/Urumqi', OrderLockSeconds: null });
    const cars = await server.product.kernel.database.inTenant(await user.who(), (tx) => lockCarsInside(tx, id));
    expect(cars).toBe(0);
  });

  test('counts cars inside', async () => {
    const id = await newLot();
    const who = await user.who();
    const { database } = server.product.kernel;
    expect(await database.inTenant(who, (tx) => addCarsInside(tx, id, 3))).toBe(3);
    expect(await database.inTenant(who, (tx) => addCarsInside(tx, id, -1))).toBe(2);
    expect(await database.inTenant(who, (tx) => addCarsInside(tx, tx.newId(), 1))).toBeNull();
  });

  test.each(['Mars/Base', '+08:00', '8', 'Asia'])('refuses the zone %s', async (zone) => {
    const answer = await user.call('/api/parkLot/create', lotValues({ TimeZone: zone }));
    expect(answer.code).toBe('lot.unknown-zone');
    expect(answer.message).toBe(`未知的时区：${zone}`);
  });

  test('cannot have more spots of all kinds than spots in total', async () => {
    const kinds = { EvSpots: 2, AccessibleSpots: 2, FixedSpots: 2, RentedSpots: 1, SharedSpots: 1 };
    const id = await newLot({ Capacity: 10, RentableSpots: 4, ...kinds });
    const { data } = await user.call('/api/parkLot/get', { Id: id });
    expect(data).toMatchObject({ StandardSpots: 2, CarsInside: 0 });
    for (const key of Object.keys(kinds)) {
      const answer = await user.call('/api/parkLot/update', { Id: id, RentableSpots: 10, [key]: 5 });
      expect(answer.code, key).toBe('lot.too-many-spots');
    }
  });

  test.each([
    ['more rented than rentable', { RentableSpots: 3, RentedSpots: 4 }],
    ['more rentable than there are', { RentableSpots: 11 }],
  ])('does not have %s', async (_, values) => {
    const answer = await user.call('/api/parkLot/create', lotValues({ Capacity: 10, ...values }));
    expect(answer.code).toBe('lot.too-many-rented');
  });

  test('needs both coordinates and valid opening hours', async () => {
    const bad = [
      [{ Longitude: 114.05 }, 'lot.half-a-point'],
      [{ OpeningHours: '7:00-22:00' }, 'kernel.bad-input'],
      [{ OpeningHours: '07:00-25:00' }, 'kernel.bad-input'],
    ] as const;
    for (const [values, code] of bad)
      expect((await user.call('/api/parkLot/create', lotValues(values))).code).toBe(code);
    await newLot({ Longitude: 114.05, Latitude: 22.54, OpeningHours: '07:00-24:00' });
  });

  test('lies in a district, not in a region with districts below it', async () => {
    const region = (values: object) => create('/api/region', values);
    const city = await region({ Name: 'City', Code: '990100', Level: 'city' });
    await newLot({ RegionId: city });
    const district = await region({ Name: 'District', Code: '990101', Level: 'district', ParentId: city });
    await newLot({ RegionId: district });
    const answer = await user.call('/api/parkLot/create', lotValues({ RegionId: city }));
    expect(answer.code).toBe('lot.no-district');
  });

  test('on the roadside can neither be nested nor contain another', async () => {
    const outer = await newLot();
    const roadside = await newLot({ Kind: 'roadside' });
    const inner = await newLot({ OuterLotId: outer });
    const refused = await Promise.all([
      user.call('/api/parkLot/create', lotValues({ Kind: 'roadside', OuterLotId: outer })),
      user.call('/api/parkLot/create', lotValues({ OuterLotId: roadside })),
      user.call('/api/parkLot/update', { Id: inner, Kind: 'roadside' }),
      user.call('/api/parkLot/update', { Id: outer, Kind: 'roadside' }),
    ]);
    expect(refused.map((one) => one.code)).toEqual(refused.map(() => 'lot.roadside-nested'));
  });

  test('two lots nested into each other concurrently create no cycle', async () => {
    const [one, other] = [await newLot(), await newLot()];
    const answers = await Promise.all([
      user.call('/api/parkLot/update', { Id: one, OuterLotId: other }),
      user.call('/api/parkLot/update', { Id: other, OuterLotId: one }),
    ]);
    expect(answers.map((answer) => answer.code ?? answer.state).sort()).toEqual(['lot.own-outer', 'success']);
  });

  test('cannot be nested inside itself, directly or through others', async () => {
    const outer = await newLot();
    const middle = await newLot({ OuterLotId: outer });
    const inner = await newLot({ OuterLotId: middle });
    for (const id of [outer, middle, inner]) {
      const answer = await user.call('/api/parkLot/update', { Id: outer, OuterLotId: id });
      expect(answer.code).toBe('lot.own-outer');
    }
    expect((await user.call('/api/parkLot/update', { Id: inner, OuterLotId: outer })).state).toBe('success');
  });

  test('has a unique code', async () => {
    const values = lotValues();
    expect((await user.call('/api/parkLot/create', values)).state).toBe('success');
    const answer = await user.call('/api/parkLot/create', { ...values, Name: 'Another-name' });
    expect(answer.code).toBe('kernel.duplicate');
  });

  test('is deleted with its count, unless it contains gates or spots', async () => {
    const id = await newLot();
    const gate = await newGate(id);
    expect((await user.call('/api/parkLot/delete', { Id: id })).code).toBe('kernel.in-use');
    expect((await user.call('/api/gate/delete', { Id: gate })).state).toBe('success');
    expect((await user.call('/api/parkLot/delete', { Id: id })).state).toBe('success');
    expect((await user.call('/api/parkLot/get', { Id: id })).code).toBe('kernel.not-found');
  });
});

describe('several rows deleted at once', () => {
  test('each has its result, and a refused one stays with the reason', async () => {
    const [free, used] = [await newLot(), await newLot()];
    await newGate(used);
    const stranger = await server.newTenant();
    const { data: other } = await stranger.call('/api/parkLot/create', lotValues());
    const answer = await user.call('/api/parkLot/delete', { Ids: [used, free, free, other.Id] });
    const byId = new Map(answer.data.Results.map((one: { Id: string }) => [one.Id, one]));
    expect(byId.size).toBe(3);
    expect(byId.get(free)).toEqual({ Id: free, IsRetired: false });
    expect(byId.get(used)).toEqual({ Id: used, Message: expect.stringContaining('出入口') });
    expect(byId.get(other.Id)).toEqual({ Id: other.Id, Message: expect.stringContaining('不存在') });
    expect((await user.call('/api/parkLot/get', { Id: free })).code).toBe('kernel.not-found');
    expect((await user.call('/api/parkLot/get', { Id: used })).state).toBe('success');
    expect((await stranger.call('/api/parkLot/get', { Id: other.Id })).state).toBe('success');
    const audit = await user.call('/api/auditLog/list', { Action: 'lot.deleted' });
    expect(audit.data.Rows.filter((one: { SubjectId: string }) => one.SubjectId === free)).toHaveLength(1);
  });

  test('one proof of the password is needed, and too many are refused', async () => {
    const Ids = [await newLot(), await newLot()];
    const bare = { authorization: `Bearer ${user.token}`, [PROOF_HEADER]: 'none' };
    expect((await server.call('/api/parkLot/delete', { Ids }, bare)).code).toBe('kernel.password-needed');
    const many = Array.from({ length: MOST_DELETED + 1 }, () => crypto.randomUUID());
    expect((await user.call('/api/parkLot/delete', { Ids: many })).code).toBe('kernel.bad-input');
    expect((await user.call('/api/parkLot/delete', { Ids: [] })).code).toBe('kernel.bad-input');
  });
});

describe('a lane', () => {
  test('takes its lot from its gate and provides every setting needed at a passing', async () => {
    const lotId = await newLot({ DuplicateEntry: 'hold', OrderLockSeconds: 60 });
    const laneId = await create('/api/lane', { ...laneValues(await newGate(lotId)), WhenFull: 'refuse' });
    const setting = await server.product.kernel.database.inTenant(await user.who(), (tx) =>
      findLaneSetting(tx, laneId),
    );
    expect(setting).toMatchObject({
      laneId,
      lotId,
      direction: 'entry',
      policies: { temporary: 'open' },
      whenFull: 'refuse',
      noPlate: 'ticket',
      unmatched: 'hold',
      timeZone: 'Asia/Shanghai',
      capacity: 100,
      duplicateEntry: 'hold',
      orderLockSeconds: 60,
      lotState: 'preparing',
      outerLotId: null,
    });
  });

  test('must have a direction its gate allows', async () => {
    const gateId = await newGate(await newLot(), 'entry');
    expect((await user.call('/api/lane/create', laneValues(gateId, 'exit'))).code).toBe('lane.wrong-direction');
    await create('/api/lane', laneValues(gateId, 'entry'));
    const turned = await user.call('/api/gate/update', { Id: gateId, Direction: 'exit' });
    expect(turned.code).toBe('gate.lanes-go-otherwise');
    expect((await user.call('/api/gate/update', { Id: gateId, Direction: 'both' })).state).toBe('success');
  });

  test('cannot change its lot, and neither can a gate with lanes', async () => {
    const gateId = await newGate(await newLot());
    const laneId = await create('/api/lane', laneValues(gateId));
    const otherLot = await newLot();
    const otherGate = await newGate(otherLot);
    expect((await user.call('/api/lane/update', { Id: laneId, GateId: otherGate })).code).toBe('lane.other-lot');
    expect((await user.call('/api/gate/update', { Id: gateId, LotId: otherLot })).code).toBe('gate.has-lanes');
    expect((await user.call('/api/gate/update', { Id: otherGate, Position: 'North' })).state).toBe('success');
  });

  test('cannot belong to a gate of another tenant', async () => {
    const stranger = await server.newTenant();
    const gateId = await newGate(await newLot());
    const answer = await stranger.call('/api/lane/create', laneValues(gateId));
    expect(answer.code).toBe('kernel.not-found');
  });

  test('is looked up through indexes only', async () => {
    const { database } = server.product.kernel;
    const plans = await database.inTenant(await user.who(), async (tx) => {
      let text = '';
      const query = (sql: string) => {
        text = sql;
        return Promise.resolve([]);
      };
      await findLaneSetting({ ...tx, query: query as never }, tx.newId());
      await tx.query('set local enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [tx.tenantId, tx.newId(), tx.now]);
    });
    const plan = plans.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan.match(/Index Scan using (lane|gate|lot)_(?!policy)/g)?.length).toBe(3);
    expect(plan).toContain('lane_policy_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the tidal hours and pass policies of a lane', () => {
  const morning = { days: [1, 2, 3, 4, 5], from: '07:00', to: '10:00', direction: 'exit' };

  test('are stored and returned in the lane setting', async () => {
    const gateId = await newGate(await newLot());
    const laneId = await create('/api/lane', { ...laneValues(gateId), TidalPlan: [morning], PackHolder: 'confirm' });
    const setting = await server.product.kernel.database.inTenant(await user.who(), (tx) =>
      findLaneSetting(tx, laneId),
    );
    expect(setting).toMatchObject({
      tidalPlan: [morning],
      policies: { pack: 'confirm', visitor: 'open', appointment: 'open', temporary: 'open', large: 'open' },
    });
    const turned = await user.call('/api/gate/update', { Id: gateId, Direction: 'entry' });
    expect(turned.code).toBe('gate.lanes-go-otherwise');
  });

  test.each([
    ['windows that overlap', [morning, { ...morning, from: '09:00', to: '11:00' }], 'lane.tidal-clash'],
    ['a window without length', [{ ...morning, to: '07:00' }], 'lane.tidal-empty'],
    ['an hour that does not exist', [{ ...morning, to: '24:30' }], 'kernel.bad-input'],
    ['a day that does not exist', [{ ...morning, days: [7] }], 'kernel.bad-input'],
    ['a window without days', [{ ...morning, days: [] }], 'kernel.bad-input'],
    ['something else', 'nonsense', 'kernel.bad-input'],
  ])('are not %s', async (_, plan, code) => {
    const gateId = await newGate(await newLot());
    const answer = await user.call('/api/lane/create', { ...laneValues(gateId), TidalPlan: plan });
    expect(answer.code).toBe(code);
  });

  test('need a gate with both directions', async () => {
    const gateId = await newGate(await newLot(), 'entry');
    const answer = await user.call('/api/lane/create', { ...laneValues(gateId), TidalPlan: [morning] });
    expect(answer.code).toBe('lane.tidal-gate');
  });
});

describe('an account limited to some lots', () => {
  const rights = ['lot', 'gate', 'lane', 'spot'].flatMap((name) =>
    ['list', 'create', 'update', 'delete'].map((act) => `${name}.${act}`),
  );

  test('can neither see nor change the others', async () => {
    const [own, other] = [await newLot(), await newLot()];
    const gates = [await newGate(own), await newGate(other)];
    const scoped = await server.newUser(user, rights, [own]);
    const lots = await scoped.call('/api/parkLot/list');
    expect(lots.data.Rows.map((row: { Id: string }) => row.Id)).toEqual([own]);
    const refused = await Promise.all([
      scoped.call('/api/parkLot/get', { Id: other }),
      scoped.call('/api/parkLot/update', { Id: other, Capacity: 7 }),
      scoped.call('/api/parkLot/create', lotValues()),
      scoped.call('/api/gate/create', { Name: 'Gate of others', LotId: other, Direction: 'both' }),
      scoped.call('/api/gate/update', { Id: gates[0], LotId: other }),
      scoped.call('/api/gate/delete', { Id: gates[1] }),
      scoped.call('/api/lane/create', laneValues(gates[1]!)),
    ]);
    expect(refused.map((one) => one.code)).toEqual(refused.map(() => 'kernel.not-found'));
    expect((await scoped.call('/api/lane/create', laneValues(gates[0]!))).state).toBe('success');
    const who = await scoped.who();
    const { database } = server.product.kernel;
    expect((await database.inTenant(who, (tx) => requireLot(tx, own))).timeZone).toBe('Asia/Shanghai');
    await expect(database.inTenant(who, (tx) => requireLot(tx, other))).rejects.toThrow('kernel.not-found');
  });
});
