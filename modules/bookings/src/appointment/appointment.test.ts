import { barrierOpened, carPassed, deviceWho } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { appointmentsMissed } from './appointment.server.ts';

// 09:00 in Shanghai.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await newLot();
});
afterAll(() => server?.stop());

async function newLot(rule: object | null = {}): Promise<TestLot> {
  const place = await gate.newLot();
  if (rule) {
    const values = { LotId: place.id, FromHour: 8, ToHour: 20, Quota: 3, ...rule };
    const answer = await user.call('/api/appointmentQuota/create', values);
    expect(answer.message).toBe('');
  }
  return place;
}
const newPlate = () => {
  made += 1;
  return `浙A${30_000 + made}`;
};
const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const book = (place: TestLot, values: object = {}) =>
  user.call('/api/appointment/book', { LotId: place.id, Plate: newPlate(), StartsAt: at(120), ...values });
async function booked(place: TestLot, values: object = {}): Promise<string> {
  const answer = await book(place, values);
  expect([answer.message, answer.code]).toEqual(['', undefined]);
  return answer.data.AppointmentId;
}
const row = async (id: string) => (await user.call('/api/appointment/get', { Id: id })).data;
const slot = async (place: TestLot, minute: number) => {
  const { data } = await user.call('/api/appointment/getSlots', { LotId: place.id, Day: '2026-03-04' });
  return data.Slots.find((one: { StartsAt: string }) => one.StartsAt === at(minute));
};

describe('booking', () => {
  test('concurrent bookings of an hour never exceed its quota', async () => {
    const place = await newLot({ Quota: 5 });
    const answers = await Promise.all(Array.from({ length: 24 }, () => book(place)));
    expect(answers.filter((one) => one.state === 'success')).toHaveLength(5);
    const refused = answers.filter((one) => one.state !== 'success');
    expect(new Set(refused.map((one) => one.code))).toEqual(new Set(['appointment.full']));
    expect(await slot(place, 120)).toMatchObject({ Quota: 5, Booked: 5, IsOpen: false });
    const list = await user.call('/api/appointment/list', { LotId: place.id });
    expect(list.data.Total).toBe(5);
    // The next hour has its own quota.
    expect((await book(place, { StartsAt: at(180) })).state).toBe('success');
  });

  test('the same car is booked once for an hour, also by concurrent calls', async () => {
    const place = await newLot();
    const Plate = newPlate();
    const answers = await Promise.all([book(place, { Plate }), book(place, { Plate }), book(place, { Plate })]);
    expect(answers.map((one) => one.code ?? 'success').sort()).toEqual([
      'appointment.booked-already',
      'appointment.booked-already',
      'success',
    ]);
    expect(await slot(place, 120)).toMatchObject({ Booked: 1 });
  });

  test.each([
    ['an hour without a rule', { StartsAt: at(-120) }, 'appointment.no-such-hour'],
    ['no full hour', { StartsAt: at(125) }, 'appointment.no-such-hour'],
    ['an hour that is over', { StartsAt: at(-60) }, 'appointment.too-late'],
    ['a day too far ahead', { StartsAt: at(8 * 1440) }, 'appointment.too-early'],
    ['no plate', { Plate: 'abc' }, 'vehicle-list.bad-plate'],
  ])('of %s is refused', async (_, values, code) => {
    expect((await book(lot, values)).code).toBe(code);
  });

  test('the last open day and the current hour can be booked', async () => {
    expect((await book(lot, { StartsAt: at(7 * 1440 + 10 * 60) })).state).toBe('success');
    expect((await book(lot, { StartsAt: at(0) })).state).toBe('success');
  });

  test('rules of a lot do not overlap, also when written concurrently', async () => {
    const place = await newLot(null);
    expect((await book(place)).code).toBe('appointment.no-such-hour');
    const create = (FromHour: number, ToHour: number) =>
      user.call('/api/appointmentQuota/create', { LotId: place.id, FromHour, ToHour, Quota: 1 });
    expect((await create(10, 10)).code).toBe('appointment.hours-reversed');
    const both = await Promise.all([create(8, 12), create(11, 14)]);
    expect(both.map((one) => one.code ?? 'success').sort()).toEqual(['appointment.hours-overlap', 'success']);
  });
});

