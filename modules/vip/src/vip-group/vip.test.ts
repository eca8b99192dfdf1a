import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber } from '@boyun/test-server/shop';
import { TestUnits } from '@boyun/test-server/unit';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let world: TestUnits;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  world = await TestUnits.open(server, clock, START);
});
afterAll(() => server?.stop());

const newGroup = (policy: object) => world.make('/api/vipGroup/create', { Name: `Gold ${nextNumber()}`, ...policy });

async function newMember(VipGroupId: string, more: object = {}): Promise<string> {
  const Plate = newPlate();
  await world.make('/api/vipVehicle/create', { VipGroupId, Plate, ValidFrom: START.toISOString(), ...more });
  return Plate;
}

/** Drives a car in and, after four hours for 12 yuan, to the exit; returns its order. */
async function stay(plate: string, at = 0) {
  await world.gate.see(world.lot.entry, plate, at);
  await world.gate.see(world.lot.exit, plate, at + 4 * HOUR);
  return (await world.user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
}

test('the policy of a VIP group reduces the fee of its cars, and a line says why', async () => {
  const policies: [object, string, string][] = [
    [{ Effect: 'percent', Percent: 20 }, '2.40', '8折'],
    [{ Effect: 'amount', Amount: '5.00' }, '5.00', '减5.00元'],
    [{ Effect: 'minutes', Minutes: 120 }, '6.00', '免费120分钟'],
    [{ Effect: 'fixed-price', Price: '1.00' }, '11.00', '一口价1.00元'],
    [{ Effect: 'free' }, '12.00', '免费'],
  ];
  for (const [index, [policy, reduced, words]] of policies.entries()) {
    const order = await stay(await newMember(await newGroup(policy)), index * 5 * HOUR);
    expect(order).toMatchObject({ Standing: 'vip', Fee: '12.00', Reduced: reduced });
    const { Reductions } = (await world.user.call('/api/order/getOrder', { OrderId: order.Id })).data;
    expect(Reductions).toMatchObject([{ Source: 'vip', Payer: 'operator', Zh: expect.stringContaining(words) }]);
  }
  const uses = (await world.user.call('/api/vipUse/list', { From: START.toISOString() })).data;
  expect(uses.Rows).toMatchObject([{ Reduced: '12.00', Paid: '0.00', Policy: expect.stringContaining('免费') }]);
  expect(await world.broken()).toEqual([]);
});

test('a policy holds within its lots, spots, hours and the time of the car; the best group of a car applies', async () => {
  const off = async (policy: object, more: object = {}, at = 0) =>
    (await stay(await newMember(await newGroup({ Effect: 'free', ...policy }), more), at)).Reduced;
  const other = await world.gate.newLot();
  expect(await off({ LotIds: [other.id] })).toBe('0.00');
  expect(await off({ SpotKinds: ['ev'] }, {}, 5 * HOUR)).toBe('0.00');
  // The second car leaves at 23:00 in Shanghai.
  expect(await off({ DailyFrom: '08:00', DailyTo: '18:00' }, {}, 10 * HOUR)).toBe('0.00');
  expect(await off({}, { ValidUntil: new Date(START.getTime() + 60_000).toISOString() }, 15 * HOUR)).toBe('0.00');
  expect(await off({ Status: 1 }, {}, 20 * HOUR)).toBe('0.00');
  const plate = await newMember(await newGroup({ Effect: 'percent', Percent: 10 }));
  const best = await newGroup({ Effect: 'percent', Percent: 50 });
  await world.make('/api/vipVehicle/create', { VipGroupId: best, Plate: plate, ValidFrom: START.toISOString() });
  expect((await stay(plate, 25 * HOUR)).Reduced).toBe('6.00');
});

test('a group needs the value of its policy alone', async () => {
  const create = (body: object) => world.user.call('/api/vipGroup/create', { Name: `Gold ${nextNumber()}`, ...body });
  expect(await create({ Effect: 'percent' })).toMatchObject({ code: 'vip.value-needed' });
  expect(await create({ Effect: 'free', Percent: 20 })).toMatchObject({ code: 'vip.value-unused' });
});

test('who may change VIP groups and cars does not profit alone: another person agrees first', async () => {
  const verbs = ['list', 'get', 'create', 'update', 'delete'];
  const rights = ['vip-group', 'vip-vehicle'].flatMap((one) => verbs.map((verb) => `${one}.${verb}`));
  rights.push('review.list', 'review.decide');
  const clerk = await server.newUser(world.user, rights);
  const Plate = newPlate();
  const asked = await clerk.call('/api/vipGroup/create', { Name: `Gold ${nextNumber()}`, Effect: 'free' });
  expect(asked.data).toMatchObject({ IsPending: true });
  const decide = async (by: typeof clerk, subjectId: string) => {
    const { Requests } = (await by.call('/api/review/getPending', { SubjectIds: [subjectId] })).data;
    return by.call('/api/review/approve', { ReviewIds: Requests.map((one: { Id: string }) => one.Id), Note: '同意' });
  };
  // Nobody agrees to their own request.
  await decide(clerk, asked.data.Id);
  expect((await clerk.call('/api/vipGroup/list')).data.Total).toBe(0);
  expect((await decide(world.user, asked.data.Id)).message).toBe('');
  const group = (await clerk.call('/api/vipGroup/list')).data.Rows[0];
  const member = { VipGroupId: group.Id, Plate, ValidFrom: START.toISOString() };
  const car = (await clerk.call('/api/vipVehicle/create', member)).data;
  expect(car).toMatchObject({ IsPending: true });
  expect((await stay(Plate)).Reduced).toBe('0.00');
  expect((await decide(world.user, car.Id)).message).toBe('');
  expect((await stay(Plate, 5 * HOUR)).Due).toBe('0.00');
  const update = { Id: group.Id, Effect: 'percent', Percent: 99 };
  expect((await clerk.call('/api/vipGroup/update', update)).data).toMatchObject({ IsPending: true });
  expect((await clerk.call('/api/vipVehicle/delete', { Id: car.Id })).data).toMatchObject({ IsPending: true });
  // What the group cost is what its orders say: the stay that went on, and the one after it.
  const orders: { Reduced: string }[] = (await world.user.call('/api/order/getOrderPage', { Plate })).data.Rows;
  const Cost = orders.reduce((sum, one) => sum + Number(one.Reduced), 0).toFixed(2);
  expect(Number(Cost)).toBeGreaterThan(0);
  const [shown] = (await world.user.call('/api/vipGroup/list')).data.Rows;
  expect(shown).toMatchObject({ Effect: 'free', MemberCount: 1, UseCount: orders.length, Cost });
  const uses = (await world.user.call('/api/vipUse/list', { From: START.toISOString() })).data;
  expect(uses).toMatchObject({ Total: orders.length, Totals: { Reduced: Cost } });
});
