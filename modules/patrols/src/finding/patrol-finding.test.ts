import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { north, TestPatrolCar } from '@boyun/test-server/patrol';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { retainedOfPatrols } from '../sighting/patrol-retention.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(600, 7), Buffer.from([0xff, 0xd9])]);
let server: TestServer;
let user: TestUser;
let streetId: string;
let garageId: string;
let car: TestPatrolCar;
let asking: TestPatrolCar;
const spots = new Map<string, string>();

const call = async (path: string, body: object = {}) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const later = (minutes: number) => clock.set(new Date(clock.now().getTime() + minutes * 60_000));
const park = (spot: string, Plate: string) => call('/api/roadside/open', { SpotId: spots.get(spot), Plate });
const findings = async (filters: object) => (await call('/api/patrolCar/finding/list', filters)).Rows;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  // What happened yesterday; the session began today.
  clock.set(new Date(START.getTime() - 25 * 3_600_000));
  const street = { Name: '发现街', Code: 'FS', Capacity: 20, Kind: 'roadside', OverstayHours: 24, ...north(0) };
  streetId = (await call('/api/parkLot/create', street)).Id;
  garageId = (await call('/api/parkLot/create', { Name: '发现库', Code: 'FG', Capacity: 20, ...north(2000) })).Id;
  const ChargeRuleId = (
    await call('/api/billRule/createFromTemplate', { Name: '路侧', Template: 'guangzhou-2005-outdoor' })
  ).Id;
  await call('/api/billRuleBinding/create', { LotId: streetId, ChargeRuleId });
  for (const [number, Kind] of [
    ...['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7'].map((one) => [one, 'standard'] as const),
    ['E1', 'ev'] as const,
    ['F1', 'fixed'] as const,
  ])
    spots.set(number, (await call('/api/parkSpot/create', { Number: number, LotId: streetId, Kind })).Id);
  await call('/api/parkLot/open', { LotId: streetId });
  const gate = new TestGate(server, user, clock, START);
  for (const direction of ['entry', 'exit'] as const) await gate.newLane(garageId, direction, direction);
  await call('/api/parkLot/open', { LotId: garageId, IsFree: true });
  const listed = { ValidFrom: clock.now().toISOString(), LotId: streetId };
  await call('/api/billFixedPlate/create', {
    ...listed,
    Plate: '粤B22000',
    OwnerName: '车主',
    SpotId: spots.get('F1'),
  });
  const black = { Plate: '粤B22001', Action: 'deny', Reason: '逃费', ValidFrom: clock.now().toISOString() };
  await call('/api/billBlackPlate/create', black);
  car = await TestPatrolCar.open(server, clock, user, { serialNo: 'PF-1', lotIds: [streetId, garageId] });
  const asks = { serialNo: 'PF-2', lotIds: [streetId, garageId], canOpenOrders: false };
  asking = await TestPatrolCar.open(server, clock, user, asks);
  await park('R6', '粤B22003');
  const { OrderId } = await park('R2', '粤B22002');
  clock.set(START);
  await call('/api/roadside/close', { OrderId });
  await park('E1', '粤B22004');
  await park('R4', '粤B22005');
  await park('F1', '粤B22006');
  await park('R5', '粤B22008');
  later(10);
});
afterAll(() => server?.stop());

