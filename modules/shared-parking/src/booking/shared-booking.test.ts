import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestShare } from '@boyun/test-server/share';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

// 09:00 in Shanghai, on a Wednesday.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let share: TestShare;
let owner: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true, isAlone: true });
  user = await server.newTenant('Shared spots');
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 500 });
  share = new TestShare(user, lot.id);
  await share.rule();
  owner = await share.owner();
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const drain = () => server.product.consumers.drain();
const broken = async () => {
  await drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const orderOf = async (Plate: string) => {
  const { Rows } = await share.make('/api/order/getOrderPage', { Plate });
  const { FeeLines } = await share.make('/api/order/getOrder', { OrderId: Rows[0].Id });
  return { ...Rows[0], FeeLines };
};
const cancel = (BookingId: string, Refund: string) =>
  user.call('/api/sharedBooking/cancel', { BookingId, Refund, Reason: '行程有变' });

describe('offers', () => {
  test('are found by place and time with the price of all of it; booked time is not', async () => {
    gate.at(0);
    const windows = [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }];
    const offer = await share.offer(owner, { Windows: windows, Hour: '1.00', DayCap: '6.00' });
    const find = async (from: number, until: number) =>
      (await share.make('/api/sharedBooking/find', { LotId: lot.id, FromAt: at(from), UntilAt: at(until) })).Spots.find(
        (one: { OfferId: string }) => one.OfferId === offer,
      );
    expect(await find(60, 540)).toMatchObject({ Hour: '1.00', DayCap: '6.00', Amount: '6.00' });
    // Until 18:15.
    expect(await find(60, 555)).toBeUndefined();
    await share.book(offer, at(120), at(180));
    expect(await find(60, 540)).toBeUndefined();
    expect(await find(180, 240)).toMatchObject({ Amount: '1.00' });
    expect(await find(60, 120)).toMatchObject({ Amount: '1.00' });
  });

  test('an owner who comes home early takes back only what nobody booked', async () => {
    gate.at(0);
    const offer = await share.offer(owner);
    const booking = await share.book(offer, at(120), at(240));
    const close = (from: number, until: number) =>
      user.call('/api/sharedOffer/except', {
        OfferId: offer,
        Kind: 'closed',
        FromAt: at(from),
        UntilAt: at(until),
        Note: '提前回家',
      });
    expect(codeOf(await close(180, 600))).toBe('shared-offer.booked');
    expect(codeOf(await close(240, 600))).toBe('done');
    const week = await share.make('/api/sharedOffer/getWeek', { OfferId: offer });
    expect(week.Open.slice(0, 2)).toMatchObject([{ UntilAt: at(240) }, { FromAt: at(600) }]);
    expect(week.Booked).toMatchObject([{ Id: booking }]);
    expect(codeOf(await user.call('/api/sharedBooking/book', share.order(offer, at(240), at(300))))).toBe(
      'shared-booking.not-offered',
    );
    const end = () => user.call('/api/sharedOffer/end', { OfferId: offer, Note: '不再共享' });
    expect(codeOf(await end())).toBe('shared-offer.booked');
    const Windows = [{ days: [3], from: '09:00', to: '12:00' }];
    const change = { OfferId: offer, Windows, Hour: '6.00', Reason: '缩短时段' };
    expect(codeOf(await user.call('/api/sharedOffer/change', change))).toBe('shared-offer.booked');
    expect(codeOf(await cancel(booking, '10.00'))).toBe('done');
    expect(codeOf(await end())).toBe('done');
  });

  test.each([
    ['an end before the start', 120, 60, 'shared-booking.bad-time'],
    ['no full quarter of an hour', 121, 180, 'shared-booking.bad-time'],
    ['the past', -30, 60, 'shared-booking.past'],
    ['too long', 60, 60 + 25 * 60, 'shared-booking.too-long'],
    ['too far ahead', 15 * 1440, 15 * 1440 + 60, 'shared-booking.too-early'],
  ])('cannot be booked for %s', async (_, from, until, code) => {
    gate.at(0);
    const offer = await share.offer(owner);
    expect(codeOf(await user.call('/api/sharedBooking/book', share.order(offer, at(from), at(until))))).toBe(code);
  });
});

