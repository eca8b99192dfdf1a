import { AsyncLocalStorage } from 'node:async_hooks';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { MOST_ON_MAP } from './lot-map.contract.ts';
import { filterLots, shareOf } from './map-lot.view.ts';

const MAP = '/api/lotMap/getLots';
/** It stands still: a session that is used a minute later is written, which is one statement more. */
const clock = new SetClock(new Date('2026-03-04T04:00:00Z'));
let server: TestServer;
let admin: TestUser;
let lotId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  const made = await admin.call('/api/parkLot/create', {
    Name: 'Harbour',
    Code: 'H1',
    Capacity: 9000,
    Longitude: 114.05,
    Latitude: 22.54,
    Address: 'Harbour Rd 1',
  });
  lotId = made.data.Id;
});
afterAll(() => server?.stop());

test('the card of a lot has its numbers, lanes and devices; of other lots none', async () => {
  const { data: gate } = await admin.call('/api/gate/create', { Name: 'East', LotId: lotId, Direction: 'entry' });
  const { data: lane } = await admin.call('/api/lane/create', {
    Name: 'East 1',
    Code: 'E1',
    GateId: gate.Id,
    Direction: 'entry',
  });
  await admin.call('/api/camera/create', { Name: 'Camera 1', LaneId: lane.Id });
  const { data } = await admin.call('/api/lotMap/getLot', { LotId: lotId });
  expect(data).toMatchObject({
    Name: 'Harbour',
    Address: 'Harbour Rd 1',
    Capacity: 9000,
    CarsInside: 0,
    Entries: 0,
    Received: '0.00',
    Lanes: [{ Name: 'East 1', CameraState: 'never', Plate: null }],
    Devices: [{ Name: 'Camera 1', Kind: 'camera', State: 'never' }],
    AlarmCount: 0,
    Alarms: [],
  });
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/lotMap/getLot', { LotId: lotId })).code).toBe('kernel.not-found');
  const limited = await server.newUser(admin, ['lot-map.view'], []);
  expect((await limited.call('/api/lotMap/getLot', { LotId: lotId })).code).toBe('kernel.not-found');
  expect((await limited.call(MAP, {})).data.Lots).toEqual([]);
});

test('ten thousand lots come in one bounded answer, the largest first, from as many statements as one', async () => {
  const { app, kernel } = server.product;
  const calls = new AsyncLocalStorage<{ statements: number }>();
  kernel.database.trace = () => {
    const own = calls.getStore();
    if (own) own.statements += 1;
  };
  onTestFinished(() => void delete kernel.database.trace);
  /** The statements of one call, once the process has read what it keeps. */
  const count = async () => {
    await admin.call(MAP, {});
    const own = { statements: 0 };
    const asked = {
      method: 'POST',
      url: MAP,
      headers: { authorization: `Bearer ${admin.token}` },
      payload: {},
    } as const;
    await calls.run(own, async () => void (await app.inject(asked)));
    return own.statements;
  };
  const few = await count();
  expect(few).toBeGreaterThan(1);
  // Written at once: what matters is reading them.
  await server.product.kernel.database.inTenant(await admin.who(), (tx) =>
    tx.query(
      `insert into lot (tenant_id, id, created_at, updated_at, name, code, kind, state, longitude, latitude, time_zone, capacity,
         rentable_spots, ev_spots, accessible_spots, fixed_spots, rented_spots, shared_spots, duplicate_entry, overstay_hours,
         opening_hours, pictures)
       select $1, gen_random_uuid(), $2, $2, 'Made ' || n, 'M' || n, 'closed', 'open', 113 + (n % 173) / 86.5, 22 + (n % 97) / 48.5,
         'Asia/Shanghai', 100 + n % 50, 0, 0, 0, 0, 0, 0, 'admit', 72, '00:00-24:00', '{}'
       from generate_series(1, ${MOST_ON_MAP}) n`,
      [admin.tenantId, tx.now],
    ),
  );
  const { state, data } = await admin.call(MAP, {});
  expect(state).toBe('success');
  expect(data.Lots).toHaveLength(MOST_ON_MAP);
  expect(data.IsCut).toBe(true);
  expect(data.Lots[0]).toMatchObject({ Name: 'Harbour', Longitude: 114.05, Flow: 0, Alarms: 0 });
  expect(await count()).toBe(few);
});

test('lots are filtered by what happens there and by their name', () => {
  const lot = (name: string, carsInside: number, more: object = {}) => ({
    id: name,
    name,
    longitude: null,
    latitude: null,
    isRoadside: false,
    isOpen: true,
    carsInside,
    capacity: 10,
    flow: 0,
    alarms: 0,
    offline: 0,
    ...more,
  });
  const lots = [lot('Half', 5), lot('Full', 10), lot('Broken', 2, { offline: 1 }), lot('None', 0, { capacity: 0 })];
  const names = (...given: [Parameters<typeof filterLots>[1], string]) =>
    filterLots(lots, ...given).map((one) => one.name);
  expect(names('all', ' HAL ')).toEqual(['Half']);
  expect(names('free', '')).toEqual(['Half', 'Broken']);
  expect(names('full', '')).toEqual(['Full']);
  expect(names('trouble', '')).toEqual(['Broken']);
  expect(shareOf(lots[3]!)).toBeNull();
});
