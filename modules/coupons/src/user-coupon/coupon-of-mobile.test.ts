import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber, TestShop } from '@boyun/test-server/shop';
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

const newMobile = () => `138${String(10_000_000 + nextNumber())}`;

async function newCoupon(more: object = {}): Promise<string> {
  const given = { Name: `Coupon ${nextNumber()}`, Effect: 'amount', Amount: '5.00', ValidDays: 30, ...more };
  const answer = await shop.user.call('/api/coupon/create', given);
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.Id;
}

/** Registers a customer with cars; returns the id of the wallet. */
async function register(Mobile: string, plates: readonly string[], of = shop): Promise<string> {
  const wallet = { Mobile, HolderName: '王女士', LotId: of.lot.id, Plates: plates.join(' ') };
  const answer = await of.user.call('/api/wallet/create', wallet);
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.Id;
}
const grant = (CouponId: string, ...Mobiles: string[]) =>
  shop.user.call('/api/userCoupon/grant', { CouponId, Mobiles });
const coupons = async (filters: object = {}) => (await shop.user.call('/api/userCoupon/list', filters)).data.Rows;

test('a coupon of a mobile serves one of the cars of its customer, once', async () => {
  const [one, two, stranger] = [newPlate(), newPlate(), newPlate()];
  const mobile = newMobile();
  await register(mobile, [one, two]);
  expect((await grant(await newCoupon(), mobile)).data).toMatchObject({ GrantedCount: 1, Failed: [] });
  expect(await shop.stay(stranger)).toMatchObject({ reduced: 0 });
  const order = await shop.stay(one);
  expect(order).toMatchObject({ reduced: 5_00, due: 7_00 });
  // It is held for the first car.
  expect(await shop.stay(two)).toMatchObject({ reduced: 0 });
  expect(await coupons()).toMatchObject([{ State: 'held', Mobile: mobile, Plate: one }]);
  await shop.pay(order);
  expect(await coupons({ Mobile: mobile })).toMatchObject([
    { State: 'used', Plate: one, OrderId: order.id, Used: '5.00' },
  ]);
  expect(await coupons({ Plate: one })).toHaveLength(1);
  await shop.gate.see(shop.lot.exit, one, 4 * HOUR + 1);
  expect(await shop.stay(one, 6 * HOUR)).toMatchObject({ reduced: 0 });
});

test('two cars of a customer that leave at once share one coupon', async () => {
  const cars = [newPlate(), newPlate()];
  const lots = [shop.lot, await shop.gate.newLot({}, { Capacity: 50 })];
  const mobile = newMobile();
  await register(mobile, cars);
  await grant(await newCoupon(), mobile);
  for (const [index, plate] of cars.entries()) await shop.gate.see(lots[index]!.entry, plate, 0);
  shop.gate.at(4 * HOUR);
  await Promise.all(cars.map((plate, index) => shop.gate.see(lots[index]!.exit, plate, 4 * HOUR)));
  const orders = await Promise.all(cars.map((plate) => shop.order(plate)));
  expect(orders.map((order) => order.reduced).sort()).toEqual([0, 5_00]);
});

test('the quote of a waiting car gets cheaper when it is bound to a customer, and its promise outlives the bond', async () => {
  const [plate, mobile] = [newPlate(), newMobile()];
  await grant(await newCoupon(), mobile);
  const before = await shop.stay(plate);
  expect(before).toMatchObject({ due: 12_00 });
  const wallet = await register(mobile, [plate]);
  await server.until('the quote is renewed', async () => (await shop.order(plate)).due === 7_00);
  await shop.pay({ id: before.id, due: 7_00 });
  const { Version } = (await shop.user.call('/api/wallet/get', { Id: wallet })).data;
  await shop.user.call('/api/wallet/update', { Id: wallet, Version, Plates: '' });
  expect(await shop.gate.see(shop.lot.exit, plate, 4 * HOUR + 1)).toMatchObject({ decision: 'open' });
  expect(await coupons()).toMatchObject([{ State: 'used', Plate: plate, Used: '5.00' }]);
});

test('customers of another tenant, former mobiles and revoked coupons give nothing', async () => {
  const [plate, mobile] = [newPlate(), newMobile()];
  const other = await TestShop.open(server, clock, START);
  await register(mobile, [plate], other);
  await grant(await newCoupon(), mobile);
  // Neither here, where nobody has the car, nor there, where nobody has the coupon.
  expect(await shop.stay(plate)).toMatchObject({ reduced: 0 });
  expect(await other.stay(plate)).toMatchObject({ reduced: 0 });

  const [car, second] = [newPlate(), newMobile()];
  const wallet = await register(second, [car]);
  await grant(await newCoupon(), second);
  const { Version } = (await shop.user.call('/api/wallet/get', { Id: wallet })).data;
  const renumbered = newMobile();
  await shop.user.call('/api/wallet/update', { Id: wallet, Version, Mobile: renumbered });
  await server.product.consumers.drain();
  const [{ Id, Mobile }] = await coupons({ Mobile: renumbered });
  expect(Mobile).toBe(renumbered);
  await shop.user.call('/api/userCoupon/revoke', { Id, Reason: '发错' });
  expect(await shop.stay(car, 5 * HOUR)).toMatchObject({ reduced: 0 });
});