describe('bookings of the same time', () => {
  test('200 at once for ten spots leave ten, and each spot is held once', async () => {
    gate.at(0);
    const offers: string[] = [];
    for (let count = 0; count < 10; count += 1) offers.push(await share.offer(owner));
    // They overlap in different ways, and all hold two hours from now.
    const orders = Array.from({ length: 200 }, (_, index) =>
      share.order(offers[index % 10]!, at(60 + 15 * (index % 4)), at(135 + 15 * (index % 3))),
    );
    const answers = await Promise.all(orders.map((one) => user.call('/api/sharedBooking/book', one)));
    expect(answers.filter((one) => one.state === 'success')).toHaveLength(10);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['done', 'shared-booking.taken']));
    const [row] = await server.product.kernel.database.system<{ spots: number }>(
      `select count(distinct offer_id)::int as spots from shared_booking where tenant_id = $1 and offer_id = any($2::uuid[]) and state = 'booked'`,
      [user.tenantId, offers],
    );
    expect(row).toEqual({ spots: 10 });
  });

  test('the database itself keeps two of one spot apart', async () => {
    gate.at(0);
    const offer = await share.offer(owner);
    const one = await share.book(offer, at(60), at(120));
    const next = await share.book(offer, at(120), at(180));
    const shift = (from: number, until: number) =>
      server.product.kernel.database
        .system('update shared_booking set from_at = $3, until_at = $4 where tenant_id = $1 and id = $2', [
          user.tenantId,
          next,
          at(from),
          at(until),
        ])
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
    expect(await shift(119, 180)).toBe('23P01');
    expect(await shift(121, 180)).toBe('done');
    await cancel(one, '5.00');
    expect(await shift(60, 180)).toBe('done');
  });
});

describe('money', () => {
  test('a stay in time costs nothing at the exit; its booking is split between owner, lot and platform', async () => {
    gate.at(0);
    const own = await share.owner();
    const offer = await share.offer(own);
    const Plate = '粤B12E34';
    const booking = await share.book(offer, at(60), at(180), { Plate });
    expect(await gate.see(lot.entry, Plate, 50)).toMatchObject({ decision: 'open' });
    await drain();
    expect(await share.row(booking)).toMatchObject({ State: 'arrived' });
    expect((await orderOf(Plate)).Standing).toBe('shared');
    expect(await gate.see(lot.exit, Plate, 194)).toMatchObject({ decision: 'open' });
    await drain();
    expect(await share.row(booking)).toMatchObject({
      State: 'left',
      OverstayMinutes: 0,
      Owner: '7.00',
      Lot: '2.00',
      Platform: '1.00',
    });
    expect(await share.balance(own)).toBe('7.00');
    expect(await broken()).toEqual([]);
  });

  test('an overstay is paid at the exit by its own lines, and its owner gets a part of it', async () => {
    gate.at(0);
    const own = await share.owner();
    const offer = await share.offer(own);
    const Plate = '粤B12E35';
    const booking = await share.book(offer, at(60), at(120), { Plate });
    await gate.see(lot.entry, Plate, 60);
    // 76 minutes late: two started hours at one and a half times the price.
    expect(await gate.see(lot.exit, Plate, 196)).toMatchObject({ decision: 'hold' });
    const order = await orderOf(Plate);
    expect(order).toMatchObject({ Fee: '15.00', Reduced: '0.00', Due: '15.00' });
    expect(order.FeeLines.map((one: { Zh: string; Amount: string }) => [one.Amount, one.Zh])).toEqual([
      ['0.00', expect.stringContaining('共享预订 03-04 10:00–03-04 11:00，已预付')],
      ['15.00', expect.stringContaining('共享车位超时')],
    ]);
    const paid = await user.call('/api/order/collectCash', { OrderId: order.Id, Amount: '15.00' });
    expect(codeOf(paid)).toBe('done');
    // The car goes in a transaction of its own.
    await server.until('the exit', async () => {
      await drain();
      return (await share.row(booking)).State === 'left';
    });
    expect(await share.row(booking)).toMatchObject({
      State: 'left',
      OverstayMinutes: 76,
      Overstay: '15.00',
      Owner: '14.00',
    });
    expect(await share.balance(own)).toBe('14.00');
    expect(await broken()).toEqual([]);
  });

  test('a cancellation refunds what was agreed, and splits what is kept', async () => {
    gate.at(0);
    const own = await share.owner();
    const offer = await share.offer(own);
    const early = await share.book(offer, at(120), at(240));
    const late = await share.book(offer, at(300), at(420));
    expect(codeOf(await cancel(early, '5.00'))).toBe('shared-booking.refund-changed');
    expect(codeOf(await cancel(early, '10.00'))).toBe('done');
    gate.at(250);
    expect(await share.detail(late)).toMatchObject({ CancelRefund: '5.00' });
    expect(codeOf(await cancel(late, '5.00'))).toBe('done');
    expect(codeOf(await cancel(late, '0.00'))).toBe('shared-booking.not-possible');
    expect(await share.balance(own)).toBe('3.50');
    expect(await broken()).toEqual([]);
    gate.at(0);
  });

  test('by phone the spot is held until it is paid, or released', async () => {
    gate.at(0);
    const offer = await share.offer(owner);
    const begin = async () => {
      const answer = await user.call(
        '/api/sharedBooking/book',
        share.order(offer, at(60), at(120), { Method: 'phone' }),
      );
      return { id: answer.data.BookingId as string, purchase: new TestPurchase(server, user, answer) };
    };
    const first = await begin();
    expect(codeOf(await user.call('/api/sharedBooking/book', share.order(offer, at(60), at(120))))).toBe(
      'shared-booking.taken',
    );
    await first.purchase.cancel();
    expect(await share.row(first.id)).toMatchObject({ State: 'expired' });
    const second = await begin();
    await second.purchase.simulate();
    await server.until('paid', async () => (await share.row(second.id)).State === 'booked');
    expect(await broken()).toEqual([]);
  });

  test('whoever does not come is not refunded', async () => {
    gate.at(0);
    const own = await share.owner();
    const booking = await share.book(await share.offer(own), at(15), at(75));
    gate.at(76);
    const { bookingsDue } = await import('./booking.jobs.ts');
    await bookingsDue.run(server.product.kernel);
    expect(await share.row(booking)).toMatchObject({ State: 'no-show', Owner: '3.50' });
    expect(await broken()).toEqual([]);
    gate.at(0);
  });
});

