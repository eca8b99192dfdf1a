import { SetClock } from '@boyun/kernel/server';
import { newDriver } from '@boyun/test-server/driver';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestShare } from '@boyun/test-server/share';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

// 09:00 in Shanghai, on a Wednesday.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let lot: TestLot;
let share: TestShare;
let door: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true, isAlone: true });
  user = await server.newTenant('Drivers of shared spots');
  const gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 500 });
  share = new TestShare(user, lot.id);
  door = await share.rule({ Notice: '请走西门' });
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
/** A phone at an address of its own: calls are limited per address. */
const ask = async (path: string, payload: object) => {
  made += 1;
  const response = await server.product.app.inject({
    method: 'POST',
    url: `/api/sharedSpot/${path}`,
    payload,
    remoteAddress: `10.3.0.${made}`,
  });
  return response.json();
};
const codeOf = (answer: { code?: string }) => answer.code ?? 'done';
const car = () => ({ Plate: `粤B${70_000 + made}`, Mobile: `1350000${String(1000 + made)}` });
const ownerCode = async (Id: string) => (await share.make('/api/spotOwner/get', { Id })).Code as string;

describe('a driver who is not signed in', () => {
  test('finds a spot, books and pays it, and cancels it, which frees the spot', async () => {
    const owner = await share.owner();
    await share.offer(owner, { Hour: '3.00' });
    const time = { FromAt: at(120), UntilAt: at(240) };
    const page = async () => (await ask('getPage', { Code: door, ...time })).data;
    expect(await page()).toMatchObject({
      LotId: lot.id,
      IsOpen: true,
      Notice: '请走西门',
      Spots: [{ Hour: '3.00', Amount: '6.00' }],
    });
    const [{ OfferId }] = (await page()).Spots;
    const booked = await ask('book', { Code: door, OfferId, ...time, ...car() });
    expect(booked.message).toBe('');
    const { Code, Path } = booked.data;
    expect((await page()).Spots).toEqual([]);
    expect((await ask('getBooking', { Code })).data).toMatchObject({ State: 'unpaid', Amount: '6.00', PayPath: Path });
    const paid = await server.call('/api/payment/sandbox/pay', { Code: Path.split('/').at(-1), Outcome: 'success' });
    expect(paid.message).toBe('');
    await server.until('paid', async () => (await ask('getBooking', { Code })).data.State === 'booked');
    expect((await ask('getBooking', { Code })).data).toMatchObject({
      PayPath: null,
      CancelRefund: '6.00',
      CanReport: false,
    });
    expect(codeOf(await ask('cancel', { Code, Refund: '6.00' }))).toBe('done');
    expect((await ask('getBooking', { Code })).data).toMatchObject({ State: 'cancelled', Refund: '6.00' });
    expect((await page()).Spots).toHaveLength(1);
  });

  test('learns nothing about bookings of others, and holds no more than three spots', async () => {
    const owner = await share.owner();
    const offers: string[] = [];
    for (let count = 0; count < 5; count += 1) offers.push(await share.offer(owner));
    const time = { FromAt: at(600), UntilAt: at(660) };
    const victim = car();
    expect(codeOf(await ask('book', { Code: door, OfferId: offers[0], ...time, ...victim }))).toBe('done');
    // Another mobile is not told that the plate has a booking; its own is.
    const stranger = { Plate: victim.Plate, Mobile: '13511112222' };
    expect(codeOf(await ask('book', { Code: door, OfferId: offers[1], ...time, ...stranger }))).toBe('done');
    expect(codeOf(await ask('book', { Code: door, OfferId: offers[2], ...time, ...victim }))).toBe(
      'shared-booking.booked-already',
    );
    for (const [index, OfferId] of offers.slice(2, 4).entries())
      expect(
        codeOf(
          await ask('book', {
            Code: door,
            OfferId,
            FromAt: at(900),
            UntilAt: at(960),
            Plate: `粤B7777${index}`,
            Mobile: victim.Mobile,
          }),
        ),
      ).toBe('done');
    const fourth = {
      Code: door,
      OfferId: offers[4],
      FromAt: at(900),
      UntilAt: at(960),
      Plate: '粤B77779',
      Mobile: victim.Mobile,
    };
    expect(codeOf(await ask('book', fourth))).toBe('shared-door.too-many');
    for (const Code of ['nonsense', `${user.tenantId}-0123456789abcdef`])
      for (const path of ['getPage', 'getBooking', 'getOwner'])
        expect(codeOf(await ask(path, { Code }))).toBe('shared-door.unknown-code');
  });
});

