import { SetClock } from '@boyun/kernel/server';
import { COMPANY, TestInvoices } from '@boyun/test-server/invoice';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const clock = new SetClock(new Date('2026-03-04T01:00:00.000Z'));
const PERSON = { TitleType: 2, TitleName: '王女士' };
let server: TestServer;
let user: TestUser;
let lot: TestLot;
let invoices: TestInvoices;
let wallets: TestWallets;
/** The code at the lot. */
let atLot: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const gate = new TestGate(server, user, clock, clock.now());
  lot = await gate.newLot({}, { Capacity: 200 });
  invoices = new TestInvoices(server, user, clock, gate);
  wallets = new TestWallets(user, lot.id);
  await invoices.issuer({ WithinDays: 30 });
  const { Codes } = (await user.call('/api/scanInvoice/show', { LotId: lot.id })).data;
  expect(Codes.map((one: { Kind: string }) => one.Kind)).toEqual(['lot', 'lane', 'lane']);
  atLot = codeOf(Codes[0].Path);
});
afterAll(() => server?.stop());
// Attempts are counted within an hour.
beforeEach(() => void clock.set(new Date(clock.now().getTime() + 2 * 3_600_000)));

const codeOf = (path: string) => path.replace('/invoice/', '');
const page = async (Code: string) => (await server.call('/api/scanInvoice/get', { Code })).data;
const send = (Mobile: string, Plate: string | null, Code = atLot) =>
  server.call('/api/scanInvoice/sendCode', { Code, Mobile, Plate });
const ask = (Code: string, items: { BillId: string }[], title: object = PERSON) =>
  server.call('/api/scanInvoice/ask', { Code, BillIds: items.map((one) => one.BillId), ...title });

/** The id and version of the issuer, as an update names them. */
async function issuerRow() {
  const [{ Id, Version }] = (await user.call('/api/electronicInvoiceSet/list', {})).data.Rows;
  return { Id, Version };
}

/** A code other than the right one. */
const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function prove(Mobile: string, Plate: string | null, Code = atLot): Promise<string> {
  const { data } = await send(Mobile, Plate, Code);
  const answer = await server.call('/api/scanInvoice/proveByCode', {
    Code,
    ProofId: data.ProofId,
    SmsCode: data.ShownCode,
  });
  expect(answer.message).toBe('');
  return answer.data.Pass;
}

/** A car with a payment, whose owner has a wallet under a mobile. */
async function owned() {
  const stay = await invoices.paid(lot);
  const { Mobile } = await wallets.open({ Plates: stay.plate }, null);
  return { ...stay, mobile: Mobile };
}

test('the code at a lot shows nothing of any car; a mobile proves the plates it is registered for', async () => {
  const { plate, mobile } = await owned();
  const stranger = await invoices.paid(lot);
  expect(await page(atLot)).toMatchObject({ Kind: 'place', IsOpen: true, Items: [], Titles: [], Plate: null });
  const pass = await prove(mobile, plate);
  const shown = await page(pass);
  expect(shown).toMatchObject({ Kind: 'pass', Plate: plate, Mobile: mobile });
  expect(shown.Items).toMatchObject([{ Plate: plate, Available: '6.00', Blocked: null }]);
  const theirs = await invoices.found(stranger.orderId);
  expect((await ask(pass, theirs)).code).toBe('scan-invoice.not-yours');
  expect((await ask(atLot, shown.Items)).code).toBe('scan-invoice.not-yours');
});

test('a mobile that is not registered for the plate is answered alike, and gets no code', async () => {
  const { plate, mobile } = await owned();
  const other = await owned();
  const { state, data } = await send(other.mobile, plate);
  expect([state, Object.keys(data)]).toEqual(['success', ['ProofId', 'ShownCode']]);
  expect(data.ShownCode).toBeNull();
  const prove = { Code: atLot, ProofId: data.ProofId, SmsCode: '000000' };
  expect((await server.call('/api/scanInvoice/proveByCode', prove)).code).toBe('scan-invoice.wrong-code');
  const { Rows } = (await user.call('/api/push/send/list', { PerPage: 100 })).data;
  const sent = Rows.filter((one: { Body: string }) => one.Body.includes('验证码'));
  expect(sent.some((one: { Recipient: string }) => one.Recipient === other.mobile)).toBe(false);
  expect((await send(mobile, plate)).data.ShownCode).toMatch(/^\d{6}$/);
});

test('a code is valid once, for five minutes and five tries; sending is limited', async () => {
  const { plate, mobile } = await owned();
  const prove = (ProofId: string, SmsCode: string) =>
    server.call('/api/scanInvoice/proveByCode', { Code: atLot, ProofId, SmsCode });
  const first = (await send(mobile, plate)).data;
  for (let tries = 0; tries < 5; tries += 1)
    expect((await prove(first.ProofId, wrong(first.ShownCode))).code).toBe('scan-invoice.wrong-code');
  expect((await prove(first.ProofId, first.ShownCode)).code).toBe('scan-invoice.wrong-code');
  expect((await send(mobile, plate)).code).toBe('scan-invoice.too-often');
  await invoices.pass();
  const second = (await send(mobile, plate)).data;
  await invoices.pass(6);
  expect((await prove(second.ProofId, second.ShownCode)).code).toBe('scan-invoice.wrong-code');
  const third = (await send(mobile, plate)).data;
  const { Pass } = (await prove(third.ProofId, third.ShownCode)).data;
  expect((await prove(third.ProofId, third.ShownCode)).code).toBe('scan-invoice.wrong-code');
  expect((await page(Pass)).Kind).toBe('pass');
  await invoices.pass(31);
  expect((await server.call('/api/scanInvoice/get', { Code: Pass })).code).toBe('scan-invoice.unknown-code');
});