describe('a spot taken by a stranger', () => {
  test('is replaced by another one of the lot, or all the money goes back', async () => {
    const place = await gate.newLot({}, { Capacity: 500 });
    const other = new TestShare(user, place.id);
    await other.rule();
    const [own, spare] = [await other.owner({ Mobile: '13712340001' }), await other.owner({ Mobile: '13712340002' })];
    gate.at(0);
    const booking = await other.book(await other.offer(own), at(15), at(135), { Plate: '粤B77E01' });
    const taken = (Act: string) =>
      user.call('/api/sharedBooking/taken', { BookingId: booking, Act, Reason: '车位停有外来车' });
    gate.at(-30);
    expect(codeOf(await taken('move'))).toBe('shared-booking.not-yet');
    gate.at(20);
    expect(codeOf(await taken('move'))).toBe('shared-booking.none-free');
    await other.offer(spare);
    const { Spot } = (await taken('move')).data;
    expect(await other.row(booking)).toMatchObject({ Spot, State: 'booked', OwnerName: expect.any(String) });
    expect((await taken('refund')).data).toMatchObject({ Refund: '10.00' });
    expect(await other.row(booking)).toMatchObject({ State: 'cancelled', Refund: '10.00', Owner: '0.00' });
    expect(await broken()).toEqual([]);
    gate.at(0);
  });
});

describe('withdrawals', () => {
  test('leave the balance at once, are approved by a second person, and paid or returned', async () => {
    gate.at(0);
    const own = await share.owner();
    const booking = await share.book(await share.offer(own), at(15), at(615));
    gate.at(616);
    const { bookingsDue } = await import('./booking.jobs.ts');
    await bookingsDue.run(server.product.kernel);
    expect(await share.row(booking)).toMatchObject({ State: 'no-show' });
    expect(await share.balance(own)).toBe('35.00');
    const ask = (Amount: string, OwnerId = own) =>
      user.call('/api/ownerWithdrawal/ask', { OwnerId, Amount, Reason: '业主申请' });
    expect(codeOf(await ask('35.01'))).toBe('owner-withdrawal.too-much');
    expect(codeOf(await ask('1.00', await share.owner({ AccountNo: null })))).toBe('owner-withdrawal.no-account');
    const first = (await ask('20.00')).data;
    const second = (await ask('10.00')).data;
    expect(await share.balance(own)).toBe('5.00');
    expect(await broken()).toEqual([]);
    const give = (path: string, WithdrawalId: string, more: object) =>
      user.call(`/api/ownerWithdrawal/${path}`, { WithdrawalId, ...more });
    const pay = { PaidDay: '2026-03-04', BankNo: 'ZH1' };
    expect(codeOf(await give('confirm', first.WithdrawalId, { ...pay, PaidDay: '2026-03-06' }))).toBe(
      'owner-withdrawal.paid-later',
    );
    const file = await user.call('/api/ownerWithdrawal/file', {
      WithdrawalIds: [first.WithdrawalId, second.WithdrawalId],
    });
    expect(file.data.Url).toContain('withdrawals-');
    expect(codeOf(await give('confirm', first.WithdrawalId, pay))).toBe('done');
    expect(codeOf(await give('confirm', first.WithdrawalId, pay))).toBe('owner-withdrawal.not-open');
    expect(codeOf(await give('return', second.WithdrawalId, { Note: '账号有误' }))).toBe('done');
    expect(await share.balance(own)).toBe('15.00');
    expect(await broken()).toEqual([]);
    const { Rows } = await share.make('/api/sharedIncome/list', { OwnerId: own });
    expect(Rows.map((one: { Kind: string; Balance: string }) => [one.Kind, one.Balance])).toEqual([
      ['withdrawal-back', '15.00'],
      ['withdrawal', '5.00'],
      ['withdrawal', '15.00'],
      ['booking', '35.00'],
    ]);
    gate.at(0);
  });
});
