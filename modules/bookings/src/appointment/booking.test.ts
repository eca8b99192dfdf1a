import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';

// 09:00 in Shanghai.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();

async function newPage(rule: object = {}): Promise<{ lot: TestLot; id: string; Code: string }> {
  const lot = await gate.newLot();
  const values = { LotId: lot.id, FromHour: 8, ToHour: 20, Quota: 3, DaysAhead: 7, ...rule };
  expect((await user.call('/api/appointmentQuota/create', values)).message).toBe('');
  const { Id: id } = (await user.call('/api/bookingPage/create', { LotId: lot.id, Notice: '请走西门' })).data;
  const { Code } = (await user.call('/api/bookingPage/get', { Id: id })).data;
  return { lot, id, Code };
}

/** A driver at another address: calls are limited per address. */
const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
  made += 1;
  const response = await server.product.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers,
    remoteAddress: `10.1.${Math.floor(made / 250)}.${made % 250}`,
  });
  return response.json();
};
const driver = () => {
  made += 1;
  return { Plate: `浙A${String(30_000 + made)}`, DriverPhone: `138${String(10_000_000 + made)}` };
};
const book = (Code: string, values: object = {}) =>
  ask('/api/booking/book', { Code, StartsAt: at(120), ...driver(), ...values });

describe('a driver who is not signed in', () => {
  test('sees the hours of a lot, books one, views and cancels it, which frees the place', async () => {
    const { Code } = await newPage();
    const page = (await ask('/api/booking/getPage', { Code })).data;
    expect(page).toMatchObject({ IsOpen: true, Notice: '请走西门', Day: '2026-03-04' });
    expect(page.Days).toHaveLength(8);
    const hour = async () => {
      const { Slots } = (await ask('/api/booking/getPage', { Code, Day: '2026-03-04' })).data;
      return Slots.find((one: { StartsAt: string }) => one.StartsAt === at(120));
    };
    expect(await hour()).toEqual({ StartsAt: at(120), Left: 3, IsOpen: true });
    const own = driver();
    const booked = await book(Code, own);
    expect(booked.message).toBe('');
    expect(await hour()).toMatchObject({ Left: 2 });
    const mine = { Code: booked.data.Code };
    expect((await ask('/api/booking/get', mine)).data).toMatchObject({
      Plate: own.Plate,
      State: 'confirmed',
      StartsAt: at(120),
    });
    expect((await ask('/api/booking/cancel', mine)).message).toBe('');
    expect((await ask('/api/booking/get', mine)).data.State).toBe('cancelled');
    const late = await ask('/api/booking/cancel', mine, { 'accept-language': 'en' });
    expect(late).toMatchObject({
      code: 'appointment.not-possible',
      message: 'The car has arrived or the appointment has ended',
    });
    expect(await hour()).toMatchObject({ Left: 3 });
  });

  test('is let in by the booking', async () => {
    const { lot, Code } = await newPage();
    const own = driver();
    const { data } = await book(Code, { ...own, StartsAt: at(0) });
    await gate.see(lot.entry, own.Plate, 5);
    gate.at(5);
    expect((await ask('/api/booking/get', { Code: data.Code })).data.State).toBe('arrived');
  });

  test('concurrent bookings of an hour never exceed its quota', async () => {
    const { Code } = await newPage({ Quota: 5 });
    // Drivers share two connections and wait for one of them five seconds at most, which more calls could exceed on a slow machine.
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(Code)));
    expect(answers.filter((one) => one.state === 'success')).toHaveLength(5);
    expect(new Set(answers.flatMap((one) => one.code ?? []))).toEqual(new Set(['appointment.full']));
  });

  test('has a limited number of upcoming bookings per plate and mobile, also with concurrent calls', async () => {
    const { Code } = await newPage({ Quota: 50 });
    for (const same of [{ Plate: driver().Plate }, { DriverPhone: driver().DriverPhone }]) {
      const asked = [60, 120, 180, 240, 300].map((minute) => book(Code, { ...same, StartsAt: at(minute) }));
      const codes = (await Promise.all(asked)).map((one) => one.code ?? 'booked');
      expect(codes.sort()).toEqual(['booked', 'booked', 'booked', 'booking.too-many', 'booking.too-many']);
    }
  });

  test.each([
    ['an unknown code', (_: string) => book(`${user.tenantId}-notacodeatall`), 'booking.unknown-code'],
    ['what is no code', (_: string) => book("1' or 1=1"), 'booking.unknown-code'],
    ['an hour that is not open', (code: string) => book(code, { StartsAt: at(14 * 60) }), 'appointment.no-such-hour'],
    ['an hour that is over', (code: string) => book(code, { StartsAt: at(-60) }), 'appointment.too-late'],
    ['a day too far', (code: string) => book(code, { StartsAt: at(9 * 1440) }), 'appointment.too-early'],
    ['no plate', (code: string) => book(code, { Plate: 'ABC' }), 'vehicle-list.bad-plate'],
    ['no mobile', (code: string) => book(code, { DriverPhone: '123' }), 'kernel.bad-input'],
  ])('%s is refused', async (_, act, code) => {
    const page = await newPage();
    gate.at(0);
    expect((await act(page.Code)).code).toBe(code);
  });

  test('cannot book on a closed page; existing bookings stay', async () => {
    const { id, Code } = await newPage();
    const { data } = await book(Code);
    expect((await user.call('/api/bookingPage/update', { Id: id, IsOpen: false })).message).toBe('');
    expect((await book(Code)).code).toBe('booking.closed');
    expect((await ask('/api/booking/getPage', { Code })).data).toMatchObject({ IsOpen: false, Days: [], Slots: [] });
    expect((await ask('/api/booking/cancel', { Code: data.Code })).message).toBe('');
  });

  test('has a limit on calls per minute', async () => {
    const { Code } = await newPage({ Quota: 500 });
    const answers = [];
    // The minute is one of real time, and does not end in between.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    // From an address of its own: the next test file of this server may book within the same minute.
    const from = { method: 'POST', url: '/api/booking/book', remoteAddress: '10.2.0.1' } as const;
    for (let count = 0; count < 30; count += 1)
      answers.push(await server.product.app.inject({ ...from, payload: { Code, StartsAt: at(120), ...driver() } }));
    expect(answers.at(-1)).toMatchObject({ statusCode: 429 });
  });
});

test('a lot has one page; its code stays', async () => {
  const { lot, id, Code } = await newPage();
  expect((await user.call('/api/bookingPage/create', { LotId: lot.id })).state).toBe('fail');
  await user.call('/api/bookingPage/update', { Id: id, Notice: '满位时请走东门' });
  expect((await user.call('/api/bookingPage/get', { Id: id })).data.Code).toBe(Code);
});
