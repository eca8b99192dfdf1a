import type { Report } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { followFigures } from '@boyun/test-server/linked-rows';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { couponReport } from '../user-coupon/user-coupon.contract.ts';

/** A lot of `TestGate` charges 3 yuan for each started hour. */
const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 50 });
});
afterAll(() => server?.stop());

const next = () => {
  count += 1;
  return count;
};
const newPlate = () => `粤B6${String(next()).padStart(4, '0')}`;

async function newCoupon(body: object): Promise<string> {
  const answer = await user.call('/api/coupon/create', { Name: `Coupon ${next()}`, ValidDays: 30, ...body });
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.Id;
}
const grant = (CouponId: string, ...Plates: string[]) =>
  user.call('/api/userCoupon/grant', { CouponId, Plates, GotFrom: 5 });
const granted = async (filters: object = {}) => (await user.call('/api/userCoupon/list', filters)).data.Rows;

/** Drives a car in and after four hours, for 12 yuan, to the exit; returns its order. */
async function stay(plate: string, at = 0) {
  await gate.see(lot.entry, plate, at);
  await gate.see(lot.exit, plate, at + 4 * HOUR);
  const [order] = await server.product.kernel.database.system<{ id: string; due: number; reduced: number }>(
    `select id, due_fen as due, reduced_fen as reduced from parking_order
     where tenant_id = $1 and plate = $2 order by entered_at desc limit 1`,
    [user.tenantId, plate],
  );
  return order!;
}
const pay = ({ id, due }: { id: string; due: number }) =>
  user.call('/api/order/collectCash', { OrderId: id, Amount: (due / 100).toFixed(2) });

test('a coupon of a plate applies at the exit once, and its record says where', async () => {
  const plate = newPlate();
  const coupon = await newCoupon({ Effect: 'amount', Amount: '5.00' });
  expect((await grant(coupon, plate)).data).toMatchObject({ GrantedCount: 1, Failed: [] });
  const order = await stay(plate);
  expect(order).toMatchObject({ reduced: 5_00, due: 7_00 });
  expect(await granted()).toMatchObject([{ State: 'held', IsUsed: false }]);
  await pay(order);
  expect(await granted()).toMatchObject([
    { State: 'used', IsUsed: true, Used: '5.00', LotId: lot.id, OrderId: order.id },
  ]);
  expect((await user.call('/api/coupon/get', { Id: coupon })).data).toMatchObject({
    GrantedCount: 1,
    UsedCount: 1,
    Used: '5.00',
  });
  await gate.see(lot.exit, plate, 4 * HOUR + 1);
  expect(await stay(plate, 6 * HOUR)).toMatchObject({ reduced: 0 });
});

test('a coupon that a prepayment used stays used when the car leaves later and owes more', async () => {
  const plate = newPlate();
  await grant(await newCoupon({ Effect: 'amount', Amount: '5.00' }), plate);
  await gate.see(lot.entry, plate, 0);
  gate.at(4 * HOUR);
  const [order] = await server.product.kernel.database.system<{ id: string }>(
    'select id from parking_order where tenant_id = $1 and plate = $2',
    [user.tenantId, plate],
  );
  expect(await pay({ id: order!.id, due: 7_00 })).toMatchObject({ state: 'success' });
  expect(await gate.see(lot.exit, plate, 6 * HOUR)).toMatchObject({ decision: 'hold' });
  expect(await granted()).toMatchObject([{ State: 'used', Used: '5.00', OrderId: order!.id }]);
  expect(await pay({ id: order!.id, due: 3_00 })).toMatchObject({ state: 'success' });
  expect(await granted()).toMatchObject([{ State: 'used', Used: '5.00' }]);
});

test('the best coupon of a stay applies; those that combine add up', async () => {
  const plate = newPlate();
  const small = await newCoupon({ Effect: 'amount', Amount: '2.00' });
  const large = await newCoupon({ Effect: 'percent', Percent: 50 });
  await grant(small, plate);
  await grant(large, plate);
  expect(await stay(plate)).toMatchObject({ reduced: 6_00 });
  const other = newPlate();
  for (const Amount of ['2.00', '3.00'])
    await grant(await newCoupon({ Effect: 'amount', Amount, IsStackable: true }), other);
  expect(await stay(other)).toMatchObject({ reduced: 5_00 });
});