describe('a customer of the app', () => {
  test('finds the bookings and spots of the proven mobile, and nobody else’s', async () => {
    const owner = await share.owner();
    const offer = await share.offer(owner);
    const { Mobile } = await share.make('/api/spotOwner/get', { Id: owner });
    const guest = { Mobile: '13544440001', Plate: '粤B66601' };
    const time = { FromAt: at(1500), UntilAt: at(1560) };
    const { Code } = (await ask('book', { Code: door, OfferId: offer, ...time, ...guest })).data;
    const shown = async (mobile: string) => {
      const driver = await newDriver(server, user, mobile);
      return (await driver.call('/api/app/matters', { Kind: 'share' })).data;
    };
    expect(await shown(guest.Mobile)).toMatchObject({
      Acts: [{ Path: `/share/${door}` }],
      Rows: [{ Note: guest.Plate, State: '待支付', Path: `/shared/${Code}` }],
    });
    expect(await shown(Mobile)).toMatchObject({ Acts: [{}, { Path: `/spots/${await ownerCode(owner)}` }], Rows: [] });
    expect(await shown('13544440002')).toMatchObject({ Acts: [{ Path: `/share/${door}` }], Rows: [] });
  });

  test('books with an own car and the proven mobile, and is told of no booking of strangers', async () => {
    const owner = await share.owner();
    const [OfferId, other] = [await share.offer(owner), await share.offer(owner)];
    const driver = await newDriver(server, user, '13544440003');
    await driver.call('/api/app/car/add', { Plate: '粤B66603', PlateColor: 1 });
    await driver.call('/api/app/car/add', { Plate: '粤B66604', PlateColor: 1 });
    const given = (await driver.call('/api/app/share/driver')).data;
    expect(given).toEqual({ MobileMark: '135****0003', Plates: ['粤B66603', '粤B66604'] });
    const time = { FromAt: at(1800), UntilAt: at(1860) };
    const book = (Plate: string, offer = OfferId) =>
      driver.call('/api/app/share/book', { OfferId: offer, ...time, Plate, Mobile: '13500000000' });
    const { Code, Path } = (await book('粤B66603')).data;
    expect((await ask('getBooking', { Code })).data).toMatchObject({
      Plate: '粤B66603',
      State: 'unpaid',
      PayPath: Path,
    });
    const { Rows } = await share.make('/api/sharedBooking/list', { Plate: '粤B66603' });
    expect(Rows).toMatchObject([{ Mobile: '13544440003' }]);
    expect(codeOf(await book('粤B66603', other))).toBe('shared-booking.booked-already');
    expect(codeOf(await book('粤B66604'))).toBe('shared-booking.taken');
    const stranger = { Plate: '粤B66605', Mobile: '13544440004' };
    expect(codeOf(await ask('book', { Code: door, OfferId: await share.offer(owner), ...time, ...stranger }))).toBe(
      'done',
    );
    expect(codeOf(await book('粤B66605', other))).toBe('done');
    expect((await server.call('/api/app/share/driver')).status).toBe(401);
    expect(codeOf(await user.call('/api/app/share/driver'))).not.toBe('done');
  });
});

