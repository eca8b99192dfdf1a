import { SetClock } from '@boyun/kernel/server';
import { newDriver, type TestDriver } from '@boyun/test-server/driver';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

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

const newMobile = () => `137${String(10_000_000 + nextNumber())}`;
const home = async (driver: TestDriver) => (await driver.call('/api/app/home')).data;
const matters = async (driver: TestDriver, Kind: string) => (await driver.call('/api/app/matters', { Kind })).data;

/** Adds a car to a driver's; `isCertified` by a clerk who has seen its picture. */
async function giveCar(driver: TestDriver, Plate: string, isCertified: boolean): Promise<string> {
  const { CarId } = (await driver.call('/api/app/car/add', { Plate })).data;
  if (!isCertified) return CarId;
  await driver.upload('/api/app/car/addPicture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]), { CarId });
  await driver.call('/api/app/car/certify', { CarId });
  const done = await shop.user.call('/api/member/car/approve', { CarId, Note: '行驶证一致' });
  if (done.state !== 'success') throw new Error(done.message);
  return CarId;
}

test('a certified car shows where it is parked, the fee so far with its lines, and the page that takes the money', async () => {
  const driver = await newDriver(server, shop.user, newMobile());
  const plate = newPlate();
  await giveCar(driver, plate, true);
  await shop.gate.see(shop.lot.entry, plate, 0);
  clock.set(new Date(START.getTime() + 150 * 60_000));
  const { Stays } = await home(driver);
  expect(Stays).toMatchObject([
    { Plate: plate, LotName: 'Lot1', LaneName: expect.stringMatching(/./), Fee: '9.00', Due: '9.00' },
  ]);
  expect(Stays[0].FeeLines.length).toBeGreaterThan(0);
  const Code = Stays[0].Path.replace('/pay/', '');
  expect((await server.call('/api/payment/getPayPage', { Code })).data).toMatchObject({ Plate: plate, Due: '9.00' });
});

test('whoever only claims a plate learns nothing of where it is, was, or what it owes', async () => {
  const [owner, stranger] = [
    await newDriver(server, shop.user, newMobile()),
    await newDriver(server, shop.user, newMobile()),
  ];
  const plate = newPlate();
  await giveCar(owner, plate, true);
  await giveCar(stranger, plate, false);
  await shop.stay(plate);
  await shop.gate.see(shop.lot.exit, plate, 4 * HOUR + 1);
  await shop.gate.see(shop.lot.entry, plate, 5 * HOUR);
  clock.set(new Date(START.getTime() + 6 * HOUR * 60_000));
  const told = [await home(stranger)];
  for (const kind of ['stay', 'invoice', 'message', 'pack', 'coupon', 'appointment', 'visit', 'feedback'])
    told.push(await matters(stranger, kind));
  expect(told[0]).toMatchObject({ Stays: [], Arrears: [], Cars: [{ Plate: plate, State: 'claimed' }] });
  expect(told.slice(1).flatMap((one) => one.Rows)).toEqual([]);
  expect(JSON.stringify(told)).not.toMatch(/Lot1|\/pay\/|\/invoice\//);
  expect((await home(owner)).Stays).toHaveLength(1);
});

test('a car that was taken back or moved shows nothing from that moment', async () => {
  const driver = await newDriver(server, shop.user, newMobile());
  const plate = newPlate();
  const CarId = await giveCar(driver, plate, true);
  await shop.gate.see(shop.lot.entry, plate, 0);
  expect((await home(driver)).Stays).toHaveLength(1);
  await shop.user.call('/api/member/car/revoke', { CarId, Note: '车辆已过户' });
  expect((await home(driver)).Stays).toEqual([]);
});

test('stays before the certification stay with whoever had the car; their debt is a sum without a page', async () => {
  const driver = await newDriver(server, shop.user, newMobile());
  const plate = newPlate();
  await shop.stay(plate);
  const order = await shop.order(plate);
  await server.product.kernel.database.system(
    `update parking_order set pay_state = 'arrears', parking_state = 'left', left_at = $3 where tenant_id = $1 and id = $2`,
    [shop.user.tenantId, order.id, new Date(START.getTime() + 4 * HOUR * 60_000)],
  );
  clock.set(new Date(START.getTime() + 6 * HOUR * 60_000));
  await giveCar(driver, plate, true);
  expect(await matters(driver, 'stay')).toMatchObject({ Rows: [] });
  expect((await home(driver)).Arrears).toEqual([{ Plate: plate, Count: 1, Sum: '12.00', Path: null }]);
});

test('a customer sees the wallet, coupons and messages of the own mobile and cars, and tops up by phone', async () => {
  const mobile = newMobile();
  const driver = await newDriver(server, shop.user, mobile);
  const other = await newDriver(server, shop.user, newMobile());
  const plate = newPlate();
  await shop.user.call('/api/wallet/create', { Mobile: mobile, HolderName: '王', LotId: shop.lot.id, Plates: '' });
  const coupon = { Name: '注册券', Effect: 'amount', Amount: '5.00', ValidDays: 30 };
  const CouponId = (await shop.user.call('/api/coupon/create', coupon)).data.Id;
  await shop.user.call('/api/userCoupon/grant', { CouponId, Mobiles: [mobile] });
  expect(await matters(driver, 'coupon')).toMatchObject({
    Rows: [{ Title: '注册券', Note: '减¥5.00 · 有效期至 2026-04-03' }],
  });
  expect(await matters(other, 'coupon')).toMatchObject({ Rows: [] });
  expect((await other.call('/api/app/wallet/topUp', { Amount: '50.00' })).code).toBe('own.no-wallet');
  const { Path } = (await driver.call('/api/app/wallet/topUp', { Amount: '50.00' })).data;
  const asked = await server.call('/api/payment/getPayPage', { Code: Path.replace('/pay/', '') });
  expect(asked.data).toMatchObject({ Due: '50.00', Purchase: { TitleZh: expect.stringContaining('钱包充值') } });
  const { Rows } = (await shop.user.call('/api/wallet/list', { Mobile: mobile })).data;
  await shop.user.call('/api/wallet/topUp', { WalletId: Rows[0].Id, Amount: '50.00', Method: 'cash' });
  expect(await matters(driver, 'wallet')).toMatchObject({ Head: '50.00', Rows: [{ Amount: '50.00' }] });
  await giveCar(driver, plate, true);
  await server.until('the message is there', async () => (await home(driver)).UnreadCount === 1);
  expect(await matters(driver, 'message')).toMatchObject({ Rows: [{ Title: `${plate} 已通过认证` }] });
  expect((await home(driver)).UnreadCount).toBe(0);
  expect(await matters(driver, 'nothing')).toBeNull();
});
