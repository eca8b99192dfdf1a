import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestSettlements } from '@boyun/test-server/settlement';
import { playShift } from '@boyun/test-server/shift';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verifyTenant } from './verify.service.ts';

const START = new Date('2026-03-02T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
/** The owner of the database: row-level security and append-only tables do not bind it, so it can plant faults. */
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const ofSettlement = `(select id from settlement where tenant_id = $1)`;

test.each([
  [
    'a day of the ledger that forgot money',
    "update ledger_day set debit_fen = debit_fen + 1 where tenant_id = $1 and account = 'cash'",
    ['ledger-days', 'closed-periods'],
  ],
  [
    'a day of a lot that found money',
    'update lot_day set received_fen = received_fen + 1 where tenant_id = $1',
    ['lot-days'],
  ],
  [
    'a share that grew',
    'update settlement set share_fen = share_fen + 1 where tenant_id = $1',
    ['settlement-money', 'payable-money'],
  ],
  [
    'a day that left its settlement',
    `update lot_day set settlement_id = null, share_fen = null where tenant_id = $1 and day = '2026-03-04'`,
    ['settlement-money'],
  ],
  [
    'a settlement that was not booked',
    `delete from ledger_entry where tenant_id = $1 and source_id = ${ofSettlement}`,
    ['settlement-money', 'payable-money', 'ledger-days'],
  ],
  ['a settlement that says it is paid', `update settlement set state = 'paid' where tenant_id = $1`, ['payable-money']],
  [
    'a closed month with one entry less',
    'update accounting_period set entry_count = entry_count + 1 where tenant_id = $1',
    ['closed-periods'],
  ],
  [
    'a shift whose cash went elsewhere',
    `update ledger_entry set account = 'safe' where tenant_id = $1 and source = 'shift' and account = 'cash-difference'`,
    ['shift-cash', 'ledger-days'],
  ],
] as const)('%s is named by its checks', async (_, sql, expected) => {
  clock.set(START);
  let user: TestUser = await server.newTenant();
  const settlements = await TestSettlements.open(server, user, clock, START);
  await settlements.stay(0);
  await playShift(server, settlements.user, settlements.lot.id);
  user = await settlements.settleTo('2026-03-08');
  clock.set(new Date('2026-04-01T02:00:00Z'));
  user = await settlements.signIn();
  expect((await user.call('/api/accountingPeriod/close', { Month: '2026-03' })).message).toBe('');
  await server.product.consumers.drain();
  const brokenKeys = async () =>
    (await verifyTenant(server.product.kernel, user.tenantId))
      .filter((one) => one.brokenCount > 0)
      .map((one) => one.key);
  expect(await brokenKeys(), 'before').toEqual([]);
  expect((await owner.query(sql, [user.tenantId])).rowCount).toBeGreaterThan(0);
  expect(new Set(await brokenKeys())).toEqual(new Set(expected));
});
