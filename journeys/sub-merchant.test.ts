import { nowMs } from '@boyun/test-server/time';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PASSWORD, savePicture, sharedBrowser, visitSignedIn } from './browser.ts';
import { follow, pathOf, rowOf, shown } from './shell-visit.ts';
import { startWorld, type World } from './world.ts';

const [OWN, OTHER] = ['粤B66001', '粤B66002'];
const DAY_MS = 24 * 3_600_000;
/** A day of the lots, which are in the zone of Shanghai. */
const dayFromNow = (days: number) => new Date(nowMs() + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);

let world: World;
let browser: Browser;

/** Two lots of two sub-merchants, each with a car that paid. */
beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  const lots = [await world.newLot('江畔停车场'), await world.newLot('山顶停车场')] as const;
  const owners: string[] = [];
  for (const [at, lot] of lots.entries()) {
    const given = { Name: `${lot.name}业主`, LotIds: [lot.id], ValidFrom: dayFromNow(-3), Cycle: 'week' };
    const share = { ShareKind: 'percent', SharePercent: 60, BankName: '招商银行', AccountName: lot.name };
    const { Id } = await world.make('/api/subBusiness/create', { ...given, ...share, AccountNo: '6225880212345678' });
    owners.push(Id!);
    const plate = [OWN, OTHER][at]!;
    await Promise.all([lot.entry.beat(), lot.exit.beat()]);
    await lot.entry.handIn(plate, 90);
    await lot.exit.see(plate);
    const { data } = await world.admin.call('/api/order/getOrderPage', { Plate: plate });
    const [{ Id: OrderId, Due: Amount }] = data.Rows;
    await world.make('/api/order/collectCash', { OrderId, Amount });
  }
  const account = { SubMerchantId: owners[0], Account: 'landlord', Name: '业主' };
  const { InitialPassword } = await world.make('/api/subAccount/add', account);
  const { server, tenantCode } = world;
  const first = { Account: 'landlord', Password: InitialPassword, TenantId: tenantCode };
  const { data } = await server.call('/api/tenantUser/login', first);
  const renewed = { Password: InitialPassword, PasswordResetCode: PASSWORD, PasswordResetCodeRepeat: PASSWORD };
  await server.callAs(data.AccessToken, '/api/tenantUser/userChangePassword', renewed);
});
afterAll(() => world?.server.stop());

test('a sub-merchant signs in and sees the orders and the money of its own lots alone', async () => {
  const { server, tenantCode } = world;
  const home = `${server.url}/_cloud_operation/See_Reconciliation`;
  const { page, faults } = await visitSignedIn(browser, home, { tenantCode, account: 'landlord' });
  // Its share is figured by days that have ended; what the lot takes is seen at once.
  for (const [path, name] of [
    ['/_cloud_operation/order', 'orders'],
    ['/_cloud_operation/payment', 'payments'],
  ] as const) {
    await follow(page, path);
    // The car may have come before midnight.
    await shown(page).getByText('全部时间', { exact: true }).click();
    await rowOf(page, '江畔停车场').waitFor();
    await savePicture(page, `sub-merchant-${name}`);
    expect(await shown(page).textContent()).not.toContain('山顶停车场');
  }
  await follow(page, '/_cloud_operation/settlement');
  await shown(page).getByText('还没有').first().waitFor();
  expect(faults).toEqual([]);
  await page.goto(`${server.url}/_cloud_operation/Subbusiness_list`);
  await expect.poll(() => pathOf(page)).toBe('/401');
});