describe('a plate is compared at once', () => {
  test.each<[string, string, object, string, string[]]>([
    ['a car with its order', '粤B22008', { SpotNumber: 'R5' }, 'fine', []],
    ['a car that owes', '粤B22002', { SpotNumber: 'R1' }, 'found', ['arrears']],
    ['a blacklisted car in a garage without an order', '粤B22001', north(2000), 'found', ['black', 'no-order']],
    ['a car that overstays', '粤B22003', { SpotNumber: 'R6' }, 'found', ['overstay']],
    ['a car with petrol on an EV spot', '粤B22004', { SpotNumber: 'E1' }, 'found', ['wrong-spot']],
    ['a car on the fixed spot of another', '粤B22006', { SpotNumber: 'F1' }, 'found', ['wrong-spot']],
    ['a car on another spot than recorded', '粤B22005', { SpotNumber: 'R2' }, 'found', ['wrong-spot']],
    ['a car on a free spot', '粤B22009', { SpotNumber: 'R3' }, 'opened', []],
    ['a car on no known spot', '粤B22010', {}, 'found', ['no-order']],
    ['a car far from all lots', '粤B22011', north(9000), 'fine', []],
    ['a plate that is not clear', '粤B22012', { Confidence: 60 }, 'unclear', []],
  ])('%s', async (name, plate, more, outcome, kinds) => {
    const body = { ...more, Picture: PICTURE.toString('base64') };
    // Twice at once, as over a bad line: it counts once.
    const answers = await Promise.all([car.see(name, plate, body), car.see(name, plate, body)]);
    expect(answers.map((one) => one.result.IsRepeated).sort()).toEqual([false, true]);
    for (const { result } of answers) expect(result).toMatchObject({ EventId: name, Outcome: outcome, Kinds: kinds });
    const [row, ...others] = (await call('/api/patrolCar/sighting/list', { Plate: plate })).Rows;
    expect(others).toEqual([]);
    expect(row).toMatchObject({ Outcome: outcome, Kinds: kinds });
    expect(row.Picture).toMatch(/\.jpg/);
    expect((await findings({ Plate: plate })).map((one: { Kind: string }) => one.Kind).sort()).toEqual(
      [...kinds].sort(),
    );
  });

  test('and an order is opened for the car on a free spot, as of when it was seen', async () => {
    const [order] = (await call('/api/order/getOrderPage', { Plate: '粤B22009' })).Rows;
    expect(order).toMatchObject({ ParkingState: 'inside', SpotNumber: 'R3', EnteredAt: clock.now().toISOString() });
  });

  test('a finding names its evidence, counts while it is open, and its picture may come later', async () => {
    later(5);
    await car.see('again', '粤B22002', { SpotNumber: 'R1' });
    const [row, ...others] = await findings({ Plate: '粤B22002' });
    expect(others).toEqual([]);
    const [debt] = (await call('/api/arrears/getByPlate', { Plate: '粤B22002' })).Rows;
    expect(row).toMatchObject({ SeenCount: 2, State: 'open', SpotNumber: 'R1', LotId: streetId, Owed: debt.Due });
    expect(row.Detail).toContain(debt.Due);
    expect(row.OrderId).toBeTruthy();
    const sight = await car.see('plain', '粤B22010', {});
    expect(sight.result.Kinds).toEqual(['no-order']);
    expect((await car.say('picture', { EventId: 'plain', Picture: PICTURE.toString('base64') })).state).toBe('success');
    expect((await car.say('picture', { EventId: 'none', Picture: PICTURE.toString('base64') })).code).toBe(
      'device.malformed',
    );
    const seen = (await call('/api/patrolCar/sighting/list', { Plate: '粤B22010' })).Rows;
    expect(seen.every((one: { Picture: string | null }) => one.Picture)).toBe(true);
  });

  test('the statistics count plates and findings by kind', async () => {
    const [row] = (await call('/api/patrolCar/report/car', { CarId: car.id })).Rows;
    const counts = { ArrearsCount: 2, BlackCount: 1, OverstayCount: 1, WrongSpotCount: 3, NoOrderCount: 3 };
    expect(row).toMatchObject({ SightingCount: 13, FoundCount: 9, ...counts, HitPercent: 69.2 });
  });
});

