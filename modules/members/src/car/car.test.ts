import { SetClock } from '@boyun/kernel/server';
import { newDriver, type TestDriver } from '@boyun/test-server/driver';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { newPlate } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const clock = new SetClock(new Date('2026-03-02T01:00:00Z'));
let server: TestServer;
let tenant: TestUser;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const jpeg = (mark: number) => Buffer.from([0xff, 0xd8, 0xff, 0xe0, mark, mark, 0xff, 0xd9]);
const newCustomer = () => {
  made += 1;
  return newDriver(server, tenant, `135${String(made).padStart(8, '0')}`);
};
const addCar = async (driver: TestDriver, Plate: string) =>
  (await driver.call('/api/app/car/add', { Plate })).data.CarId as string;
const carOf = async (driver: TestDriver) => (await driver.call('/api/app/car/list')).data.Cars[0];

/** Adds a car and asks for its certification with a picture. */
async function claim(driver: TestDriver, plate: string): Promise<string> {
  const CarId = await addCar(driver, plate);
  const added = await driver.upload('/api/app/car/addPicture', jpeg(made), { CarId });
  expect(added.data.Pictures).toHaveLength(1);
  expect((await driver.call('/api/app/car/certify', { CarId })).data).toEqual({ State: 'pending' });
  return CarId;
}
const decide = (act: string, CarId: string, by = tenant) =>
  by.call(`/api/member/car/${act}`, { CarId, Note: '行驶证与车牌一致' });

test('a car is certified by a person who has seen the picture; a refusal is read by the customer', async () => {
  const driver = await newCustomer();
  const plate = newPlate();
  const CarId = await addCar(driver, plate.toLowerCase());
  expect((await driver.call('/api/app/car/certify', { CarId })).code).toBe('customer-car.picture-needed');
  await driver.upload('/api/app/car/addPicture', jpeg(1), { CarId });
  const again = await driver.upload('/api/app/car/addPicture', jpeg(1), { CarId });
  expect(again.data.Pictures).toHaveLength(1);
  expect((await driver.upload('/api/app/car/addPicture', Buffer.from('text'), { CarId })).code).toBe(
    'customer-car.no-picture',
  );
  await driver.call('/api/app/car/certify', { CarId });
  const inbox = (await tenant.call('/api/review/getReviewList', { State: 'pending' })).data.Rows;
  expect(inbox).toMatchObject([{ Subject: plate }]);
  await decide('reject', CarId);
  expect(await carOf(driver)).toMatchObject({ State: 'rejected', Note: '行驶证与车牌一致' });
  await driver.call('/api/app/car/certify', { CarId });
  expect((await decide('approve', CarId)).data).toMatchObject({ IsPending: false });
  expect(await carOf(driver)).toMatchObject({ Plate: plate, State: 'certified', IsDefault: true, Note: null });
  expect((await decide('approve', CarId)).code).toBe('customer-car.not-possible');
});

test('records of the operator prove a car at once, unless it is certified for somebody else', async () => {
  const [driver, thief] = [await newCustomer(), await newCustomer()];
  const plate = newPlate();
  const { data: lot } = await tenant.call('/api/parkLot/create', { Name: 'Lot', Code: 'LOT', Capacity: 9 });
  for (const { mobile } of [driver])
    await tenant.call('/api/wallet/create', { Mobile: mobile, HolderName: '王', LotId: lot.Id, Plates: plate });
  const CarId = await addCar(driver, plate);
  expect((await driver.call('/api/app/car/certify', { CarId })).data).toEqual({ State: 'certified' });
  const claimed = await addCar(thief, plate);
  expect((await thief.call('/api/app/car/certify', { CarId: claimed })).code).toBe('customer-car.picture-needed');
});

test('a car of another customer moves only when a second person agrees', async () => {
  const [former, next] = [await newCustomer(), await newCustomer()];
  const plate = newPlate();
  await decide('approve', await claim(former, plate));
  const CarId = await claim(next, plate);
  const shown = (await tenant.call('/api/member/car/getClaim', { CarId })).data;
  expect(shown).toMatchObject({ Pictures: [expect.any(String)], Others: [{ State: 'certified' }] });
  expect(shown.Others[0].Mobile).toContain('****');
  const clerk = await server.newUser(tenant, ['customer-car.decide', 'customer-car.list']);
  const asked = (await decide('approve', CarId, clerk)).data;
  expect(asked.IsPending).toBe(true);
  expect([(await carOf(former)).State, (await carOf(next)).State]).toEqual(['certified', 'pending']);
  const agreed = await tenant.call('/api/review/approve', { ReviewIds: [asked.ReviewId], Note: '同意' });
  expect(agreed.state).toBe('success');
  expect([(await carOf(former)).State, (await carOf(next)).State]).toEqual(['moved', 'certified']);
});

test('two decisions at once certify a plate for one customer', async () => {
  const [one, two] = [await newCustomer(), await newCustomer()];
  const plate = newPlate();
  const ids = [await claim(one, plate), await claim(two, plate)];
  await Promise.all(ids.map((id) => decide('approve', id)));
  const states = [(await carOf(one)).State, (await carOf(two)).State];
  expect(states.filter((state) => state === 'certified')).toHaveLength(1);
});

test('a customer reaches no car of another, and staff of another tenant none either', async () => {
  const [owner, stranger] = [await newCustomer(), await newCustomer()];
  const CarId = await claim(owner, newPlate());
  for (const act of ['certify', 'setUsual', 'remove'])
    expect([act, (await stranger.call(`/api/app/car/${act}`, { CarId })).code]).toEqual([act, 'kernel.not-found']);
  expect((await stranger.upload('/api/app/car/addPicture', jpeg(2), { CarId })).code).toBe('kernel.not-found');
  expect((await stranger.call('/api/app/car/list')).data.Cars).toEqual([]);
  const elsewhere = await server.newTenant();
  expect((await decide('approve', CarId, elsewhere)).code).toBe('kernel.not-found');
});

test('the usual car follows when it is removed, and a customer has ten cars at most', async () => {
  const driver = await newCustomer();
  const ids: string[] = [];
  for (let i = 0; i < 10; i += 1) ids.push(await addCar(driver, newPlate()));
  expect((await driver.call('/api/app/car/add', { Plate: newPlate() })).code).toBe('customer-car.too-many');
  await driver.call('/api/app/car/setUsual', { CarId: ids[3] });
  await driver.call('/api/app/car/remove', { CarId: ids[3] });
  const { Cars } = (await driver.call('/api/app/car/list')).data;
  expect(Cars).toHaveLength(9);
  expect(Cars.filter((one: { IsDefault: boolean }) => one.IsDefault)).toMatchObject([{ Id: ids[0] }]);
});
