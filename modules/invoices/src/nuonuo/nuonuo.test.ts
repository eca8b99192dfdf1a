import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestInvoices } from '@boyun/test-server/invoice';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { TestNuonuo } from '@boyun/test-server/nuonuo';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const clock = new SetClock(new Date('2026-03-04T01:00:00.000Z'));
const nuonuo = new TestNuonuo(clock);
let server: TestServer;
let user: TestUser;
let lot: TestLot;
let invoices: TestInvoices;
let setId: string;

beforeAll(async () => {
  const nuonuoUrl = await nuonuo.start();
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    nuonuoUrl,
    publicUrl: 'https://park.example.com',
    // Tests say when the platform is asked: a sweep beside theirs would ask twice, or take the fault they arrange.
    without: ['due-invoices'],
  });
  user = await server.newTenant('Invoices', { isTrial: false });
  // It outlives the sessions.
  const lasting: TestUser = { ...user, call: (path, body) => user.call(path, body) };
  const gate = new TestGate(server, lasting, clock, clock.now());
  lot = await gate.newLot({}, { Capacity: 200 });
  invoices = new TestInvoices(server, lasting, clock, gate);
  setId = await invoices.issuer({ Provider: 'nuonuo', AppKey: nuonuo.appKey, HasSpecial: true });
  await setSecret(nuonuo.appSecret);
});
afterAll(async () => {
  await server?.stop();
  await nuonuo.stop();
});
beforeEach(() => {
  nuonuo.calls.length = 0;
});

/** A session lasts for hours. */
async function signInAgain(): Promise<void> {
  const sql = 'select code from tenant where id = $1';
  const [tenant] = await server.product.kernel.database.system<{ code: string }>(sql, [user.tenantId]);
  const body = { Account: user.account, Password: 'Boyun#2026', TenantId: tenant!.code };
  const token = (await server.call('/api/tenantUser/login', body)).data.AccessToken as string;
  user = { ...user, token, call: (path, more) => server.callAs(token, path, more) };
}

const setSecret = async (AppSecret: string) =>
  expect((await user.call('/api/electronicInvoiceSet/setSecret', { InvoiceSetId: setId, AppSecret })).message).toBe('');

/** Asks for an invoice of cars that paid; returns its id and number. */
async function ask(values: object = {}, cars = 1): Promise<{ id: string; no: string; orders: string[] }> {
  const orders: string[] = [];
  for (let made = 0; made < cars; made += 1) orders.push((await invoices.paid(lot)).orderId);
  const answer = await invoices.issue(orders, values);
  expect(answer.message).toBe('');
  const [{ Id, RequestNo }] = answer.data.Invoices;
  return { id: Id, no: RequestNo, orders };
}

async function issued(values: object = {}, cars = 1) {
  const asked = await ask(values, cars);
  await invoices.until(asked.id, 2);
  // A request that is lost is made again.
  for (let tries = 0; !nuonuo.invoices.has(asked.no) && tries < 5; tries += 1) await invoices.pass();
  nuonuo.settle(asked.no);
  return { ...asked, found: await invoices.until(asked.id, 3) };
}

const stateOf = async (id: string) => (await invoices.get(id)).Invoice.State;
const times = (method: string) => nuonuo.calls.filter((one) => one === method).length;

test('an invoice is requested with a signature, issued, and its files are kept; a notice hurries it', async () => {
  const { id, no } = await ask({ Remark: '请注明项目' });
  await invoices.until(id, 2);
  const { asked, noticeUrl } = nuonuo.invoices.get(no)!;
  expect(asked).toMatchObject({ buyerName: '深圳市海岸物业管理有限公司', orderNo: no, clerk: '陈敏' });
  expect(asked.invoiceDetail).toMatchObject([{ taxRate: '0.09', taxIncludedAmount: '6.00', tax: '0.50' }]);
  expect(noticeUrl).toContain('https://park.example.com/api/invoice/notices/nuonuo/');
  await invoices.pass(60);
  nuonuo.settle(no);
  const notice = await nuonuo.notify(no, server.url);
  expect(notice).toEqual({ status: 200, said: '{"status":"0000","message":"同步成功"}' });
  await invoices.pass(0);
  await invoices.pass(0);
  const { Invoice } = await invoices.get(id);
  expect(Invoice).toMatchObject({ State: 3, InvoiceNo: nuonuo.invoices.get(no)!.number, IsSample: false });
  expect([Invoice.Pdf, Invoice.Ofd, Invoice.Xml].every(Boolean)).toBe(true);
  expect(await (await fetch(server.url + Invoice.Pdf)).text()).toContain('%PDF');
  expect(times('accessToken')).toBe(1);
});

test('a forged notice changes nothing', async () => {
  const { id, no } = await ask();
  await invoices.until(id, 2);
  await nuonuo.notify(no, server.url);
  await invoices.pass(0);
  expect(await stateOf(id)).toBe(2);
  const unknown = await fetch(`${server.url}/api/invoice/notices/nuonuo/${user.tenantId}/${setId}`, { method: 'POST' });
  expect(unknown.status).toBe(404);
  // Faults of the next tests are for their own invoices.
  nuonuo.settle(no);
  await invoices.until(id, 3);
});