describe('a finding', () => {
  const open = async (plate: string) => (await findings({ Plate: plate, State: 'open' }))[0];
  const confirm = async (plate: string, more: object) =>
    user.call('/api/patrolCar/finding/confirm', { FindingId: (await open(plate)).Id, ...more });

  test('becomes an alarm, an inspection or an order', async () => {
    const black = (await findings({ Plate: '粤B22001', Kind: 'black' }))[0];
    expect((await user.call('/api/patrolCar/finding/confirm', { FindingId: black.Id, Act: 'remind' })).code).toBe(
      'patrol-finding.act-not-offered',
    );
    await call('/api/patrolCar/finding/confirm', { FindingId: black.Id, Act: 'alarm', Note: '已通知保安' });
    const [alarm] = (await call('/api/alarm/list', { Kind: 'patrol' })).Rows;
    expect(alarm).toMatchObject({ Plate: '粤B22001', Severity: 'high', LotId: garageId });
    expect(alarm.Picture).toMatch(/\.jpg/);
    expect((await confirm('粤B22003', { Act: 'inspect' })).message).toBe('');
    const inspections = (await call('/api/parkLotInspect/list')).Rows;
    expect(inspections.map((one: { Name: string }) => one.Name)).toEqual([expect.stringContaining('粤B22003')]);
    expect((await confirm('粤B22010', { Act: 'open-order' })).code).toBe('patrol-finding.no-spot');
    expect((await confirm('粤B22010', { Act: 'open-order', SpotId: spots.get('R2') })).message).toBe('');
    const [order] = (await call('/api/order/getOrderPage', { Plate: '粤B22010' })).Rows;
    expect(order).toMatchObject({ ParkingState: 'inside', SpotNumber: 'R2' });
    expect((await findings({ Plate: '粤B22010' }))[0]).toMatchObject({ State: 'confirmed', OrderId: order.Id });
    // Without the public address of the product no reminder can name its pay page.
    expect((await confirm('粤B22002', { Act: 'remind', Mobile: '13800138000' })).code).toMatch(/^arrears\./);
  });

  test('is dismissed with a reason, once, and not found again the same day', async () => {
    const { Id } = await open('粤B22006');
    const dismiss = { FindingId: Id, Reason: '车主的另一辆车' };
    const both = await Promise.all([1, 2].map(() => user.call('/api/patrolCar/finding/dismiss', dismiss)));
    expect(both.map((one) => one.state).sort()).toEqual(['fail', 'success']);
    later(30);
    await car.see('dismissed', '粤B22006', { SpotNumber: 'F1' });
    expect(await findings({ Plate: '粤B22006' })).toMatchObject([{ State: 'dismissed', SeenCount: 2 }]);
    await server.product.kernel.database.system(
      "update patrol_finding set handled_at = handled_at - interval '13 hours' where tenant_id = $1 and id = $2",
      [user.tenantId, Id],
    );
    await car.see('next-day', '粤B22006', { SpotNumber: 'F1' });
    expect((await findings({ Plate: '粤B22006', State: 'open' }))[0]).toMatchObject({ SeenCount: 1 });
  });

  test('is resolved by itself, once: a debt when all of it is paid, a car that overstayed when it has left', async () => {
    const { OrderId } = await park('R7', '粤B22030');
    later(90);
    await call('/api/roadside/close', { OrderId });
    await car.see('owes', '粤B22030', { SpotNumber: 'R7' });
    expect((await open('粤B22030')).Kind).toBe('arrears');
    const [debt] = (await call('/api/arrears/getByPlate', { Plate: '粤B22030' })).Rows;
    const overstay = { Plate: '粤B22004', Kind: 'wrong-spot' };
    const [wrong] = await findings(overstay);
    await call('/api/roadside/close', { OrderId: wrong.OrderId });
    await call('/api/arrears/collect', { Plate: '粤B22030', Amount: debt.Due });
    const stateOf = async (filters: object) => (await findings(filters)).map((one: { State: string }) => one.State);
    await expect.poll(() => stateOf({ Plate: '粤B22030' })).toEqual(['resolved']);
    await expect.poll(() => stateOf(overstay)).toEqual(['resolved']);
    expect((await findings({ Plate: '粤B22030' }))[0]).toMatchObject({ Note: '欠费已结清', Act: null });
    const logged = await server.product.kernel.database.system(
      "select from audit_log where tenant_id = $1 and action = 'patrol-finding.resolved'",
      [user.tenantId],
    );
    expect(logged).toHaveLength(2);
    const confirmed = { FindingId: wrong.Id, Act: 'note' };
    expect((await user.call('/api/patrolCar/finding/confirm', confirmed)).code).toBe('patrol-finding.not-possible');
  });

  test('of a car that does not open orders waits for a person', async () => {
    expect((await asking.see('asks', '粤B22020', { SpotNumber: 'R1' })).result.Kinds).toEqual(['no-order']);
    expect((await call('/api/order/getOrderPage', { Plate: '粤B22020' })).Rows).toEqual([]);
  });
});

test('accounts see findings of their lots alone', async () => {
  const limited = await server.newUser(user, ['patrol-finding.list', 'patrol-finding.handle'], [garageId]);
  const { Rows } = (await limited.call('/api/patrolCar/finding/list', {})).data;
  expect(new Set(Rows.map((one: { LotId: string }) => one.LotId))).toEqual(new Set([garageId]));
  const [other] = await findings({ LotId: streetId });
  const dismiss = { FindingId: other.Id, Reason: '不是我的' };
  expect((await limited.call('/api/patrolCar/finding/dismiss', dismiss)).code).toBe('kernel.not-found');
});

test('what is over is deleted, open findings keep their evidence', async () => {
  const { kernel } = server.product;
  const run = (part: string, key: string) =>
    retainedOfPatrols
      .find((one) => one.key === key && one.part === part)!
      .step(kernel, {
        tenantId: user.tenantId,
        before: new Date(clock.now().getTime() + 1000),
        days: 1,
        after: null,
        limit: 500,
      });
  const pictured = async () =>
    (await call('/api/patrolCar/sighting/list', {})).Rows.flatMap((one: { Plate: string; Picture: string | null }) =>
      one.Picture ? [one.Plate] : [],
    );
  await run('patrols', 'passingPicture');
  const kept = await pictured();
  expect(kept).toContain('粤B22002');
  expect(kept).not.toContain('粤B22008');
  await run('patrol-sightings', 'strangerPlate');
  expect((await call('/api/patrolCar/sighting/list', { Plate: '粤B22008' })).Rows).toEqual([]);
  await run('patrol-sightings', 'passing');
  await run('patrol-findings', 'passing');
  const left = await findings({});
  expect(new Set(left.map((one: { State: string }) => one.State))).toEqual(new Set(['open']));
  expect(left.find((one: { Plate: string }) => one.Plate === '粤B22002')?.Picture ?? null).not.toBeNull();
});
