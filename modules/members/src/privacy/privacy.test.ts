import { SetClock } from '@boyun/kernel/server';
import { appOf, newDriver, type TestDriver } from '@boyun/test-server/driver';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, nextNumber, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { oldFiles } from './privacy.server.ts';
import { carryOut } from './privacy.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const MINUTE = 60_000;
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;
let driver: TestDriver;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
  driver = await newDriver(server, shop.user, `134${String(10_000_000 + nextNumber())}`);
  server.takeSent();
});
afterAll(() => server?.stop());

/** Carries out the requests that wait for their job. */
async function work(): Promise<void> {
  for (const data of server.takeSent<Record<string, unknown>>())
    if (data.requestId) await carryOut(server.product.kernel, data);
}
const requests = async () => (await driver.call('/api/app/privacy/list')).data.Requests;
const listed = async () => (await shop.user.call('/api/member/privacy/list')).data.Rows;

/** Asks for the deletion with the code that is sent to the own number. */
async function remove() {
  clock.set(new Date(clock.now().getTime() + MINUTE));
  const { CodeId, ShownCode: SmsCode } = (await driver.call('/api/app/privacy/sendCode')).data;
  return driver.call('/api/app/privacy/delete', { CodeId, SmsCode });
}

const TEXT = {
  TextZh: '我们为停车服务处理您的个人信息。'.repeat(5),
  TextEn: 'We use your data to serve you. '.repeat(3),
};

test('who signs in agrees to the text that holds; a new version is agreed to anew', async () => {
  const Tenant = await appOf(server, shop.user);
  const { data } = await server.call('/api/app/get', { Tenant });
  expect(data).toMatchObject({ ConsentVersion: 0, ConsentText: expect.stringContaining('个人信息') });
  expect((await driver.call('/api/app/home')).data.IsConsentNeeded).toBe(false);
  expect((await shop.user.call('/api/member/privacy/publish', TEXT)).data).toEqual({ Version: 1 });
  expect((await driver.call('/api/app/home')).data.IsConsentNeeded).toBe(true);
  expect((await driver.call('/api/app/giveConsent', { ConsentVersion: 0 })).code).toBe('consent.changed');
  await driver.call('/api/app/giveConsent', { ConsentVersion: 1 });
  expect((await driver.call('/api/app/home')).data.IsConsentNeeded).toBe(false);
  const { Versions } = (await shop.user.call('/api/member/privacy/getTexts')).data;
  expect(Versions).toMatchObject([
    { Version: 1, ConsentCount: 1 },
    { Version: 0, ConsentCount: 1 },
  ]);
});

test('a person gets a file of the own data, which nobody else can open', async () => {
  const plate = newPlate();
  await driver.call('/api/app/car/add', { Plate: plate });
  await driver.call('/api/app/privacy/askData');
  expect((await driver.call('/api/app/privacy/askData')).code).toBe('privacy.under-way');
  await work();
  const [done] = await requests();
  expect(done).toMatchObject({
    Kind: 'access',
    State: 'done',
    Report: expect.arrayContaining([
      expect.objectContaining({ TitleEn: 'Cars and their pictures', Count: 1, Outcome: 'given' }),
    ]),
  });
  const response = await fetch(server.url + done.File);
  const content = await response.json();
  expect(content).toMatchObject({ account: [{ mobile: driver.mobile }], cars: [{ plate }] });
  const other = await newDriver(server, shop.user, `134${String(10_000_000 + nextNumber())}`);
  expect((await other.call('/api/app/privacy/list')).data.Requests).toEqual([]);
});