test('a request that is lost is made again; one whose answer is lost is not', async () => {
  nuonuo.failNext('lost');
  const first = await issued();
  expect(first.found.Invoice.RequestNo).toBe(first.no);
  expect(times('requestBillingNew')).toBe(2);
  nuonuo.calls.length = 0;
  nuonuo.failNext('lost-answer');
  await issued();
  expect(times('requestBillingNew')).toBe(1);
  nuonuo.calls.length = 0;
  // The platform does not know it yet, and has taken it all the same.
  nuonuo.failNext('lost-answer', 'forgotten');
  await issued();
  expect(times('requestBillingNew')).toBe(2);
});

test('answers that are no JSON, about another invoice or another amount are not believed', async () => {
  const { id, no } = await ask();
  await invoices.until(id, 2);
  nuonuo.settle(no);
  for (const fault of ['wrong-amount', 'wrong-order', 'not-json'] as const) {
    nuonuo.failNext(fault);
    await invoices.pass(60);
    expect(await stateOf(id)).toBe(2);
  }
  await invoices.until(id, 3);
});

test('a special invoice is requested and taken back as one', async () => {
  const { id, no } = await issued({ InvoiceType: 'special' });
  expect(nuonuo.invoices.get(no)!.asked).toMatchObject({ invoiceLine: 'bs', buyerTaxNum: '91440300708461136T' });
  const { data } = await user.call('/api/invoice/red', { InvoiceId: id, Note: '抬头开错' });
  const { Invoice } = await invoices.until(data.RedId, 2);
  nuonuo.settle(Invoice.RequestNo);
  await invoices.until(data.RedId, 3);
});

test('enterprises are found in its directory; where it does not answer, nothing is', async () => {
  const find = async (Word: string) => (await user.call('/api/invoice/findTitles', { Word })).data.Titles;
  expect(await find('深圳市海岸')).toMatchObject([
    { TitleName: '深圳市海岸物业管理有限公司', TaxNumber: null },
    { TitleName: '深圳市海岸律师事务所', TaxNumber: null },
  ]);
  expect(times('queryNameAndTaxByCode')).toBe(0);
  expect(await find('深圳市海岸物业管理有限公司')).toMatchObject([
    { TaxNumber: '91440300708461136T', TitleAddress: '深圳市南山区', TitleBank: '招商银行', TitleAccount: null },
  ]);
  nuonuo.failNext('lost');
  expect(await find('深圳市海岸')).toEqual([]);
});

test('a refused invoice is tried again under another number', async () => {
  const { id, no } = await ask();
  await invoices.until(id, 2);
  nuonuo.settle(no, '购方税号不存在');
  expect((await invoices.until(id, 4)).Invoice.FailReason).toContain('购方税号不存在');
  const title = { TitleType: 2, TitleName: '王女士' };
  expect((await user.call('/api/invoice/retry', { InvoiceId: id, ...title })).message).toBe('');
  const { Invoice } = await invoices.until(id, 2);
  expect(Invoice.RequestNo).not.toBe(no);
  nuonuo.settle(Invoice.RequestNo);
  await invoices.until(id, 3);
});

test('a token that is over is renewed; with a wrong secret invoices wait until it is put right', async () => {
  nuonuo.failNext('token-over');
  await issued();
  expect(times('accessToken')).toBe(1);
  clock.set(new Date(clock.now().getTime() + 2 * 24 * 3_600_000));
  await signInAgain();
  await setSecret('wrong');
  const testing = await user.call('/api/electronicInvoiceSet/test', { InvoiceSetId: setId });
  expect(testing.data).toMatchObject({ IsWorking: false });
  const { id, no } = await ask();
  await invoices.pass();
  expect(await stateOf(id)).toBe(2);
  await setSecret(nuonuo.appSecret);
  expect((await user.call('/api/electronicInvoiceSet/test', { InvoiceSetId: setId })).data.IsWorking).toBe(true);
  await invoices.pass(60);
  expect(nuonuo.invoices.has(no)).toBe(true);
});

test('red letters take back a part after a refund, or all of it; one that the buyer refuses fails', async () => {
  const { id, orders } = await issued({}, 2);
  const refund = async (OrderId: string, Amount: string) => {
    const [{ PaymentId, Left }] = (await user.call('/api/order/getRefundable', { OrderId })).data.Payments;
    const body = { OrderId, PaymentId, Left, Amount, Way: 'cash', Reason: '投诉协商退款' };
    expect((await user.call('/api/order/refund', body)).message).toBe('');
    await server.product.consumers.drain();
  };
  const last = async () => (await invoices.get(id)).Reds.at(-1);
  await refund(orders[0]!, '2.00');
  const part = await last();
  const { Invoice: red } = await invoices.until(part.Id, 2);
  expect(nuonuo.invoices.get(red.RequestNo)).toMatchObject({ fen: -200, asked: { redReason: '4' } });
  nuonuo.settle(red.RequestNo);
  await invoices.until(part.Id, 3);
  await refund(orders[1]!, '6.00');
  const { Invoice: second } = await invoices.until((await last()).Id, 2);
  nuonuo.refuseRed(second.RequestNo);
  expect((await invoices.until(second.Id, 4)).Invoice.FailReason).toContain('购方已否认');

  const other = await issued();
  const { data } = await user.call('/api/invoice/red', { InvoiceId: other.id, Note: '抬头开错' });
  const { Invoice: whole } = await invoices.until(data.RedId, 2);
  expect(nuonuo.invoices.get(whole.RequestNo)).toMatchObject({ fen: -600, asked: { redReason: '2' } });
  nuonuo.settle(whole.RequestNo);
  await invoices.until(data.RedId, 3);
  const broken = (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
  expect(broken).toEqual([]);
});
