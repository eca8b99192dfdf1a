import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { verifyTenant } from './verify.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
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

const ofEntry = (kind: string) => `(select id from stored_entry where tenant_id = $1 and kind = '${kind}')`;

test.each([
  [
    'a wallet that found money',
    'update wallet set balance_fen = balance_fen + 1 where tenant_id = $1',
    ['wallet-money', 'wallet-parts', 'wallet-ledger'],
  ],
  [
    'a gift that shrank',
    `update wallet_part set left_fen = left_fen - 1 where tenant_id = $1 and kind = 'gift'`,
    ['wallet-parts'],
  ],
  [
    'a part that moved otherwise than its entries',
    `update wallet_entry_part set amount_fen = amount_fen - 1 where tenant_id = $1 and entry_id = ${ofEntry('payment')}`,
    ['wallet-parts'],
  ],
  [
    'a movement that was rewritten',
    `update stored_entry set amount_fen = amount_fen - 1 where tenant_id = $1 and id = ${ofEntry('payment')}`,
    ['wallet-money'],
  ],
  [
    'a liability that grew',
    `update ledger_entry set amount_fen = amount_fen - 1 where tenant_id = $1 and account = 'wallet' and payment_id is null`,
    ['ledger-balance', 'wallet-money', 'wallet-ledger'],
  ],
] as const)('%s is named by its checks', async (_, sql, expected) => {
  clock.set(START);
  const user = await server.newTenant();
  const gate = new TestGate(server, user, clock, START);
  const lot = await gate.newLot();
  const wallets = new TestWallets(user, lot.id);
  await wallets.rule();
  const { WalletId } = await wallets.open();
  await gate.see(lot.entry, '粤B10001', 0);
  await gate.see(lot.exit, '粤B10001', 90);
  const OrderId = (await user.call('/api/order/getOrderPage', { Plate: '粤B10001' })).data.Rows[0].Id;
  const paid = await user.call('/api/order/payByWallet', { OrderId, WalletId, Amount: '6.00' });
  expect(paid).toMatchObject({ state: 'success' });
  await server.product.consumers.drain();
  const brokenKeys = async () =>
    (await verifyTenant(server.product.kernel, user.tenantId))
      .filter((one) => one.brokenCount > 0)
      .map((one) => one.key);
  expect(await brokenKeys(), 'before').toEqual([]);
  expect((await owner.query(sql, [user.tenantId])).rowCount).toBeGreaterThan(0);
  expect(new Set(await brokenKeys())).toEqual(new Set(expected));
});
