import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { keptMonthsOf } from './kept-month.queries.ts';
import { idOf, monthOfId } from './slice.service.ts';
import { verifyTenant } from './verify.service.ts';

const JANUARY = new Date('2026-01-25T08:00:00Z');
const MARCH = new Date('2026-03-20T08:00:00Z');
const clock = new SetClock(MARCH);
let server: TestServer;
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

const DAY = 24 * 60;

/** A tenant whose cars came in January; one of them is inside still, and the rest of the year has gone on to March. */
async function olderTenant() {
  clock.set(JANUARY);
  const user = await server.newTenant();
  const gate = new TestGate(server, user, clock, JANUARY);
  const lot = await gate.newLot();
  // On the white list cars drive out without paying.
  for (const plate of ['粤B20001', '粤B20002', '粤B20003'])
    await owner.query(
      `insert into white_list (tenant_id, id, created_at, updated_at, plate, lot_ids, valid_from, valid_until, owner_name)
       values ($1, gen_random_uuid(), $2, $2, $3, array[$4::uuid], $2, null, 'Owner')`,
      [user.tenantId, JANUARY, plate, lot.id],
    );
  await gate.see(lot.entry, '粤B20001', 1);
  await gate.see(lot.exit, '粤B20001', 200);
  await gate.see(lot.entry, '粤B20002', 10);
  await gate.see(lot.entry, '粤B20003', 20 * DAY);
  await gate.see(lot.exit, '粤B20003', 20 * DAY + 90);
  await gate.see(lot.entry, '粤B20004', 50 * DAY);
  clock.set(MARCH);
  await server.product.consumers.drain();
  return { user, gate, lot };
}

const kernel = () => server.product.kernel;
const brokenOf = async ({ tenantId }: TestUser) =>
  (await verifyTenant(kernel(), tenantId)).filter((one) => one.brokenCount > 0).map((one) => one.key);
const monthsOf = ({ tenantId }: TestUser) => keptMonthsOf(kernel(), tenantId);
const changeFee = (user: TestUser, by: number) =>
  owner.query(
    `update parking_order set fee_fen = fee_fen + $2 where tenant_id = $1 and plate = '粤B20001' and parking_state = 'left'`,
    [user.tenantId, by],
  );

test('ids of a month lie between its bounds', () => {
  expect(monthOfId(idOf('2026-03-01').replace(/-0000-0/, '-7000-8'))).toBe('2026-03-01');
  expect(idOf('2026-03-01') < idOf('2026-04-01')).toBe(true);
  expect(monthOfId('8a6e0804-2bd0-4672-b79d-d97027f9071a')).toBeNull();
});

test('a closed month is checked once and its result kept until somebody asks again', async () => {
  const { user } = await olderTenant();
  expect(await brokenOf(user)).toEqual([]);
  expect((await monthsOf(user)).map((one) => [one.month, one.brokenCount, one.isStale])).toEqual([
    ['2026-02-01', 0, false],
    ['2026-01-01', 0, false],
  ]);
  // What nobody reported is not looked for in a closed month; in the open one it is.
  await changeFee(user, 1);
  expect(await brokenOf(user)).toEqual([]);
  const auditor = await server.newUser(user, ['verify.run']);
  expect(await auditor.call('/api/verify/recheckMonth', { Month: '2025-01-01' })).toMatchObject({
    code: 'verify.month-not-kept',
  });
  expect(await auditor.call('/api/verify/recheckMonth', { Month: '2026-01-01' })).toMatchObject({ state: 'success' });
  const { data } = await auditor.call('/api/verify/run');
  expect(data).toMatchObject({ IsSound: false, IsRunning: false });
  expect(data.DoneSteps).toBe(data.TotalSteps);
  expect(
    data.Checks.filter((one: { BrokenCount: number }) => one.BrokenCount > 0).map((one: { Key: string }) => one.Key),
  ).toEqual(['order-events', 'order-money', 'fee-lines', 'order-payments']);
  expect(data.Months.map((one: { BrokenCount: number }) => one.BrokenCount)).toEqual([0, 4]);
  // The result of the month stays until it is checked again.
  await changeFee(user, -1);
  expect(await brokenOf(user)).toEqual(['order-events', 'order-money', 'fee-lines', 'order-payments']);
  await auditor.call('/api/verify/recheckMonth', { Month: '2026-01-01' });
  expect(await brokenOf(user)).toEqual([]);
  expect((await auditor.call('/api/verify/get')).data).toMatchObject({ IsSound: true, IsRunning: false });
});

test('what happens later to a car of a closed month has that month checked again, and no other', async () => {
  const { user, gate, lot } = await olderTenant();
  expect(await brokenOf(user)).toEqual([]);
  const before = await monthsOf(user);
  // A fault without any event, which only a new check can see.
  await changeFee(user, 1);
  await gate.see(lot.exit, '粤B20002', 54 * DAY);
  await server.product.consumers.drain();
  expect((await monthsOf(user)).filter((one) => one.isStale).map((one) => one.month)).toEqual(['2026-01-01']);
  expect(await brokenOf(user)).toEqual(['order-events', 'order-money', 'fee-lines', 'order-payments']);
  const after = await monthsOf(user);
  expect(after.some((one) => one.isStale)).toBe(false);
  expect(after[0]).toEqual(before[0]);
});

test('sums over months are carried: a counter that lost a car is found with all events in closed months', async () => {
  const { user } = await olderTenant();
  expect(await brokenOf(user)).toEqual([]);
  const { rows } = await owner.query(
    `select figures from verify_month where tenant_id = $1 and check_key = 'cars-inside' order by month`,
    [user.tenantId],
  );
  // One car of January is inside still, none of February.
  expect(rows.map((one) => Object.values(one.figures))).toEqual([['1'], ['0']]);
  await owner.query('update lot_state set cars_inside = cars_inside - 1 where tenant_id = $1', [user.tenantId]);
  expect(await brokenOf(user)).toEqual(['cars-inside']);
});

test('a run that is killed goes on behind the months it has kept', async () => {
  const { user } = await olderTenant();
  const { database, log } = kernel();
  let steps = 0;
  const killed: typeof database = {
    ...database,
    inTenant: (...asked) => {
      steps += 1;
      if (steps > 60) throw new Error('killed');
      return database.inTenant(...asked);
    },
  };
  await expect(verifyTenant({ database: killed, log }, user.tenantId)).rejects.toThrow('killed');
  const keptRows = async () =>
    (
      await owner.query(
        `select month, check_key, checked_at from verify_month where tenant_id = $1 and checked_at is not null order by 1, 2`,
        [user.tenantId],
      )
    ).rows;
  const kept = await keptRows();
  expect(kept.length).toBeGreaterThan(3);
  clock.set(new Date(MARCH.getTime() + 60_000));
  expect(await brokenOf(user)).toEqual([]);
  const all = await keptRows();
  expect(all.length).toBeGreaterThan(kept.length);
  expect(all).toEqual(expect.arrayContaining(kept));
  const { rows } = await owner.query(
    'select done_steps, total_steps, finished_at from verify_run where tenant_id = $1',
    [user.tenantId],
  );
  expect(rows[0].done_steps).toBe(rows[0].total_steps);
  expect(rows[0].finished_at).not.toBeNull();
});
