import { SetClock } from '@boyun/kernel/server';
import { COMPANY, TestInvoices } from '@boyun/test-server/invoice';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let invoices: TestInvoices;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  invoices = new TestInvoices(server, user, clock, gate);
  await invoices.issuer();
});
afterAll(() => server?.stop());

describe('a special invoice', () => {
  test('is for an enterprise, of what is taxed, where the issuer offers it; its red letter is one too', async () => {
    const other = await gate.newLot({}, { Capacity: 20 });
    await invoices.issuer({ LotId: other.id, HasSpecial: true });
    const plain = (await invoices.paid(await gate.newLot())).orderId;
    const order = (await invoices.paid(other)).orderId;
    const special = { InvoiceType: 'special' };
    expect((await invoices.issue([plain], special)).code).toBe('invoice.no-special');
    const person = { TitleType: 2, TitleName: '王女士', TaxNumber: null };
    expect((await invoices.issue([order], { ...special, ...person })).code).toBe('invoice.special-person');
    const { Items } = (await user.call('/api/invoice/findInvoiceable', { OrderId: order })).data;
    expect(Items).toMatchObject([{ HasSpecial: true }]);
    const answer = await invoices.issue([order], special);
    const found = await invoices.until(answer.data.Invoices[0].Id, 3);
    expect(found.Invoice).toMatchObject({ InvoiceType: 'special', Tax: '0.50' });
    const [payment] = (await user.call('/api/order/getRefundable', { OrderId: order })).data.Payments;
    const back = {
      PaymentId: payment.PaymentId,
      Left: payment.Left,
      Amount: '2.00',
      Way: 'cash',
      Reason: '投诉协商退款',
    };
    expect((await user.call('/api/order/refund', { OrderId: order, ...back })).message).toBe('');
    await server.product.consumers.drain();
    const [red] = (await invoices.get(found.Invoice.Id)).Reds;
    expect((await invoices.until(red.Id, 3)).Invoice).toMatchObject({ Kind: 'red', InvoiceType: 'special' });
    const rows = await invoices.all({ InvoiceType: 'special' });
    expect(rows.map((one) => one.Incl)).toEqual(['-2.00', '6.00']);
    const report = (await user.call('/api/invoice/getReport', { LotId: other.id })).data.Rows;
    expect(report).toMatchObject([{ InvoiceType: 'special', BlueCount: 1, RedCount: 1, Net: '4.00' }]);
  });

  test('is not issued for a top-up, which is not taxed', async () => {
    const other = await gate.newLot({}, { Capacity: 20 });
    await invoices.issuer({ LotId: other.id, HasSpecial: true });
    const Mobile = '13900008888';
    await new TestWallets(user, other.id).open({ Mobile }, '50.00');
    const { Items } = (await user.call('/api/invoice/findInvoiceable', { Word: Mobile })).data;
    expect(Items).toMatchObject([{ Use: 'top-up', HasSpecial: false }]);
    const asked = { Items: [{ BillId: Items[0].BillId }], ...COMPANY, InvoiceType: 'special' };
    expect((await user.call('/api/invoice/issue', asked)).code).toBe('invoice.special-untaxed');
  });
});

test('an enterprise is found by a part of its name, and its tax number by the whole', async () => {
  const find = async (Word: string) => (await user.call('/api/invoice/findTitles', { Word })).data.Titles;
  const some = await find('有限公司');
  expect(some.length).toBeGreaterThan(3);
  expect(some.every((one: { TaxNumber: string | null }) => one.TaxNumber === null)).toBe(true);
  const { TitleName, TaxNumber } = COMPANY;
  expect(await find(TitleName)).toMatchObject([{ TitleName, TaxNumber }]);
  const other = await server.newTenant();
  expect((await other.call('/api/invoice/findTitles', { Word: TitleName })).data.Titles).toEqual([]);
});

test('what the issuer has no service for is not offered', async () => {
  const other = await gate.newLot({}, { Capacity: 20 });
  const parking = {
    Use: 'parking',
    ServiceName: '停车费',
    GoodsCode: '3040502020200000000',
    TaxRate: 9,
    Policy: 'normal',
  };
  await invoices.issuer({ LotId: other.id, Services: [{ ...parking, Ratio: 100 }] });
  const Mobile = '13900007777';
  await new TestWallets(user, other.id).open({ Mobile }, '50.00');
  const { Items } = (await user.call('/api/invoice/findInvoiceable', { Word: Mobile })).data;
  expect(Items[0].Blocked).toContain('储值充值');
  const asked = { Items: [{ BillId: Items[0].BillId }], ...COMPANY };
  expect((await user.call('/api/invoice/issue', asked)).code).toBe('invoice.no-service');
});