describe('afterwards', () => {
  test('cancelling in time frees the place, once; later it is refused', async () => {
    const place = await newLot({ Quota: 1, CancelMinutes: 60 });
    const id = await booked(place);
    expect((await book(place)).code).toBe('appointment.full');
    const cancel = () => user.call('/api/appointment/cancel', { AppointmentId: id, Reason: 'changed plans' });
    const answers = await Promise.all([cancel(), cancel()]);
    expect(answers.map((one) => one.code ?? 'success').sort()).toEqual(['appointment.not-possible', 'success']);
    expect(await row(id)).toMatchObject({ State: 'cancelled', CancelReason: 'changed plans' });
    const again = await booked(place);
    gate.at(61);
    const late = await user.call('/api/appointment/cancel', { AppointmentId: again, Reason: 'too late' });
    expect(late.code).toBe('appointment.past-cancelling');
    gate.at(0);
  });

  test('one that needs confirmation applies at the gate only after it', async () => {
    const place = await newLot({ HasConfirmation: true });
    const Plate = newPlate();
    const id = await booked(place, { Plate, StartsAt: at(0) });
    expect((await row(id)).State).toBe('booked');
    await gate.see(place.entry, Plate, 5);
    expect((await row(id)).State).toBe('booked');
    const other = newPlate();
    const second = await booked(place, { Plate: other, StartsAt: at(0) });
    await user.call('/api/appointment/confirm', { AppointmentId: second });
    await gate.see(place.entry, other, 6);
    expect((await row(second)).State).toBe('arrived');
    gate.at(0);
  });

  test('a no-show is marked by hand once the hour has started, automatically after the late limit', async () => {
    const place = await newLot({ LateMinutes: 30 });
    const [byHand, byItself] = [await booked(place), await booked(place)];
    const miss = () => user.call('/api/appointment/noShow', { AppointmentId: byHand });
    expect((await miss()).code).toBe('appointment.not-due');
    gate.at(125);
    expect((await miss()).state).toBe('success');
    expect((await row(byHand)).State).toBe('no-show');
    gate.at(209);
    await appointmentsMissed.run(server.product.kernel);
    expect((await row(byItself)).State).toBe('confirmed');
    gate.at(210);
    await appointmentsMissed.run(server.product.kernel);
    expect((await row(byItself)).State).toBe('no-show');
    gate.at(0);
  });
});

test.each([
  ['too early', 89, 'temporary'],
  ['early', 90, 'appointment'],
  ['late', 209, 'appointment'],
  ['too late', 210, 'temporary'],
])('at the gate a booked car that comes %s counts as %s', async (_, minute, standing) => {
  const place = await newLot({ EarlyMinutes: 30, LateMinutes: 30 });
  const Plate = newPlate();
  const id = await booked(place, { Plate });
  const { passingId } = await gate.see(place.entry, Plate, minute);
  const [passing] = await server.product.kernel.database.system<object>(
    'select standing, list_kind, list_entry_id as "entryId", reason_zh as reason from passing where id = $1',
    [passingId],
  );
  const { AppointmentNo } = await row(id);
  expect(passing).toEqual(
    standing === 'appointment'
      ? { standing, listKind: 'appointment', entryId: id, reason: `预约车：${AppointmentNo}` }
      : { standing, listKind: null, entryId: null, reason: '临时车' },
  );
  gate.at(0);
});

test('a booked car comes in although the lot is full, pays as usual, and its appointment is completed when it leaves', async () => {
  const place = await newLot();
  const Plate = newPlate();
  const id = await booked(place, { Plate, StartsAt: at(0) });
  for (const other of [newPlate(), newPlate(), newPlate()]) await gate.see(place.entry, other, 1);
  expect((await gate.see(place.entry, newPlate(), 2)).decision).toBe('hold');
  expect((await gate.see(place.entry, Plate, 3)).decision).toBe('open');
  expect(await row(id)).toMatchObject({ State: 'arrived', ArrivedAt: at(3) });
  // The appointment is used: a second entry within its time does not count as one.
  const answer = await gate.see(place.exit, Plate, 33);
  expect(answer.decision).toBe('hold');
  const { OrderId } = await row(id);
  const paid = await user.call('/api/order/collectCash', { OrderId, Amount: '3.00' });
  expect(paid.message).toBe('');
  await server.until('the end of the appointment', async () => {
    await server.product.consumers.drain();
    return (await row(id)).State === 'completed';
  });
  gate.at(0);
});

test('a booked car that turned back at the barrier can still use its appointment', async () => {
  const place = await newLot();
  const Plate = newPlate();
  const id = await booked(place, { Plate, StartsAt: at(0) });
  await gate.see(place.entry, newPlate(), 0);
  // The loop behind the barrier works: it saw the car before.
  await server.product.kernel.database.inTenant(deviceWho(place.entry), async (tx) => {
    await barrierOpened(tx, place.entry.laneId);
    await carPassed(tx, place.entry.laneId);
  });
  await gate.see(place.entry, Plate, 5);
  const { OrderId: first } = await row(id);
  const { passingId } = await gate.see(place.entry, Plate, 30);
  const [passing] = await server.product.kernel.database.system<object>(
    'select standing, list_entry_id as "entryId" from passing where id = $1',
    [passingId],
  );
  expect(passing).toEqual({ standing: 'appointment', entryId: id });
  await server.product.consumers.drain();
  const after = await row(id);
  expect(after.State).toBe('arrived');
  expect(after.OrderId).not.toBe(first);
  gate.at(0);
});

test('an account of some lots neither sees, books nor decides elsewhere', async () => {
  const id = await booked(lot, { StartsAt: at(180) });
  const rights = ['list', 'book', 'cancel'].map((act) => `appointment.${act}`);
  const other = await newLot();
  const scoped = await server.newUser(user, [...rights, 'lot.list'], [other.id]);
  expect((await scoped.call('/api/appointment/get', { Id: id })).code).toBe('kernel.not-found');
  expect((await scoped.call('/api/appointment/cancel', { AppointmentId: id, Reason: 'mine?' })).code).toBe(
    'kernel.not-found',
  );
  const values = { LotId: lot.id, Plate: newPlate(), StartsAt: at(120) };
  expect((await scoped.call('/api/appointment/book', values)).code).toBe('kernel.not-found');
});
