import { SetClock, systemWho } from '@boyun/kernel/server';
import { lockOrder } from '@boyun/orders/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestGate } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';
import { startPayment } from '../payment/payment.service.ts';
import { askSandbox } from './sandbox.service.ts';

// The product's clock stands still, so no lock ever runs out and nobody asks the provider: the notice alone can settle.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

/** A car that waits at the exit and owes; the id of its order. */
async function owingOrder(plate: string): Promise<string> {
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  const { passingId } = await gate.see(lot.exit, plate, 90);
  const [row] = await server.product.kernel.database.system<{ orderId: string }>(
    'select order_id as "orderId" from passing where tenant_id = $1 and id = $2',
    [user.tenantId, passingId],
  );
  return row!.orderId;
}

const payStates = async (orderId: string) => {
  const rows = await server.product.kernel.database.system<{ state: string }>(
    'select state from payment where tenant_id = $1 and order_id = $2',
    [user.tenantId, orderId],
  );
  return rows.map((row) => row.state);
};

test('the notice of a payment is queued with it: a process that ends right after the commit loses nothing', async () => {
  const orderId = await owingOrder('粤B70001');
  const { kernel } = server.product;
  await kernel.database.inTenant(systemWho(user.tenantId, 'driver'), async (tx) => {
    const payment = await startPayment(tx, (await lockOrder(tx, orderId))!);
    await askSandbox({ ...tx, afterCommit: () => undefined }, kernel, payment, 'success');
  });
  await server.until('the notice', async () => (await payStates(orderId)).includes('succeeded'));
});

test('no notice comes of a payment that was never committed', async () => {
  const orderId = await owingOrder('粤B70002');
  const { kernel } = server.product;
  let paymentNo = '';
  const failing = kernel.database.inTenant(systemWho(user.tenantId, 'driver'), async (tx) => {
    const payment = await startPayment(tx, (await lockOrder(tx, orderId))!);
    await askSandbox(tx, kernel, payment, 'success');
    paymentNo = payment.paymentNo;
    throw new Error('the cable was pulled');
  });
  await expect(failing).rejects.toThrow('the cable was pulled');
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(`select id from pgboss.job where data->>'paymentNo' = $1`, [paymentNo]);
  await owner.end();
  expect(paymentNo).not.toBe('');
  expect(rows).toEqual([]);
});
