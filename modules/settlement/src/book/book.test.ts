import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { playShift } from '@boyun/test-server/shift';
import { newPlate, TestShop } from '@boyun/test-server/shop';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

/** Noon of the last day of a month in Shanghai. */
const START = new Date('2026-03-31T04:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let shop: TestShop;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
beforeEach(async () => {
  shop = await TestShop.open(server, clock, START);
  user = shop.user;
});
afterAll(() => server?.stop());

const done = async (path: string, body: object = {}, by = user) => {
  const answer = await by.call(path, body);
  expect([path, answer.message]).toEqual([path, '']);
  return answer.data;
};
/** Goes to a time; a session lasts for hours, so the administrator signs in again. */
async function at(time: string): Promise<void> {
  clock.set(new Date(time));
  const sql = 'select code from tenant where id = $1';
  const [tenant] = await server.product.kernel.database.system<{ code: string }>(sql, [user.tenantId]);
  const body = { Account: 'admin', Password: 'Boyun#2026', TenantId: tenant!.code };
  const token = (await server.call('/api/tenantUser/login', body)).data.AccessToken;
  user = { ...user, token, call: (path, more) => server.callAs(token, path, more) };
}
/** A car that stays four hours for 12 yuan, from a minute on, and pays them in cash; returns its order. */
async function park(minute = 0): Promise<string> {
  const { id, due } = await shop.stay(newPlate(), minute);
  await done('/api/order/collectCash', { OrderId: id, Amount: (due / 100).toFixed(2) });
  return id;
}
const verified = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};
const rowsOf = async (path: string, body: object = {}, by = user) => (await done(path, body, by)).Rows;

