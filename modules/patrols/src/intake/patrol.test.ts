import { SetClock, systemWho } from '@boyun/kernel/server';
import { takeDetector } from '@boyun/passings/server';
import { TestGate } from '@boyun/test-server/lot';
import { north, TestPatrolCar } from '@boyun/test-server/patrol';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { patrolSweep } from '../tour/tour-plan.service.ts';

// Wednesday 09:00 in Shanghai.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let streetId: string;
let garageId: string;
let car: TestPatrolCar;

const call = async (path: string, body: object = {}) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000));

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const at = (metres: number) => north(metres);
  const street = { Name: '巡逻街', Code: 'PS', Capacity: 20, Kind: 'roadside', ...at(0) };
  streetId = (await call('/api/parkLot/create', { ...street, DetectorArriveSeconds: 0, DetectorLeaveSeconds: 0 })).Id;
  garageId = (await call('/api/parkLot/create', { Name: '巡逻库', Code: 'PG', Capacity: 20, ...at(2000) })).Id;
  for (const number of ['R1', 'R2', 'R3'])
    await call('/api/parkSpot/create', { Number: number, LotId: streetId, DetectorNo: `PD-${number}` });
  const gate = new TestGate(server, user, clock, START);
  for (const direction of ['entry', 'exit'] as const) await gate.newLane(garageId, direction, direction);
  for (const LotId of [streetId, garageId]) await call('/api/parkLot/open', { LotId, IsFree: true });
  car = await TestPatrolCar.open(server, clock, user, { serialNo: 'PC-1', lotIds: [streetId, garageId] });
});
afterAll(() => server?.stop());

/** A drive to the north at 36 km/h, a point a second. */
const drive = (fromMetres: number, toMetres: number, endedAgo = 0) => {
  const seconds = Math.abs(toMetres - fromMetres) / 10;
  return Array.from({ length: seconds + 1 }, (_, index) => ({
    HappenedAt: car.ago(endedAgo + seconds - index),
    ...north(fromMetres + (index / seconds) * (toMetres - fromMetres)),
    Speed: 36,
  }));
};
const storedPoints = async () =>
  server.product.kernel.database.system<{ at: Date; tourId: string | null }>(
    'select at, tour_id from patrol_position where tenant_id = $1 order by at',
    [user.tenantId],
  );
const tours = async (filters: object = {}) => (await call('/api/patrolCar/tour/list', filters)).Rows;

describe('a route', () => {
  test('is planned, missed when nobody starts, and driven when somebody does', async () => {
    clock.set(new Date('2026-03-02T00:00:00.000Z'));
    const route = { Name: '早巡', CarId: car.id, Stops: [{ LotId: garageId }, { LotId: streetId }], StartsAt: '08:30' };
    expect(
      (await user.call('/api/patrolCar/route/create', { ...route, Stops: [...route.Stops, ...route.Stops] })).code,
    ).toBe('patrol-route.twice');
    const { Id: RouteId } = await call('/api/patrolCar/route/create', { ...route, GraceMinutes: 20 });
    later(31);
    await patrolSweep.run(server.product.kernel);
    await patrolSweep.run(server.product.kernel);
    expect((await tours({ RouteId })).map((one: { State: string }) => one.State)).toEqual(['planned']);
    later(25);
    await patrolSweep.run(server.product.kernel);
    expect((await tours({ RouteId }))[0].State).toBe('missed');
    // The next morning somebody starts it with a phone.
    clock.set(new Date('2026-03-03T00:31:00.000Z'));
    await patrolSweep.run(server.product.kernel);
    const { TourId } = await call('/api/patrolCar/tour/start', { CarId: car.id, RouteId });
    expect((await user.call('/api/patrolCar/tour/start', { CarId: car.id })).code).toBe('patrol-tour.driving');
    const [tour, missed] = await tours({ RouteId });
    expect(tour).toMatchObject({ Id: TourId, State: 'driving', Name: '早巡', StopCount: 2, VisitedCount: 0 });
    expect(tour.PlannedAt).toBe('2026-03-03T00:30:00.000Z');
    expect(missed.State).toBe('missed');
    await car.see('route-1', '粤B11007', { LotCode: 'PG', Confidence: 30 });
    expect((await tours({ RouteId }))[0]).toMatchObject({ VisitedCount: 1, SightingCount: 1, FindingCount: 0 });
    // Nothing is heard any longer.
    later(121);
    await patrolSweep.run(server.product.kernel);
    expect((await tours({ RouteId }))[0]).toMatchObject({ State: 'done', EndedBy: 'silence' });
    const [report] = (await call('/api/patrolCar/report/route', { RouteId })).Rows;
    expect(report).toMatchObject({ TourCount: 1, MissedCount: 1, SightingCount: 1, FoundCount: 0 });
    clock.set(START);
  });
});