describe('an owner with the own page', () => {
  test('asks that a spot is shared, which staff decides; takes time back; touches no spot of others', async () => {
    const Code = await ownerCode(await share.owner());
    await share.make('/api/parkSpot/create', { Number: 'OWN-1', LotId: lot.id, Kind: 'shared' });
    const offer = { Code, Windows: [{ days: [3], from: '09:00', to: '18:00' }], Hour: '4.00', DayCap: null };
    expect(codeOf(await ask('offer', { ...offer, Spot: 'NONE' }))).toBe('shared-offer.no-such-spot');
    expect(codeOf(await ask('offer', { ...offer, Spot: 'OWN-1' }))).toBe('done');
    const page = async () => (await ask('getOwner', { Code })).data;
    const [{ Id: OfferId, State }] = (await page()).Offers;
    expect(State).toBe('asked');
    const close = (of: string) =>
      ask('except', { Code: of, OfferId, Kind: 'closed', FromAt: at(300), UntilAt: at(600) });
    expect(codeOf(await close(Code))).toBe('shared-offer.not-possible');
    await share.make('/api/sharedOffer/decide', { OfferId, IsAccepted: true, Note: '已核对' });
    expect(codeOf(await close(Code))).toBe('done');
    expect(codeOf(await close(await ownerCode(await share.owner())))).toBe('shared-door.unknown-code');
    const [shown] = (await page()).Offers;
    expect(shown).toMatchObject({ State: 'open', Exceptions: [{ Kind: 'closed', FromAt: at(300), UntilAt: at(600) }] });
    const ExceptionId = shown.Exceptions[0].Id;
    expect(codeOf(await ask('removeException', { Code, OfferId, ExceptionId }))).toBe('done');
    expect((await page()).Offers[0].Exceptions).toEqual([]);
  });

  test('whose spot staff takes on shares it once a second person agrees, where a flow asks for one', async () => {
    const own = await server.newTenant('Approved spots');
    const gate = new TestGate(server, own, clock, START);
    const place = await gate.newLot({}, { Capacity: 5 });
    const shared = new TestShare(own, place.id);
    await shared.rule({});
    await setFlow(server, own, { Kind: 'shared-offer.publish' });
    const second = await server.newUser(own, ['review.list', 'review.decide', 'shared-offer.list']);
    const Code = (await shared.make('/api/spotOwner/get', { Id: await shared.owner() })).Code as string;
    const askFor = async (Spot: string) => {
      await shared.make('/api/parkSpot/create', { Number: Spot, LotId: place.id, Kind: 'shared' });
      const Windows = [{ days: [3], from: '09:00', to: '18:00' }];
      expect(codeOf(await ask('offer', { Code, Windows, Hour: '4.00', DayCap: null, Spot }))).toBe('done');
      const offers = async () =>
        (await ask('getOwner', { Code })).data.Offers as { Id: string; Spot: string; State: string }[];
      return async () => (await offers()).find((one) => one.Spot === Spot)!;
    };
    const decide = async (OfferId: string, IsAccepted: boolean) =>
      (await own.call('/api/sharedOffer/decide', { OfferId, IsAccepted, Note: '已核对' })).data;
    const offer = await askFor('A-1');
    const asked = await decide((await offer()).Id, true);
    expect(asked.IsPending).toBe(true);
    expect((await offer()).State).toBe('pending');
    await second.call('/api/review/approve', { ReviewIds: [asked.ReviewId], Note: '同意' });
    expect((await offer()).State).toBe('open');
    const refused = await askFor('A-2');
    expect(await decide((await refused()).Id, false)).toMatchObject({ IsPending: false });
    expect((await refused()).State).toBe('rejected');
  });

  test('withdraws no more than the balance; staff accepts it', async () => {
    const owner = await share.owner();
    const Code = await ownerCode(owner);
    expect(codeOf(await ask('withdraw', { Code, Amount: '1.00' }))).toBe('owner-withdrawal.too-much');
    const booking = await share.book(await share.offer(owner), at(60), at(120));
    clock.set(new Date(START.getTime() + 61 * 60_000));
    await share.make('/api/sharedBooking/cancel', { BookingId: booking, Refund: '0.00', Reason: '开始后取消' });
    clock.set(START);
    expect(codeOf(await ask('withdraw', { Code, Amount: '3.50' }))).toBe('done');
    expect((await ask('getOwner', { Code })).data).toMatchObject({
      Balance: '0.00',
      Earned: '3.50',
      Withdrawals: [{ State: 'asked', Amount: '3.50' }],
    });
    const { Rows } = await share.make('/api/ownerWithdrawal/list', { OwnerId: owner });
    await share.make('/api/ownerWithdrawal/accept', { WithdrawalId: Rows[0].Id, Reason: '同意' });
    expect((await ask('getOwner', { Code })).data.Withdrawals[0].State).toBe('approved');
  });
});