test('says which plates cannot have a coupon, and keeps to its stock', async () => {
  const [one, two] = [newPlate(), newPlate()];
  const coupon = await newCoupon({ Effect: 'free', Stock: 2, PerPlate: 1 });
  await grant(coupon, one);
  expect((await grant(coupon, one, two, 'nonsense')).data).toMatchObject({
    GrantedCount: 1,
    Failed: [
      { Plate: 'NONSENSE', Reason: '不是有效的车牌' },
      { Plate: one, Reason: '每车每人限领1张' },
    ],
  });
  expect(await grant(coupon, newPlate())).toMatchObject({ state: 'fail', message: '优惠券只剩0张' });
  const last = await newCoupon({ Effect: 'free', Stock: 1 });
  const both = await Promise.all([grant(last, newPlate()), grant(last, newPlate())]);
  expect(both.map((answer) => answer.state).sort()).toEqual(['fail', 'success']);
});

test('a paper coupon works once, for the plate it was redeemed for', async () => {
  const coupon = await newCoupon({ Effect: 'free', GrantType: 1 });
  expect(await grant(coupon, newPlate())).toMatchObject({ state: 'fail' });
  const { Codes } = (await user.call('/api/userCoupon/print', { CouponId: coupon, Count: 3 })).data;
  expect(new Set(Codes).size).toBe(3);
  const [plate, other] = [newPlate(), newPlate()];
  const redeem = (Code: string, Plate: string) => user.call('/api/userCoupon/redeem', { Code, Plate });
  expect(await redeem(Codes[0].toLowerCase(), plate)).toMatchObject({ state: 'success' });
  expect(await redeem(Codes[0], other)).toMatchObject({ state: 'fail', message: '券码无效，或已使用、过期' });
  expect(await redeem('WRONGCODE234', other)).toMatchObject({ state: 'fail', message: '券码无效，或已使用、过期' });
  expect(await stay(plate)).toMatchObject({ reduced: 12_00, due: 0 });
  expect(await granted({ IsUsed: 'true' })).toMatchObject([{ Plate: plate, State: 'used', GotFrom: 6, GrantType: 1 }]);
});

test('a driver claims a coupon with plate and mobile number, as often as a person may', async () => {
  const coupon = await newCoupon({ Effect: 'amount', Amount: '4.00', IsClaimable: true, Stock: 3 });
  const { ClaimCode: Code, Version } = (await user.call('/api/coupon/get', { Id: coupon })).data;
  expect((await server.call('/api/couponClaim/get', { Code })).data).toMatchObject({ IsPerPerson: true });
  const claim = (Plate: string, Mobile: string, agent = 'MicroMessenger') =>
    server.call('/api/couponClaim/claim', { Code, Plate, Mobile }, { 'user-agent': agent });
  const plate = newPlate();
  expect((await claim(plate, '13800000001')).data).toMatchObject({ Plate: plate });
  expect(await claim(plate, '13800000002')).toMatchObject({ code: 'coupon.claimed-already' });
  expect(await claim(newPlate(), '13800000001')).toMatchObject({ code: 'coupon.claimed-already' });
  expect(await claim(newPlate(), '12345')).toMatchObject({ code: 'coupon.bad-mobile' });
  const both = await Promise.all([claim(newPlate(), '13800000003', ''), claim(newPlate(), '13800000004', '')]);
  expect(both.map((one) => one.state)).toEqual(['success', 'success']);
  expect(await claim(newPlate(), '13800000005')).toMatchObject({ code: 'coupon.out-of-stock' });
  expect((await granted({ Plate: plate }))[0]).toMatchObject({ GotFrom: 3, Mobile: expect.stringMatching(/^138/) });
  expect(await stay(plate)).toMatchObject({ reduced: 4_00 });
  await user.call('/api/coupon/update', { Id: coupon, Version, IsClaimable: false });
  expect(await server.call('/api/couponClaim/get', { Code })).toMatchObject({ code: 'coupon.unknown-code' });
  await expect(newCoupon({ Effect: 'free', GrantType: 1, IsClaimable: true })).rejects.toThrow('纸质券不能扫码领取');
});

