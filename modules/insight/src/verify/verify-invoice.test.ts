import { SetClock } from '@boyun/kernel/server';
import { TestInvoices } from '@boyun/test-server/invoice';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { verifyTenant } from './verify.service.ts';

const START = new Date('2026-03-02T01:00:00.000Z');
const MINUTE_MS = 60_000;
const TABLES = ['invoice', 'invoice_line', 'invoice_part'] as const;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
/** The owner of the database: row-level security does not bind it, so it can plant faults. */
let owner: pg.Client;
let refundedMs: number;

/** One invoice of two stays of six yuan each, of which two yuan were refunded and taken back. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  user = await server.newTenant();
  const gate = new TestGate(server, user, clock, START);
  const lot = await gate.newLot({}, { Capacity: 20 });
  const invoices = new TestInvoices(server, user, clock, gate);
  await invoices.issuer();
  const orders = [(await invoices.paid(lot)).orderId, (await invoices.paid(lot)).orderId];
  const [{ Id }] = (await invoices.issue(orders)).data.Invoices;
  await invoices.until(Id, 3);
  await refund(orders[0]!);
  refundedMs = clock.now().getTime();
  await server.product.consumers.drain();
  const [red] = (await invoices.get(Id)).Reds;
  await invoices.until(red.Id, 3);
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  await owner.query('set session_replication_role = replica');
  for (const table of TABLES) await owner.query(`create table kept_${table} as table ${table}`);
  clock.set(new Date(refundedMs + 61 * MINUTE_MS));
});
afterEach(async () => {
  for (const table of TABLES) {
    await owner.query(`delete from ${table} where tenant_id = $1`, [user.tenantId]);
    await owner.query(`insert into ${table} select * from kept_${table}`);
  }
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

async function refund(OrderId: string): Promise<void> {
  const [{ PaymentId, Left }] = (await user.call('/api/order/getRefundable', { OrderId })).data.Payments;
  const body = { OrderId, PaymentId, Left, Amount: '2.00', Way: 'cash', Reason: '投诉协商退款' };
  expect((await user.call('/api/order/refund', body)).message).toBe('');
}

const brokenKeys = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0).map((one) => one.key);

const idOf = (kind: 'blue' | 'red') => `(select id from invoice where tenant_id = $1 and kind = '${kind}')`;
/** The bills of the invoice: of one, two yuan were refunded. */
const refundedBill = `(select bill_id from invoice_part where tenant_id = $1 and invoice_id = ${idOf('red')})`;
const change = (table: string, amounts: string) =>
  `update ${table} set ${amounts} where tenant_id = $1 and ${table === 'invoice' ? 'id' : 'invoice_id'} = ${idOf('blue')}`;
const copy = (table: string, values: object) =>
  `insert into ${table} select (jsonb_populate_record(c, '${JSON.stringify(values)}')).* from ${table} c
   where tenant_id = $1 and ${table === 'invoice' ? 'id' : 'invoice_id'} = ${idOf('blue')}`;
const COPY = '00000000-0000-4000-8000-000000000001';
const MORE = 'incl_fen = incl_fen + 10, ex_fen = ex_fen + 9, tax_fen = tax_fen + 1';
const OTHER_TAX = 'ex_fen = ex_fen - 50, tax_fen = tax_fen + 50';

test('everything adds up before a fault is planted', async () => {
  expect(await brokenKeys()).toEqual([]);
});

/** What a refund leaves until the red letter for it is written. */
const NOT_TAKEN_BACK = [
  `delete from invoice_line where tenant_id = $1 and invoice_id = ${idOf('red')}`,
  `delete from invoice_part where tenant_id = $1 and invoice_id = ${idOf('red')}`,
  `delete from invoice where tenant_id = $1 and kind = 'red'`,
  change('invoice', 'red_fen = 0'),
];

/** A fault that is planted, and the checks that must name it. */
const faults: readonly [string, readonly string[], readonly string[]][] = [
  [
    'a receipt that is invoiced twice',
    [
      copy('invoice_line', { invoice_id: COPY }),
      copy('invoice_part', { invoice_id: COPY }),
      copy('invoice', { id: COPY, request_no: 'F2', red_fen: 0 }),
    ],
    ['invoice-money'],
  ],
  [
    'an invoice of more than was received',
    [
      change('invoice_line', MORE),
      change('invoice', MORE),
      `${change('invoice_part', 'amount_fen = amount_fen + 10')} and bill_id <> ${refundedBill}`,
    ],
    ['invoice-money'],
  ],
  [
    'a line with the tax of another rate',
    [change('invoice_line', OTHER_TAX), change('invoice', OTHER_TAX)],
    ['invoice-lines'],
  ],
  ['an invoice that is not the sum of its lines', [change('invoice', MORE)], ['invoice-lines']],
  [
    'an invoice that is not the sum of its bills',
    [change('invoice_part', 'amount_fen = amount_fen - 1')],
    ['invoice-lines'],
  ],
  ['a refund that was not taken back', NOT_TAKEN_BACK, ['invoice-money']],
  [
    'a red letter for another bill than the refunded one',
    [
      `update invoice_part set bill_id = (select bill_id from invoice_part where tenant_id = $1 and bill_id <> ${refundedBill})
       where tenant_id = $1 and invoice_id = ${idOf('red')}`,
    ],
    ['invoice-money'],
  ],
  ['a red letter that its invoice does not count', [change('invoice', 'red_fen = 0')], ['invoice-lines']],
  [
    'an invoice without lines',
    [`delete from invoice_line where tenant_id = $1 and invoice_id = ${idOf('blue')}`],
    ['invoice-lines'],
  ],
];

async function plant(statements: readonly string[]): Promise<void> {
  for (const sql of statements) expect((await owner.query(sql, [user.tenantId])).rowCount, sql).toBeGreaterThan(0);
}

test('a refund has an hour of the product’s clock to be taken back', async () => {
  await plant(NOT_TAKEN_BACK);
  const after = clock.now();
  clock.set(new Date(refundedMs + 59 * MINUTE_MS));
  expect(await brokenKeys()).toEqual([]);
  clock.set(after);
  expect(await brokenKeys()).toEqual(['invoice-money']);
});

test.each(faults)('%s is named by its checks', async (_, statements, expected) => {
  await plant(statements);
  expect(new Set(await brokenKeys())).toEqual(new Set(expected));
});
