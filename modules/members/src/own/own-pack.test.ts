import { SetClock } from '@boyun/kernel/server';
import { newDriver, type TestDriver } from '@boyun/test-server/driver';
import { setFlow } from '@boyun/test-server/flow';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
});
afterAll(() => server?.stop());

const newMobile = () => `136${String(10_000_000 + nextNumber())}`;
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';

/** A customer with certified cars. */
async function withCars(...plates: readonly string[]): Promise<TestDriver> {
  const driver = await newDriver(server, shop.user, newMobile());
  for (const Plate of plates) {
    const { CarId } = (await driver.call('/api/app/car/add', { Plate })).data;
    await driver.upload('/api/app/car/addPicture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]), { CarId });
    await driver.call('/api/app/car/certify', { CarId });
    await shop.user.call('/api/member/car/approve', { CarId, Note: '行驶证一致' });
  }
  return driver;
}

const newRule = async (more: object = {}): Promise<string> =>
  (await shop.user.call('/api/packRule/create', { Name: `月卡${nextNumber()}`, Price: '310.00', ...more })).data.Id;
const packs = async (driver: TestDriver) => (await driver.call('/api/app/matters', { Kind: 'pack' })).data.Rows;
const buy = (driver: TestDriver, PackRuleId: string, Plates: readonly string[], more: object = {}) =>
  driver.call('/api/app/pack/buy', { PackRuleId, LotId: shop.lot.id, Plates, Day: '2026-03-04', ...more });

/** Buys a pack and pays it; returns its id. */
async function bought(driver: TestDriver, PackRuleId: string, plates: readonly string[]): Promise<string> {
  const { data, message } = await buy(driver, PackRuleId, plates);
  if (!data) throw new Error(message);
  await server.call('/api/payment/sandbox/pay', { Code: data.Path.replace('/pay/', ''), Outcome: 'success' });
  await server.until('the pack is paid', async () => (await packs(driver))[0]?.State === '有效');
  return (await packs(driver))[0].Id;
}

/** Decides the only pending request of a kind. */
async function decide(Kind: string, isApproved: boolean): Promise<void> {
  const { Rows } = (await shop.user.call('/api/review/getReviewList', { Kind, State: 'pending' })).data;
  const answer = await shop.user.call(`/api/review/${isApproved ? 'approve' : 'reject'}`, {
    ReviewIds: [Rows[0].Id],
    Note: '已核对',
  });
  if (answer.state !== 'success') throw new Error(answer.message);
}

test('a customer buys a pack on sale for a certified car: it takes effect when its money is there', async () => {
  const [plate, other] = [newPlate(), newPlate()];
  const driver = await withCars(plate);
  const [ruleId, free] = [await newRule(), await newRule({ Price: '0.00' })];
  const offers = (await driver.call('/api/app/pack/offers')).data;
  expect(offers).toMatchObject({ Today: '2026-03-04', Cars: [plate] });
  expect(offers.Offers).toMatchObject([{ Id: ruleId, Price: '310.00', Period: 'month' }]);
  expect(codeOf(await buy(driver, ruleId, [other]))).toBe('own-pack.not-certified');
  expect(codeOf(await buy(driver, free, [plate]))).toBe('pack.not-on-sale');
  // A repeated tap leads to the same payment; other values replace it.
  const [one, same] = [await buy(driver, ruleId, [plate]), await buy(driver, ruleId, [plate])];
  expect(same.data.Path).toBe(one.data.Path);
  expect(await packs(driver)).toMatchObject([{ State: '待支付' }]);
  const two = (await buy(driver, ruleId, [plate], { Count: 2 })).data.Path.replace('/pay/', '');
  expect((await server.call('/api/payment/getPayPage', { Code: two })).data).toMatchObject({ Due: '620.00' });
  await server.call('/api/payment/sandbox/pay', { Code: two, Outcome: 'success' });
  await server.until('the pack is paid', async () => (await packs(driver))[0].State === '有效');
  const [{ Id: PackId }] = await packs(driver);
  const shown = (await driver.call('/api/app/pack/get', { PackId })).data;
  expect(shown).toMatchObject({
    State: 'active',
    Plates: [plate],
    ValidUntil: '2026-05-03T16:00:00.000Z',
    PayPath: null,
  });
  const renewal = await server.call('/api/pack/renewal/get', { Code: shown.RenewPath.replace('/renew/', '') });
  expect(renewal.data).toMatchObject({ Plates: [plate] });
  expect(codeOf(await (await withCars()).call('/api/app/pack/get', { PackId }))).toBe('kernel.not-found');
});

test('a pack whose sale is reviewed waits for staff once it is paid', async () => {
  const plate = newPlate();
  const driver = await withCars(plate);
  const { data } = await buy(driver, await newRule({ HasReview: true }), [plate]);
  await server.call('/api/payment/sandbox/pay', { Code: data.Path.replace('/pay/', ''), Outcome: 'success' });
  await server.until('the pack is paid', async () => (await packs(driver))[0].State === '待审核');
  await decide('pack.sale', true);
  expect(await packs(driver)).toMatchObject([{ State: '有效' }]);
});

test('the owner asks for a change of plates to own certified cars; staff decides, and again after thirty days', async () => {
  const [plate, second, third] = [newPlate(), newPlate(), newPlate()];
  const driver = await withCars(plate, second, third);
  const PackId = await bought(driver, await newRule({ Period: 'year' }), [plate]);
  const change = (by: TestDriver, to: string) => by.call('/api/app/pack/changePlates', { PackId, Plates: [to] });
  const plates = async () => (await driver.call('/api/app/pack/get', { PackId })).data.Plates.join(' ');
  expect(codeOf(await change(driver, newPlate()))).toBe('own-pack.not-certified');
  expect(codeOf(await change(await withCars(newPlate()), second))).toBe('kernel.not-found');
  expect((await change(driver, second)).data).toEqual({ IsPending: true });
  expect(await plates()).toBe(plate);
  expect((await driver.call('/api/app/pack/get', { PackId })).data).toMatchObject({ IsAsked: true });
  expect(codeOf(await change(driver, third))).toBe('owner-plates.plates-under-review');
  await decide('pack.plates', false);
  expect((await change(driver, third)).data).toEqual({ IsPending: true });
  await decide('pack.plates', true);
  expect(await plates()).toBe(third);
  expect(codeOf(await change(driver, second))).toBe('owner-plates.changed-recently');
  // Without a level that decides, a change takes effect at once.
  await setFlow(server, shop.user, { Kind: 'pack.plates', IsEnabled: false });
  // The app is used in between, so that the phone stays signed in.
  for (const days of [20, 31]) {
    clock.set(new Date(START.getTime() + days * 86_400_000));
    await driver.call('/api/app/home');
  }
  expect((await change(driver, second)).data).toEqual({ IsPending: false });
  expect(await plates()).toBe(second);
});
