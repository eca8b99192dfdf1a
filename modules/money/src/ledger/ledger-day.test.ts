import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { book } from './ledger.service.ts';
import { sumDays } from './ledger-day.jobs.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY_MS = 24 * 3_600_000;
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
  await shop.pay(await shop.stay(newPlate()));
});
afterAll(() => server?.stop());

/** Days by account, with what the view of them says. */
async function days() {
  const rows = await server.product.kernel.database.system<{ line: string; isSummed: boolean }>(
    `select f.day || ' ' || f.account || ' ' || f.debit_fen || ' ' || f.credit_fen as line,
       exists (select from ledger_day d where d.tenant_id = f.tenant_id and d.day = f.day and d.account = f.account) as "isSummed"
     from ledger_day_fact f where f.tenant_id = $1 order by f.day, f.account`,
    [shop.user.tenantId],
  );
  return rows.map((one) => `${one.line}${one.isSummed ? ' summed' : ''}`);
}
const bookAt = (at: Date, amountFen: number) => {
  clock.set(at);
  return server.product.kernel.database.inTenant(systemWho(shop.user.tenantId), (tx) =>
    book(
      tx,
      [
        { account: 'safe', party: shop.lot.id, amountFen: -amountFen },
        { account: 'bank', party: '', amountFen },
      ],
      { lotId: shop.lot.id },
    ),
  );
};
const verified = async () =>
  (await verifyTenant(server.product.kernel, shop.user.tenantId)).flatMap((one) => one.broken);

test('days are summed up an hour after they ended in the zone of the lot, and say the same before and after', async () => {
  const lines = ['cash 1200 0', 'receivable 1200 1200', 'revenue 0 1200'];
  expect(await days()).toEqual(lines.map((line) => `2026-03-04 ${line}`));
  clock.set(new Date('2026-03-04T16:59:00Z'));
  await sumDays(server.product.kernel, shop.user.tenantId);
  expect(await days()).toEqual(lines.map((line) => `2026-03-04 ${line}`));
  clock.set(new Date('2026-03-04T17:00:00Z'));
  await sumDays(server.product.kernel, shop.user.tenantId);
  expect(await days()).toEqual(lines.map((line) => `2026-03-04 ${line} summed`));
  expect(await verified()).toEqual([]);
});

test('an entry of a day that is summed up is added to its sums', async () => {
  clock.set(new Date(START.getTime() + 2 * DAY_MS));
  await sumDays(server.product.kernel, shop.user.tenantId);
  await bookAt(START, 3_00);
  await bookAt(START, 4_00);
  expect(await days()).toContain('2026-03-04 bank 700 0 summed');
  await bookAt(new Date(START.getTime() + 2 * DAY_MS), 5_00);
  expect(await days()).toContain('2026-03-06 bank 500 0');
  expect(await verified()).toEqual([]);
});

test('a closed day takes no entry, the next one does', async () => {
  await server.product.kernel.database.system(
    `insert into ledger_state (tenant_id, next_day, closed_before) values ($1, '2026-03-05', '2026-03-05')
     on conflict (tenant_id) do update set closed_before = excluded.closed_before`,
    [shop.user.tenantId],
  );
  await expect(bookAt(new Date('2026-03-04T15:59:59Z'), 1_00)).rejects.toThrow(
    'the ledger is closed before 2026-03-05',
  );
  await bookAt(new Date('2026-03-04T16:00:00Z'), 1_00);
  expect(await days()).toContain('2026-03-05 bank 100 0');
});