describe('the device of a car', () => {
  test('starts a tour, and its track comes in batches that may be sent again', async () => {
    later(10);
    const begun = { Act: 'start', HappenedAt: car.ago(300) };
    const { TourId } = (await car.say('tour', begun)).data;
    expect((await car.say('tour', begun)).data.TourId).toBe(TourId);
    const batch = { Positions: drive(0, 2400) };
    const answers = await Promise.all([car.say('positions', batch), car.say('positions', batch)]);
    expect(answers.map((one) => one.data.TakenCount)).toEqual([241, 241]);
    // A straight way needs its ends alone.
    expect(await storedPoints()).toHaveLength(2);
    await car.say('positions', { Positions: drive(2400, 2000, 0).toReversed() });
    const { Points, Stops } = await call('/api/patrolCar/tour/getTrack', { TourId });
    expect(Points.length).toBeLessThan(8);
    expect(Stops.map((one: { LotId: string; VisitedAt: string }) => one.VisitedAt !== null)).toEqual([true, true]);
    later(1);
    expect((await car.say('tour', { Act: 'end', HappenedAt: car.ago(0) })).data.TourId).toBe(TourId);
    expect((await car.say('tour', { Act: 'end', HappenedAt: car.ago(0) })).data.TourId).toBeNull();
    const [tour] = await tours();
    expect(tour).toMatchObject({ Id: TourId, State: 'done', VisitedCount: 2, StopCount: 2, EndedBy: 'car' });
    expect(tour.Metres).toBeGreaterThan(2300);
  });

  test('that is offline sends positions and plates later, with their times, before the call that began the tour', async () => {
    later(60);
    const Positions = drive(0, 600, 1200);
    await car.say('positions', { Positions });
    const seen = await car.see('off-1', '粤B11001', { HappenedAt: car.ago(1210), Confidence: 40 });
    expect(seen.result).toMatchObject({ Outcome: 'unclear', Kinds: [] });
    const { TourId } = (await car.say('tour', { Act: 'start', HappenedAt: car.ago(1300) })).data;
    const { Points, Sightings } = await call('/api/patrolCar/tour/getTrack', { TourId });
    expect(Points.map((one: { At: string }) => one.At)).toEqual([car.ago(1260), car.ago(1200)]);
    expect(Sightings.map((one: { Plate: string }) => one.Plate)).toEqual(['粤B11001']);
    const [first] = (await call('/api/patrolCar/sighting/list', { Plate: '粤B11001' })).Rows;
    expect(first).toMatchObject({ At: car.ago(1210), TourId, LotId: streetId });
    const old = await car.see('off-2', '粤B11001', { HappenedAt: car.ago(8 * 86_400) });
    expect(old.result.Outcome).toBe('too-old');
    await car.say('tour', { Act: 'end', HappenedAt: car.ago(0) });
  });

  test('with a wrong clock is corrected by it; one too wrong is refused', async () => {
    later(30);
    car.behindSeconds = 120;
    const now = clock.now().getTime();
    await car.see('late-clock', '粤B11002', { HappenedAt: car.ago(60) });
    const [row] = (await call('/api/patrolCar/sighting/list', { Plate: '粤B11002' })).Rows;
    expect(new Date(row.At).getTime()).toBe(now - 60_000);
    expect((await call('/api/patrolCar/get', { Id: car.id })).ClockOffsetSeconds).toBe(120);
    // Ahead of the server, nothing is later than now.
    car.behindSeconds = -200;
    await car.see('early-clock', '粤B11003', { HappenedAt: new Date(now + 900_000).toISOString() });
    const [ahead] = (await call('/api/patrolCar/sighting/list', { Plate: '粤B11003' })).Rows;
    expect(new Date(ahead.At).getTime()).toBe(now);
    car.behindSeconds = 900;
    expect((await car.see('bad-clock', '粤B11004')).code).toBe('device.old-timestamp');
    car.behindSeconds = 0;
  });

  test('is refused with the wrong secret, and for lots that it does not patrol', async () => {
    const other = await server.newTenant();
    const Id = (await other.call('/api/parkLot/create', { Name: 'Other', Code: 'OT', Capacity: 5, ...north(0) })).data
      .Id;
    const stranger = await TestPatrolCar.open(server, clock, other, { serialNo: 'PC-1', lotIds: [Id] });
    // Both have the serial number; the signature tells them apart.
    expect((await stranger.see('x', '粤B11005')).result.Outcome).toBe('fine');
    expect((await call('/api/patrolCar/sighting/list', { Plate: '粤B11005' })).Rows).toEqual([]);
    expect((await stranger.see('y', '粤B11005', { LotCode: 'PS' })).code).toBe('device.malformed');
    stranger.secret = 'wrong';
    expect((await stranger.see('z', '粤B11005')).code).toBe('device.bad-signature');
    const [tour] = await tours();
    for (const [path, body] of [
      ['/api/patrolCar/tour/getTrack', { TourId: tour.Id }],
      ['/api/patrolCar/tour/end', { TourId: tour.Id }],
      ['/api/patrolCar/tour/start', { CarId: car.id }],
      ['/api/patrolCar/rotateSecret', { CarId: car.id }],
    ] as const)
      expect((await other.call(path, body)).code).toBe('kernel.not-found');
    const many = { Positions: Array.from({ length: 601 }, () => ({ HappenedAt: car.ago(1), ...north(0) })) };
    expect((await car.say('positions', many)).code).toBe('device.malformed');
  });
});

test('a plate that arrives after its stay has ended names that stay', async () => {
  later(30);
  const tell = (eventKey: string, isTaken: boolean) =>
    server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) =>
      takeDetector(tx, streetId, { detectorNo: 'PD-R3', eventKey, isTaken, happenedAt: clock.now() }),
    );
  await tell('p1', true);
  later(5);
  const HappenedAt = clock.now().toISOString();
  later(5);
  await tell('p2', false);
  later(60);
  const seen = { HappenedAt, SpotNumber: 'R3' };
  expect((await car.see('named', '粤B11006', seen)).result).toMatchObject({ Outcome: 'opened', Kinds: [] });
  const [order] = (await call('/api/order/getOrderPage', { Plate: '粤B11006' })).Rows;
  expect(order).toMatchObject({ ParkingState: 'left', SpotNumber: 'R3' });
  const [sighting] = (await call('/api/patrolCar/sighting/list', { Plate: '粤B11006' })).Rows;
  expect(sighting.OrderId).toBe(order.Id);
});