test('a driver uses a coupon on paper by its address, or on the page of the stay', async () => {
  const coupon = await newCoupon({ Effect: 'amount', Amount: '5.00', GrantType: 1 });
  const { Codes, Address } = (await user.call('/api/userCoupon/print', { CouponId: coupon, Count: 2 })).data;
  const [first, second] = Codes as string[];
  const Code = `${Address}${first}`.replace(/^.*\/coupon\//, '');
  const plate = newPlate();
  expect((await server.call('/api/couponClaim/get', { Code })).data).toMatchObject({ IsPerPerson: false });
  expect(await server.call('/api/couponClaim/claim', { Code, Plate: plate })).toMatchObject({ state: 'success' });
  expect(await server.call('/api/couponClaim/claim', { Code, Plate: newPlate() })).toMatchObject({ state: 'fail' });
  const order = await stay(plate);
  expect(order).toMatchObject({ reduced: 5_00 });

  const other = newPlate();
  const held = await stay(other, 5 * HOUR);
  const [found] = await server.product.kernel.database.system<{ code: string }>(
    'select pay_code as code from parking_order where tenant_id = $1 and id = $2',
    [user.tenantId, held.id],
  );
  const payCode = found!.code;
  const page = async () => (await server.call('/api/payment/getPayPage', { Code: payCode })).data;
  expect(await page()).toMatchObject({ Due: '12.00', CanUseCoupon: true });
  const apply = (CouponCode: string) => server.call('/api/payment/applyCoupon', { Code: payCode, CouponCode });
  expect(await apply(first!)).toMatchObject({ code: 'coupon.unknown-code' });
  expect(await apply(second!.toLowerCase())).toMatchObject({ state: 'success' });
  expect(await page()).toMatchObject({ Due: '7.00', Reductions: [{ Amount: '5.00' }] });
  expect(await pay({ id: held.id, due: 7_00 })).toMatchObject({ state: 'success' });
  await gate.see(lot.exit, other, 9 * HOUR + 1);
  expect(await page()).toMatchObject({ CanUseCoupon: false });
  expect(await apply(second!)).toMatchObject({ code: 'payment.no-coupon-now' });
});

test('the report counts by coupon and source', async () => {
  const coupon = await newCoupon({ Effect: 'amount', Amount: '3.00' });
  const plate = newPlate();
  await grant(coupon, plate, newPlate());
  await pay(await stay(plate));
  const { data } = await user.call('/api/userCoupon/getReport', { CouponId: coupon });
  expect(data.Rows).toMatchObject([
    { GotFrom: 5, GrantedCount: 2, UsedCount: 1, OpenCount: 1, ExpiredCount: 0, RevokedCount: 0, Used: '3.00' },
  ]);
  expect(data.Totals).toMatchObject({ GrantedCount: 2, UsedCount: 1, Used: '3.00' });
  const { shown, found } = await followFigures(user, couponReport as unknown as Report);
  expect(shown).toHaveLength(4);
  expect(found).toEqual(shown);
});

test('a revoked coupon does not apply, a used one cannot be revoked, an expired one is over', async () => {
  const plate = newPlate();
  const coupon = await newCoupon({ Effect: 'free', ValidDays: 1 });
  await grant(coupon, plate);
  const [{ Id }] = await granted({ Plate: plate });
  const revoke = (id: string) => user.call('/api/userCoupon/revoke', { Id: id, Reason: '发错' });
  expect(await revoke(Id)).toMatchObject({ state: 'success' });
  expect(await stay(plate)).toMatchObject({ reduced: 0 });
  const used = newPlate();
  await grant(coupon, used);
  expect(await stay(used, 5 * HOUR)).toMatchObject({ reduced: 12_00 });
  expect(await revoke((await granted({ Plate: used }))[0].Id)).toMatchObject({ state: 'fail' });
  const late = newPlate();
  const ValidUntil = new Date(START.getTime() + 7 * HOUR * 60_000).toISOString();
  gate.at(5 * HOUR);
  await grant(await newCoupon({ Effect: 'free', ValidDays: undefined, ValidUntil }), late);
  expect(await stay(late, 5 * HOUR)).toMatchObject({ reduced: 0 });
  expect(await granted({ State: 'expired' })).toMatchObject([{ Plate: late }]);
});

test.each<[body: object, message: string]>([
  [{ Effect: 'amount' }, '请填写“优惠金额”'],
  [{ Effect: 'free', Minutes: 5 }, '该优惠方式不填写“优惠时长（分）”'],
  [
    { Effect: 'free', ValidUntil: new Date(START.getTime() + 1).toISOString() },
    '请填写失效时间，或领取后有效天数，二选一',
  ],
])('refuses %j', async (body, message) => {
  await expect(newCoupon(body)).rejects.toThrow(message);
});
