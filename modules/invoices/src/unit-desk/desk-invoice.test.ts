import { SetClock } from '@boyun/kernel/server';
import { COMPANY, newIssuer } from '@boyun/test-server/invoice';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { TestUnits } from '@boyun/test-server/unit';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 24 * 60;
const clock = new SetClock(START);
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(() => server?.stop());

test('a unit asks for the invoice of its own paid bill, once, and no other unit sees it', async () => {
  const units = await TestUnits.open(server, clock, START);
  const { id } = await units.newUnit({});
  const { id: otherId } = await units.newUnit({});
  await units.goTo(31 * DAY);
  await newIssuer(units.user);
  await units.user.call('/api/unitBill/make', { Month: '2026-03', UnitId: id });
  const [staff, other] = [await units.newStaff(id), await units.newStaff(otherId)];
  const UnitBillId = (await staff.call('/api/unitDesk/bills')).data.Rows[0].Id;
  const get = async () => (await staff.call('/api/unitDesk/getInvoices', { UnitBillId })).data;
  const issue = (by = staff, more: object = {}) =>
    by.call('/api/unitDesk/issueInvoice', { UnitBillId, ...COMPANY, ...more });

  expect(await get()).toMatchObject({ Available: '0.00', Invoices: [], Title: null });
  expect((await issue()).code).toBe('invoice.not-received');
  await units.user.call('/api/unitBill/collect', { Ids: [UnitBillId], Channel: 'transfer' });
  expect(await get()).toMatchObject({ Available: '270.97', Blocked: null });
  expect((await issue(staff, { TaxNumber: null })).code).toBe('invoice.no-tax-number');
  for (const path of ['getInvoices', 'issueInvoice'])
    expect((await other.call(`/api/unitDesk/${path}`, { UnitBillId, ...COMPANY })).code).toBe('kernel.not-found');

  const { data } = await issue();
  expect(data.Invoices).toMatchObject([{ Incl: '270.97' }]);
  expect((await issue()).code).toBe('invoice.nothing-left');
  expect(await get()).toMatchObject({
    Available: '0.00',
    Invoices: [{ Amount: '270.97', LinkPath: expect.stringMatching(/^\/invoice\//) }],
    Title: { TitleName: COMPANY.TitleName, TaxNumber: COMPANY.TaxNumber },
  });
  const [row] = (await units.user.call('/api/invoice/getInvoicePage', {})).data.Rows;
  expect(row).toMatchObject({ Source: 'unit', TitleName: COMPANY.TitleName });
});
