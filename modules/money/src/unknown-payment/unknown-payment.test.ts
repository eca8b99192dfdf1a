import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { NOTICE_PATH, signNotice } from '../sandbox/sandbox.service.ts';

let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
});
afterAll(() => server?.stop());

/** Posts a signed notice; returns the HTTP status. */
async function notify(paymentNo: string, amountFen: number, outcome: 'success' | 'fail' = 'success'): Promise<number> {
  const notice = { tenantId: user.tenantId, paymentNo, tradeNo: `SB-${paymentNo}`, outcome, amountFen };
  const body = JSON.stringify(signNotice(server.product.kernel, notice));
  const headers = { 'content-type': 'application/json' };
  return (await fetch(server.url + NOTICE_PATH, { method: 'POST', headers, body })).status;
}

const rows = async (PaymentNo: string, by = user) =>
  (await by.call('/api/payment/getUnknownPage', { PaymentNo })).data.Rows;

test('money under a number nobody knows is kept, shown to its tenant, and told once', async () => {
  expect([await notify('Z1', 600), await notify('Z1', 600)]).toEqual([404, 404]);
  expect(await rows('Z1')).toMatchObject([
    { Reason: 'no-payment', PaymentNo: 'Z1', TradeNo: 'SB-Z1', Amount: '6.00', Expected: null, Times: 2 },
  ]);
  const events = await server.product.kernel.database.system(
    `select 1 from event where tenant_id = $1 and kind = 'payment.unknown'`,
    [user.tenantId],
  );
  expect(events).toHaveLength(1);
  expect(await rows('Z1', await server.newTenant())).toEqual([]);
});

test('a failure under such a number concerns nobody', async () => {
  expect(await notify('Z2', 600, 'fail')).toBe(404);
  expect(await rows('Z2')).toEqual([]);
});

test('another amount names the one expected', async () => {
  const lot = await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L1', Capacity: 3 });
  const { clock, database } = server.product.kernel;
  await database.system(
    `with b as (insert into bill (tenant_id, id, kind, subject_id, number, lot_id, plate, gross_fen, reduced_fen, created_at, updated_at)
       values ($1, $2, 'stay', $2, 1, $3, '粤B1', 600, 0, $4, $4) returning id)
     insert into payment (tenant_id, id, payment_no, bill_id, lot_id, plate, channel, scene, state, amount_fen, created_at)
     select $1, $2, 'Z3', id, $3, '粤B1', 'sandbox', 'browser', 'paying', 600, $4 from b`,
    [user.tenantId, '018f0000-0000-7000-8000-000000000001', lot.data.Id, clock.now()],
  );
  expect(await notify('Z3', 601)).toBe(404);
  expect(await rows('Z3')).toMatchObject([
    { Reason: 'other-amount', Amount: '6.01', Expected: '6.00', LotId: lot.data.Id },
  ]);
});