describe('the books', () => {
  test('show each movement of money with the balance of its account, and its whole transaction', async () => {
    await park();
    await park(300);
    await playShift(server, user, shop.lot.id);
    const { Rows, Totals } = await done('/api/cashFlow/getPage', { Account: 'cash' });
    expect(Rows.map((one: Record<string, string>) => [one.Subject, one.In, one.Balance])).toEqual([
      ['payment', '12.00', '24.00'],
      ['payment', '12.00', '12.00'],
    ]);
    expect(Totals).toEqual({ In: '24.00', Out: '0.00' });
    expect(Rows[0]).toMatchObject({ PartyName: 'Admin', Number: expect.stringMatching(/^Z/), LotId: shop.lot.id });
    const { Entries, Subject } = await done('/api/ledger/getTransaction', { TransactionId: Rows[0].TransactionId });
    expect(Subject).toBe('payment');
    expect(Entries.map((one: Record<string, string>) => [one.Code, one.Debit, one.Credit])).toEqual([
      ['1001', '12.00', null],
      ['1122', null, '12.00'],
    ]);
    // A page that begins in the middle has the balances of what is before it.
    const [first, second] = [
      await rowsOf('/api/ledger/getPage', { Account: 'float', PerPage: 1, Page: 1 }),
      await rowsOf('/api/ledger/getPage', { Account: 'float', PerPage: 1, Page: 2 }),
    ];
    expect([first[0].Balance, second[0].Balance]).toEqual(['98.00', '100.00']);
  });

  test('balance, by kind and by party, before and after a day is summed up', async () => {
    await park();
    await playShift(server, user, shop.lot.id);
    const balance = async (body: object = {}) =>
      (await done('/api/trialBalance/getPage', body)) as {
        Rows: Record<string, string>[];
        Totals: Record<string, string>;
      };
    const today = { From: '2026-03-31', To: '2026-03-31' };
    const before = await balance(today);
    expect(before.Totals.Debit).toBe(before.Totals.Credit);
    expect(before.Totals.ClosingDebit).toBe(before.Totals.ClosingCredit);
    expect(before.Rows.map((one) => [one.Code, one.Account, one.ClosingDebit, one.ClosingCredit])).toEqual([
      ['1001', 'cash', '12.00', '0.00'],
      ['1001', 'float', '98.00', '0.00'],
      ['1001', 'safe', '0.00', '100.00'],
      ['1122', 'receivable', '0.00', '0.00'],
      ['6001', 'revenue', '0.00', '12.00'],
      ['6711', 'cash-difference', '2.00', '0.00'],
    ]);
    await at('2026-04-02T04:00:00Z');
    await done('/api/accountingPeriod/close', { Month: '2026-03' });
    expect(await balance(today)).toEqual(before);
    const next = await balance({ From: '2026-04-01', Account: 'revenue' });
    expect(next.Rows).toMatchObject([
      { PartyName: '停车费', OpeningCredit: '12.00', Credit: '0.00', ClosingCredit: '12.00' },
    ]);
  });

  test('make one voucher a day that adds up, with the codes of the tenant', async () => {
    await done('/api/accountCode/create', { Account: 'cash', Code: '1001.01', CodeName: '库存现金-收费员' });
    await park();
    await at('2026-04-01T02:00:00Z');
    await park(22 * 60);
    const { Rows, Totals } = await done('/api/voucher/getPage', { From: '2026-03-01' });
    expect(Totals.Debit).toBe(Totals.Credit);
    expect(
      Rows.map(
        (one: Record<string, string>) =>
          `${one.Day} ${one.VoucherNo} ${one.Code} ${one.Debit ?? ''}/${one.Credit ?? ''}`,
      ),
    ).toEqual([
      '2026-04-01 1 1001.01 12.00/',
      '2026-04-01 1 1122 12.00/',
      '2026-04-01 1 1122 /12.00',
      '2026-04-01 1 6001 /12.00',
      '2026-03-31 1 1001.01 12.00/',
      '2026-03-31 1 1122 12.00/',
      '2026-03-31 1 1122 /12.00',
      '2026-03-31 1 6001 /12.00',
    ]);
  });

  test('close month by month: nothing is booked in a closed one, and the last is reopened with approval', async () => {
    await park();
    expect((await user.call('/api/accountingPeriod/close', { Month: '2026-03' })).code).toBe(
      'accounting-period.not-over',
    );
    await at('2026-04-01T02:00:00Z');
    await park(22 * 60);
    expect((await user.call('/api/accountingPeriod/close', { Month: '2026-04' })).code).toBe(
      'accounting-period.not-next',
    );
    await done('/api/accountingPeriod/close', { Month: '2026-03' });
    expect(await rowsOf('/api/accountingPeriod/list')).toMatchObject([
      { Month: '2026-04', State: 'open', Debit: '24.00' },
      { Month: '2026-03', State: 'closed', Debit: '24.00', Credit: '24.00', ClosedBy: 'Admin' },
    ]);
    const bookAt = (time: string) => {
      clock.set(new Date(time));
      return server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) =>
        book(
          tx,
          [
            { account: 'safe', party: shop.lot.id, amountFen: 1_00 },
            { account: 'bank', party: '', amountFen: -1_00 },
          ],
          { lotId: shop.lot.id },
        ),
      );
    };
    await expect(bookAt('2026-03-31T15:59:00Z')).rejects.toThrow('closed before 2026-04-01');
    await at('2026-04-01T02:30:00Z');
    // What comes late, such as a correction of March, is booked today.
    expect(await verified()).toEqual([]);
    const second = await server.newUser(user, ['review.list', 'review.decide']);
    const asked = await done('/api/accountingPeriod/reopen', { Month: '2026-03', Note: '漏记一笔' });
    expect(asked.IsPending).toBe(true);
    await expect(bookAt('2026-03-31T15:59:00Z')).rejects.toThrow('closed before');
    await at('2026-04-01T02:30:00Z');
    await done('/api/review/approve', { ReviewIds: [asked.ReviewId] }, second);
    await bookAt('2026-03-31T15:59:00Z');
    await at('2026-04-01T02:40:00Z');
    expect((await rowsOf('/api/accountingPeriod/list'))[1]).toMatchObject({
      State: 'open',
      Debit: '25.00',
      Note: '漏记一笔',
    });
    expect(await verified()).toEqual([]);
  });
});