test('staff see what a car or a customer has, in their lots only', async () => {
  const [plate, mobile, other] = [newPlate(), newMobile(), newPlate()];
  const WalletId = await register(mobile, [plate, other]);
  await grant(await newCoupon({ LotIds: [shop.lot.id] }), mobile);
  await shop.user.call('/api/userCoupon/grant', { CouponId: await newCoupon(), Plates: [other] });
  await shop.pay(await shop.stay(plate));
  const ofCar = async (Plate: string, by = shop.user) => (await by.call('/api/userCoupon/getOfCar', { Plate })).data;
  expect(await ofCar(plate)).toMatchObject({
    UsableCount: 0,
    UsedCount: 1,
    Coupons: [{ State: 'used', Plate: plate }],
  });
  const whole = { UsableCount: 1, UsedCount: 1, OverCount: 0, Coupons: [{ Plate: other }, { Mobile: mobile }] };
  expect((await shop.user.call('/api/wallet/getCoupons', { WalletId })).data).toMatchObject(whole);
  const elsewhere = await shop.gate.newLot();
  const guard = await server.newUser(shop.user, ['user-coupon.list'], [elsewhere.id]);
  expect(await ofCar(plate, guard)).toMatchObject({ UsedCount: 0, Coupons: [] });
  expect(await guard.call('/api/wallet/getCoupons', { WalletId })).toMatchObject({ code: 'kernel.not-found' });
});

test('registering earns one coupon, whatever mobile or wallet comes later', async () => {
  const CouponId = await newCoupon();
  const rule = { Name: '注册送券', Occasion: 'registration', CouponId };
  expect(await shop.user.call('/api/couponRule/create', rule)).toMatchObject({ state: 'success' });
  const [plate, mobile] = [newPlate(), newMobile()];
  const wallet = await register(mobile, [plate]);
  await server.product.consumers.drain();
  expect(await coupons()).toMatchObject([{ Mobile: mobile, Plate: null, GotFrom: 7, State: 'granted' }]);
  expect(await shop.stay(plate)).toMatchObject({ reduced: 5_00 });
  const change = async (values: object) => {
    const { Version } = (await shop.user.call('/api/wallet/get', { Id: wallet })).data;
    await shop.user.call('/api/wallet/update', { Id: wallet, Version, ...values });
    await server.product.consumers.drain();
  };
  // The person gives the number up; the next customer with it is the same one to us.
  await change({ Plates: `${plate} ${newPlate()}` });
  await change({ Mobile: newMobile(), Plates: '' });
  await register(newMobile(), [newPlate()]);
  await server.product.consumers.drain();
  expect(await coupons()).toHaveLength(2);
});

test('strangers learn nothing of the customer, and mobiles of coupons that are over are forgotten', async () => {
  const [plate, mobile] = [newPlate(), newMobile()];
  await register(mobile, [plate]);
  await grant(await newCoupon({ ValidDays: 1 }), mobile);
  const { id } = await shop.stay(plate);
  const [row] = await server.product.kernel.database.system<{ code: string }>(
    'select pay_code as code from parking_order where tenant_id = $1 and id = $2',
    [shop.user.tenantId, id],
  );
  const { data } = await server.call('/api/payment/getPayPage', { Code: row!.code });
  expect(data).toMatchObject({ Due: '7.00', Reductions: [{ Amount: '5.00' }] });
  expect(JSON.stringify(data)).not.toContain(mobile.slice(-4));
  expect(JSON.stringify(data)).not.toContain('王女士');
  // Whoever types the plate at a fixed code sees the sum alone, and no coupon by name.
  const { Codes } = (await shop.user.call('/api/placeCode/show', { LotId: shop.lot.id })).data;
  const place = Codes[0].Path.replace('/place/', '');
  const found = (await server.call('/api/payment/place/find', { Code: place, Plate: plate })).data;
  const asStranger = (await server.call('/api/payment/getPayPage', { Code: found.Code })).data;
  expect(asStranger).toMatchObject({ IsStranger: true, Reductions: [{ Amount: '5.00', Zh: '优惠' }] });
  expect(JSON.stringify(asStranger)).not.toContain('Coupon ');
  const clerk = await server.newUser(shop.user, ['user-coupon.list']);
  const seen = (await clerk.call('/api/userCoupon/list')).data.Rows;
  expect(seen).toMatchObject([{ Mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` }]);

  const [unused] = [newMobile()];
  await grant(await newCoupon({ ValidDays: 1 }), unused);
  const before = new Date(START.getTime() + 100 * 24 * 3_600_000);
  const step = { tenantId: shop.user.tenantId, before, after: null, limit: 100, days: 30 };
  for (const kind of couponsServer.retained!) await kind.step(server.product.kernel, step);
  const left = await server.product.kernel.database.system(
    'select from user_coupon where tenant_id = $1 and mobile is not null',
    [shop.user.tenantId],
  );
  expect(left).toEqual([]);
});