test('an account is deleted by a job: what need not be kept is gone, the report says what is', async () => {
  const plate = newPlate();
  await driver.call('/api/app/car/add', { Plate: plate });
  expect((await remove()).state).toBe('success');
  expect((await driver.call('/api/app/home')).code).toBe('kernel.signed-out');
  await work();
  const [row] = await listed();
  expect(row).toMatchObject({ Kind: 'deletion', State: 'done', EnteredBy: null });
  const { Report } = (await shop.user.call('/api/member/privacy/get', { RequestId: row.Id })).data;
  const outcomes = Object.fromEntries(Report.map((one: Record<string, unknown>) => [one.TitleEn, one]));
  expect(outcomes).toMatchObject({
    Account: { Count: 1, Outcome: 'anonymous' },
    'Cars and their pictures': { Count: 1, Outcome: 'erased' },
    Consents: { Count: 1, Outcome: 'kept', BasisEn: expect.stringContaining('PIPL'), KeptUntil: '2029-12-31' },
  });
  expect(row.ErasedCount).toBe(
    Report.filter((one: { Outcome: string }) => one.Outcome !== 'kept').reduce(
      (sum: number, one: { Count: number }) => sum + one.Count,
      0,
    ),
  );
  const left = await server.product.kernel.database.system<{ text: string }>(
    `select row_to_json(c)::text as text from customer c where tenant_id = $1
     union all select row_to_json(a)::text from customer_car a where tenant_id = $1
     union all select row_to_json(s)::text from driver_session s where tenant_id = $1
     union all select row_to_json(x)::text from push_send x where tenant_id = $1
     union all select row_to_json(p)::text from privacy_request p where tenant_id = $1`,
    [shop.user.tenantId],
  );
  expect(left.map((one) => one.text).join()).not.toMatch(new RegExp(`${driver.mobile}|${plate}`));
  clock.set(new Date(clock.now().getTime() + MINUTE));
  expect((await newDriver(server, shop.user, driver.mobile)).isNew).toBe(true);
});

test('an account with a car inside or money left is not deleted', async () => {
  const lot = shop.lot.id;
  await shop.user.call('/api/wallet/create', { Mobile: driver.mobile, HolderName: '王', LotId: lot, Plates: '' });
  const { Rows } = (await shop.user.call('/api/wallet/list', { Mobile: driver.mobile })).data;
  await shop.user.call('/api/wallet/topUp', { WalletId: Rows[0].Id, Amount: '50.00', Method: 'cash' });
  expect((await remove()).code).toBe('privacy.has-money');
  expect((await driver.call('/api/app/home')).state).toBe('success');
});

test('staff enters a request for a person, and exports the file with password, reason and trace', async () => {
  const clerk = await server.newUser(shop.user, ['privacy.view', 'privacy.enter']);
  const given = { Mobile: driver.mobile, Kind: 'access', Note: '已回拨核实' };
  expect((await clerk.call('/api/member/privacy/enter', { ...given, Mobile: '13000000000' })).code).toBe(
    'privacy.no-customer',
  );
  const { data } = await clerk.call('/api/member/privacy/enter', given);
  await work();
  expect((await listed())[0]).toMatchObject({
    EnteredBy: expect.any(String),
    MaskedMobile: expect.stringContaining('****'),
  });
  const asked = { RequestId: data.RequestId, Reason: '交给本人' };
  expect((await clerk.call('/api/member/privacy/openFile', asked)).code).toBe('kernel.no-permission');
  const opened = await shop.user.call('/api/member/privacy/openFile', asked);
  expect(await (await fetch(server.url + opened.data.File)).json()).toMatchObject({
    account: [{ mobile: driver.mobile }],
  });
  const { Rows } = (await shop.user.call('/api/auditLog/list', { Action: 'privacy.exported' })).data;
  expect(Rows[0]).toMatchObject({ Subject: expect.stringContaining('****') });
  // The person sees it too; after a week the file is gone.
  expect(await requests()).toHaveLength(1);
  clock.set(new Date(clock.now().getTime() + 8 * 24 * 60 * MINUTE));
  await oldFiles.run(server.product.kernel);
  expect((await requests())[0].File).toBeNull();
});