describe('cash', () => {
  test('goes from persons without a shift into a safe and to the bank, never more than there is', async () => {
    await park();
    await playShift(server, user, shop.lot.id);
    const own = (await user.who()).userId!;
    const handIn = (Amount: string) => user.call('/api/cash/handIn', { AccountId: own, LotId: shop.lot.id, Amount });
    expect((await handIn('12.01')).message).toContain('12.00');
    expect((await handIn('12.00')).state).toBe('success');
    const deposit = (Amount: string) => user.call('/api/cash/deposit', { LotId: shop.lot.id, Amount, BankNo: 'D1' });
    // The float of the booth came out of the safe.
    expect((await deposit('1.00')).code).toBe('cash.more-than-safe');
    await done('/api/cash/withdraw', { LotId: shop.lot.id, Amount: '200.00' });
    expect((await deposit('100.00')).state).toBe('success');
    expect(await done('/api/cash/get')).toMatchObject({
      Person: '0.00',
      Float: '98.00',
      Safe: '12.00',
      Bank: '-100.00',
      Difference: '-2.00',
      People: [],
      Lots: [{ LotId: shop.lot.id, Safe: '12.00', Float: '98.00' }],
    });
    expect((await rowsOf('/api/cash/list')).map((one: Record<string, string>) => [one.Kind, one.Amount])).toEqual([
      ['deposit', '100.00'],
      ['withdrawal', '200.00'],
      ['hand-in', '12.00'],
    ]);
    expect(await verified()).toEqual([]);
  });

  test('of a shift stays with its holder until it is handed over', async () => {
    const holder = await server.newUser(user, ['shift.take', 'order.collect', 'order.list']);
    const { Id: SentryId } = await done('/api/parkinLotSentry/create', { Name: 'Booth', LotId: shop.lot.id });
    await done('/api/shiftSentry/open', { SentryId, Opening: '0.00' }, holder);
    const { id, due } = await shop.stay(newPlate());
    await done('/api/order/collectCash', { OrderId: id, Amount: (due / 100).toFixed(2) }, holder);
    const accountId = (await holder.who()).userId!;
    expect((await done('/api/cash/get')).People).toMatchObject([
      { AccountId: accountId, Cash: '12.00', Shift: '12.00' },
    ]);
    const body = { AccountId: accountId, LotId: shop.lot.id, Amount: '1.00' };
    expect((await user.call('/api/cash/handIn', body)).code).toBe('cash.more-than-cash');
  });
});

test('the report of refunds says what went back, why and by whom', async () => {
  const OrderId = await park();
  const [{ PaymentId, Left }] = await server.until('the car is out', async () => {
    const { Payments } = await done('/api/order/getRefundable', { OrderId });
    return Payments.length > 0 && Payments;
  });
  await done('/api/order/refund', {
    OrderId,
    PaymentId,
    Left,
    Amount: '5.00',
    Way: 'origin',
    Reason: '超时误收',
  });
  const { Rows, Totals } = await done('/api/refund/getPage', { State: 'succeeded' });
  expect(Rows).toMatchObject([
    {
      Amount: '5.00',
      Purpose: 'order-refund',
      Reason: '超时误收',
      Channel: 'cash',
      ActorName: 'Admin',
      PaymentNo: expect.stringMatching(/^Z/),
    },
  ]);
  expect(Totals).toMatchObject({ RefundCount: 1, Amount: '5.00', Failed: '0.00' });
});

test('who sees some lots only sees their entries, and balances of them alone', async () => {
  await park();
  const other = await shop.gate.newLot({}, { Capacity: 5 });
  const limited = await server.newUser(
    user,
    ['cash-flow.list', 'ledger-transaction.view', 'trial-balance.list', 'cash.list'],
    [other.id],
  );
  expect(await rowsOf('/api/cashFlow/getPage', {}, limited)).toEqual([]);
  expect(await rowsOf('/api/trialBalance/getPage', {}, limited)).toEqual([]);
  expect(await done('/api/cash/get', {}, limited)).toMatchObject({ Person: '0.00', People: [] });
  const [{ TransactionId }] = await rowsOf('/api/cashFlow/getPage');
  expect((await limited.call('/api/ledger/getTransaction', { TransactionId })).code).toBe('kernel.not-found');
});
