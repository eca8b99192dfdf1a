import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// 09:00 in Shanghai.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

const profileOf = async (lotId: string) => (await user.call('/api/parkLot/getProfile', { LotId: lotId })).data;

test('a profile counts today by the statistics, spots as planned and entered, and names the tariff in force', async () => {
  const lot = await gate.newLot({}, { Capacity: 10, EvSpots: 2, FixedSpots: 1 });
  await user.call('/api/parkSpot/createBatch', { LotId: lot.id, FirstNumber: 'E1', LastNumber: 'E2', Kind: 'ev' });
  await user.call('/api/parkSpot/create', { LotId: lot.id, Number: 'S1', State: 'taken', DetectorNo: 'D-1' });
  await gate.see(lot.entry, '粤B10001', 0);
  await gate.see(lot.entry, '粤B10002', 1);
  await gate.see(lot.exit, '粤B10001', 90);
  const { Id: OrderId } = (await user.call('/api/order/getOrderPage', { LotId: lot.id, Plate: '粤B10001' })).data
    .Rows[0];
  await user.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
  await gate.see(lot.exit, '粤B10001', 91);
  await server.until('the statistics', async () => (await profileOf(lot.id)).Exits === 1);
  const profile = await profileOf(lot.id);
  expect(profile).toMatchObject({ CarsInside: 1, Entries: 2, Exits: 1, Received: '6.00', Cameras: 2, Boxes: 0 });
  const spots = Object.fromEntries(profile.Spots.map((one: { Kind: string }) => [one.Kind, one]));
  expect(spots.ev).toEqual({ Kind: 'ev', Planned: 2, Entered: 2, Watched: 0, Free: 2 });
  expect(spots.standard).toEqual({ Kind: 'standard', Planned: 7, Entered: 1, Watched: 1, Free: 0 });
  expect(profile.Tariffs).toMatchObject([{ VersionNumber: 1, Scope: '本车场', VehicleKinds: [] }]);
  const listed = await user.call('/api/dashboard/getConsole', { LotId: lot.id });
  expect(listed.data.Today).toMatchObject({
    Entries: profile.Entries,
    Exits: profile.Exits,
    Received: profile.Received,
  });
});

test('a structure places inner lots, gates, lanes, cameras and boxes below their parents, with their states', async () => {
  const outer = await gate.newLot();
  const inner = await gate.newLot({}, { OuterLotId: outer.id });
  await user.call('/api/garage/create', { LotId: inner.id, Name: 'B1', Capacity: 5 });
  await user.call('/api/boxManage/create', { LotId: outer.id, Name: 'Box', SerialNo: 'BX1' });
  await gate.see(outer.entry, '粤B20001', 100);
  const { data } = await user.call('/api/parkLot/getStructure', { LotId: outer.id });
  interface Node {
    Id: string;
    ParentId: string | null;
    Kind: string;
    State: string | null;
    Barrier: string | null;
  }
  const nodes: Node[] = data.Nodes;
  const of = (kind: string) => nodes.filter((one) => one.Kind === kind);
  expect(of('lot').map((one) => [one.Id, one.ParentId])).toEqual([
    [outer.id, null],
    [inner.id, outer.id],
  ]);
  expect(of('garage')).toMatchObject([{ ParentId: inner.id }]);
  expect(of('box')).toMatchObject([{ ParentId: outer.id, State: 'never' }]);
  expect([of('gate').length, of('lane').length, of('camera').length]).toEqual([4, 4, 4]);
  const lane = of('lane').find((one) => one.Id === outer.entry.laneId)!;
  expect(lane).toMatchObject({ State: 'entry', Barrier: 'sent' });
  expect(of('camera').find((one) => one.Id === outer.entry.cameraId)).toMatchObject({ ParentId: lane.Id });
  const below = await user.call('/api/parkLot/getStructure', { LotId: inner.id });
  expect(below.data.Nodes.filter((one: Node) => one.Kind === 'lot')).toMatchObject([{ Id: inner.id, ParentId: null }]);
});

test('a tidal lane shows its current direction', async () => {
  const lot = await gate.newLot();
  const gateId = (await user.call('/api/gate/create', { Name: 'Tidal', LotId: lot.id, Direction: 'both' })).data.Id;
  const TidalPlan = [{ days: [3], from: '11:00', to: '12:00', direction: 'exit' }];
  const made = await user.call('/api/lane/create', {
    Name: 'Tidal',
    Code: 'T1',
    GateId: gateId,
    Direction: 'entry',
    TidalPlan,
  });
  const stateAt = async (minute: number) => {
    gate.at(minute);
    const { data } = await user.call('/api/parkLot/getStructure', { LotId: lot.id });
    return data.Nodes.find((one: { Id: string }) => one.Id === made.data.Id).State;
  };
  expect(await stateAt(119)).toBe('entry');
  expect(await stateAt(120)).toBe('exit');
});

test('profile and structure are refused for a lot beyond the scope, and inner lots beyond it are omitted', async () => {
  const outer = await gate.newLot();
  const inner = await gate.newLot({}, { OuterLotId: outer.id });
  const scoped = await server.newUser(user, ['lot.list'], [outer.id]);
  for (const path of ['getProfile', 'getStructure'])
    expect((await scoped.call(`/api/parkLot/${path}`, { LotId: inner.id })).code).toBe('kernel.not-found');
  const { data } = await scoped.call('/api/parkLot/getStructure', { LotId: outer.id });
  expect(data.Nodes.filter((one: { Kind: string }) => one.Kind === 'lot')).toHaveLength(1);
});