test('the number of a payment proves its stay alone, and who tries numbers out is stopped', async () => {
  const { plate, orderId } = await invoices.paid(lot);
  const { Payments } = (await user.call('/api/order/getOrder', { OrderId: orderId })).data;
  const prove = (Plate: string, PaymentNo: string) =>
    server.call('/api/scanInvoice/proveByPayment', { Code: atLot, Plate, PaymentNo });
  const { Pass } = (await prove(plate, Payments[0].PaymentNo)).data;
  const shown = await page(Pass);
  expect(shown.Items).toHaveLength(1);
  expect(shown).toMatchObject({ Mobile: null, Titles: [] });
  expect((await prove('粤B00000', Payments[0].PaymentNo)).code).toBe('scan-invoice.not-found');
  const codes = [];
  for (let tries = 0; tries < 10; tries += 1) codes.push((await prove(plate, `P${10_000_000 + tries}`)).code);
  expect(codes.at(0)).toBe('scan-invoice.not-found');
  expect(codes.at(-1)).toBe('scan-invoice.too-often');
});

test('a receipt gets its invoice by its code; titles are remembered for a proven mobile alone', async () => {
  const { orderId } = await invoices.paid(lot);
  const path = (await user.call('/api/order/getOrder', { OrderId: orderId })).data.Order.InvoicePath;
  const receipt = codeOf(path);
  const shown = await page(receipt);
  expect(shown).toMatchObject({ Kind: 'receipt', Mobile: null, Titles: [] });
  const first = await ask(receipt, shown.Items, COMPANY);
  expect(first.message).toBe('');
  expect((await ask(receipt, shown.Items)).code).toBe('invoice.nothing-left');
  const result = first.data.LinkCode;
  expect((await page(result)).Invoices).toMatchObject([{ State: 1, Incl: '6.00', Pdf: null }]);
  const [{ Id }] = (await page(result)).Invoices;
  await invoices.until(Id, 3);
  const [invoice] = (await page(result)).Invoices;
  expect((await fetch(server.url + invoice.Pdf)).headers.get('content-type')).toBe('application/pdf');
  expect((await page(receipt)).Items).toMatchObject([{ Available: '0.00', LinkCode: result }]);

  const mobile = '13700000001';
  const next = codeOf(
    (await user.call('/api/order/getOrder', { OrderId: (await invoices.paid(lot)).orderId })).data.Order.InvoicePath,
  );
  const pass = await prove(mobile, null, next);
  const opened = await page(pass);
  expect([opened.Items.length, opened.Titles]).toEqual([1, []]);
  expect((await ask(pass, opened.Items, COMPANY)).message).toBe('');
  expect((await page(pass)).Titles).toMatchObject([{ TitleName: COMPANY.TitleName, TaxNumber: COMPANY.TaxNumber }]);
});

test('who has proven a car finds the titles of enterprises, and asks for a special invoice where it is offered', async () => {
  const { plate, mobile } = await owned();
  const find = (Code: string, Word = '海岸物业') => server.call('/api/scanInvoice/findTitles', { Code, Word });
  expect((await find(atLot)).code).toBe('scan-invoice.not-yours');
  const pass = await prove(mobile, plate);
  const { TitleName, TaxNumber } = COMPANY;
  expect((await find(pass)).data.Titles).toMatchObject([{ TitleName, TaxNumber: null }]);
  expect((await find(pass, TitleName)).data.Titles).toMatchObject([{ TitleName, TaxNumber }]);
  const special = { ...COMPANY, InvoiceType: 'special' };
  const { Items } = await page(pass);
  expect(Items).toMatchObject([{ HasSpecial: false }]);
  expect((await ask(pass, Items, special)).code).toBe('invoice.no-special');
  expect(
    (await user.call('/api/electronicInvoiceSet/update', { ...(await issuerRow()), HasSpecial: true })).message,
  ).toBe('');
  expect((await page(pass)).Items).toMatchObject([{ HasSpecial: true }]);
  const { data } = await ask(pass, Items, special);
  expect((await page(data.LinkCode)).Invoices).toMatchObject([{ InvoiceType: 'special', TitleName }]);
});

test('a failed one is corrected by its driver; payments of long ago are left to the staff', async () => {
  const { plate, mobile } = await owned();
  const pass = await prove(mobile, plate);
  const { data } = await ask(pass, (await page(pass)).Items, { ...PERSON, TitleName: '测试失败' });
  const [{ Id: InvoiceId }] = (await page(data.LinkCode)).Invoices;
  await invoices.until(InvoiceId, 4);
  expect((await page(data.LinkCode)).Invoices).toMatchObject([{ State: 4, CanCorrect: true }]);
  const correct = (Code: string) => server.call('/api/scanInvoice/correct', { Code, InvoiceId, ...PERSON });
  expect((await correct(pass)).code).toBe('scan-invoice.unknown-code');
  expect((await correct(data.LinkCode)).message).toBe('');
  await invoices.until(InvoiceId, 3);
  const rows = (await user.call('/api/scanInvoice/getPlacePage', {})).data.Rows;
  expect(rows).toMatchObject([{ IsOpen: true, LaneCount: 2, FailedCount: 0 }]);
  const late = await owned();
  clock.set(new Date(clock.now().getTime() + 31 * 24 * 3_600_000));
  const lastPass = await prove(late.mobile, late.plate);
  const { Items } = await page(lastPass);
  expect(Items[0].Blocked).toContain('30');
  expect((await ask(lastPass, Items)).code).toBe('invoice.not-possible');
});
