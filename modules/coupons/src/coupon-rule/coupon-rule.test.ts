import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { couponsServer } from '../server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
});
afterAll(() => server?.stop());

async function newRule(Occasion: string, coupon: object = {}): Promise<void> {
  const given = { Name: `Thanks ${Occasion}`, Effect: 'amount', Amount: '5.00', ValidDays: 30, ...coupon };
  const { data } = await shop.user.call('/api/coupon/create', given);
  const rule = { Name: `Rule ${Occasion}`, Occasion, CouponId: data.Id };
  expect(await shop.user.call('/api/couponRule/create', rule)).toMatchObject({ state: 'success' });
}
const granted = async (Plate: string) =>
  (await shop.user.call('/api/userCoupon/list', { Plate })).data.Rows as { State: string; GotFrom: number }[];

/** A stay that is paid and left. */
async function park(plate: string, at: number): Promise<void> {
  const order = await shop.stay(plate, at);
  if (order.due > 0) await shop.pay(order);
  await server.until('the car is out', async () => {
    const { data } = await shop.user.call('/api/order/getOrderPage', { Plate: plate });
    return data.Rows[0].ParkingState === 'left';
  });
  await server.product.consumers.drain();
}

test('the first stay of a car earns a coupon, which its next stay uses; it earns no second', async () => {
  await newRule('first-stay');
  const plate = newPlate();
  await park(plate, 0);
  expect(await granted(plate)).toMatchObject([{ State: 'granted', GotFrom: 7 }]);
  await park(plate, 10 * HOUR);
  expect(await granted(plate)).toMatchObject([{ State: 'used' }]);
});

test('a coupon that is used up or of another lot is not granted, and nothing else stops', async () => {
  const other = await shop.gate.newLot();
  await newRule('first-stay', { Stock: 1 });
  const [one, two] = [newPlate(), newPlate()];
  await park(one, 0);
  await park(two, 5 * HOUR);
  expect((await granted(one)).length).toBe(1);
  expect(await granted(two)).toEqual([]);
  const elsewhere = { Name: 'Elsewhere', Effect: 'free', ValidDays: 3, LotIds: [other.id] };
  const { data } = await shop.user.call('/api/coupon/create', elsewhere);
  await shop.user.call('/api/couponRule/create', { Name: 'Elsewhere', Occasion: 'first-stay', CouponId: data.Id });
  const three = newPlate();
  await park(three, 10 * HOUR);
  expect(await granted(three)).toEqual([]);
});

test('plates and mobiles of coupons that are over are masked after the term, others are kept', async () => {
  const { data } = await shop.user.call('/api/coupon/create', {
    Name: 'Claimed',
    Effect: 'free',
    ValidDays: 3,
    IsClaimable: true,
  });
  const { ClaimCode: Code } = (await shop.user.call('/api/coupon/get', { Id: data.Id })).data;
  await server.call('/api/couponClaim/claim', { Code, Plate: newPlate(), Mobile: '13800000001' });
  const rows = () =>
    server.product.kernel.database.system<{ plate: string; mobile: string | null }>(
      'select plate, mobile from user_coupon where tenant_id = $1',
      [shop.user.tenantId],
    );
  const mask = (before: Date) => {
    const step = { tenantId: shop.user.tenantId, before, after: null, limit: 100, days: 30 };
    return couponsServer.retained![0]!.step(server.product.kernel, step);
  };
  await mask(new Date(START.getTime() + 24 * 3_600_000));
  expect(await rows()).toMatchObject([{ mobile: '13800000001' }]);
  expect(await mask(new Date(START.getTime() + 100 * 24 * 3_600_000))).toMatchObject({ count: 1, isDone: true });
  expect(await rows()).toEqual([{ plate: '粤B****', mobile: null }]);
});

test('a paper coupon is refused', async () => {
  const paper = { Name: 'Paper', Effect: 'free', GrantType: 1, ValidDays: 3 };
  const { data } = await shop.user.call('/api/coupon/create', paper);
  const rule = { Name: 'Rule', Occasion: 'overpaid', CouponId: data.Id };
  expect(await shop.user.call('/api/couponRule/create', rule)).toMatchObject({ code: 'coupon-rule.paper' });
});
