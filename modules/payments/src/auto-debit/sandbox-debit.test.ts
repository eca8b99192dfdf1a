import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true, isAlone: true });
  user = await server.newTenant('Trying');
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

const system = <T extends object>(sql: string, values: unknown[]) =>
  server.product.kernel.database.system<T>(sql, values);

/** A car that drives in and, 90 minutes later, up to the exit; it owes 6.00 yuan. */
async function drive(plate: string) {
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  const answer = await gate.see(lot.exit, plate, 90);
  const [row] = await system<{ id: string }>('select id from parking_order where tenant_id = $1 and plate = $2', [
    user.tenantId,
    plate,
  ]);
  return { answer, order: async () => (await user.call('/api/order/getOrder', { OrderId: row!.id })).data.Order };
}

const simulate = (Plate: string, more: object = {}) => user.call('/api/debitContract/simulate', { Plate, ...more });

test('the sandbox simulates contracts and debits', async () => {
  expect((await simulate('粤B50001')).code).toBe('debit-contract.no-channel');
  const channel = { Channel: 'sandbox', HasAutoDebit: true };
  const { Id } = (await user.call('/api/payConfig/create', channel)).data;
  for (const plate of ['粤B50001', '粤B50002', '粤B50004']) expect((await simulate(plate)).state).toBe('success');
  await simulate('粤B50003', { Limit: '5.00' });
  const waiting = await drive('粤B50001');
  expect(waiting.answer.decision).toBe('hold');
  await server.until('the exit', async () => (await waiting.order()).ParkingState === 'left');
  expect(await waiting.order()).toMatchObject({ PayState: 'paid', Paid: '6.00', PayMethod: 'sandbox' });

  await user.call('/api/payConfig/update', { Id, DebitMode: 'open-at-once' });
  const gone = await drive('粤B50002');
  expect(gone.answer.decision).toBe('open');
  await server.until('the money', async () => (await gone.order()).PayState === 'settled');

  const above = await drive('粤B50003');
  expect(above.answer).toMatchObject({ decision: 'hold' });
  expect(above.answer.lines.join()).not.toContain('无感');

  // Its driver has revoked it in the sandbox, which has not said so yet.
  await system(`update sandbox_contract set state = 'ended' where tenant_id = $1 and plate = $2`, [
    user.tenantId,
    '粤B50004',
  ]);
  const revoked = await drive('粤B50004');
  expect(revoked.answer.decision).toBe('open');
  await server.until('the end', async () => (await revoked.order()).PayState === 'arrears');
  await server.product.consumers.drain();
  expect((await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken)).toEqual([]);

  await simulate('粤B50001', { State: 'blocked' });
  const { Rows } = (await user.call('/api/debitContract/list', { State: 'blocked' })).data;
  expect(Rows).toMatchObject([{ Plate: '粤B50001', BlockedReason: 'PAUSE', Channel: 'sandbox' }]);
  expect((await drive('粤B50001')).answer.lines.join()).not.toContain('无感');
});
