import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-01T00:00:00+08:00');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let lotId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  lotId = (await admin.call('/api/parkLot/create', { Name: 'LotA', Code: 'A', Capacity: 10 })).data.Id;
  for (const Kind of ['pack.refund', 'pack.discount']) await setFlow(server, admin, { Kind, IsEnabled: false });
});
afterAll(() => server?.stop());

const RIGHTS = ['pack.list', 'pack.sell', 'pack.renew', 'pack.pause', 'pack.cancel', 'pack.refund'];
const seller = () =>
  server.newUser(admin, [...RIGHTS, 'pack-rule.create', 'pack-rule.list', 'payment.list', 'lot.list', 'review.list']);
const boss = () => server.newUser(admin, ['review.list', 'review.decide', 'pack.list']);
const on = (day: string) => clock.set(new Date(`${day}T00:00:00+08:00`));

async function sold(by: TestUser, rule: object = {}, sale: object = {}): Promise<{ id: string; plate: string }> {
  made += 1;
  const plate = `浙A${50_000 + made}`;
  const { data } = await by.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '310.00', ...rule });
  const answer = await by.call('/api/pack/sell', {
    PackRuleId: data.Id,
    LotId: lotId,
    Plates: [plate],
    OwnerName: 'Li',
    ValidFrom: START.toISOString(),
    Amount: '310.00',
    Method: 'qr',
    ...sale,
  });
  expect([answer.message, answer.code]).toEqual(['', undefined]);
  return { id: answer.data.PackId, plate };
}
const state = async (by: TestUser, id: string) => (await by.call('/api/pack/get', { Id: id })).data.State;
const money = async (by: TestUser, Plate: string) => {
  const { data } = await by.call('/api/payment/getPaymentPage', { Plate });
  return {
    rows: data.Rows.map((one: Record<string, string>) => [one.Purpose, one.Channel, one.Amount]).reverse(),
    sum: data.Totals.Amount,
  };
};
const refund = (by: TestUser, PackId: string, Amount: string, more: object = {}) =>
  by.call('/api/pack/refund', { PackId, Amount, Method: 'qr', Note: 'moved away', ...more });
const soundness = async () => {
  const results = await verifyTenant(server.product.kernel, admin.tenantId);
  return results.filter((one) => one.brokenCount > 0).map((one) => [one.key, one.broken]);
};

test('the price of a pack and its refund are booked payments', async () => {
  on('2026-03-01');
  const by = await seller();
  const { id, plate } = await sold(by);
  on('2026-03-11');
  const later = await seller();
  await later.call('/api/pack/renew', { PackId: id, Amount: '300.00', Method: 'cash' });
  expect(await money(later, plate)).toEqual({
    rows: [
      ['pack', 'qr', '310.00'],
      ['pack', 'cash', '300.00'],
    ],
    sum: '610.00',
  });
  // 21 of 31 days of the first month and the whole of the second.
  const { data } = await later.call('/api/pack/getPack', { PackId: id });
  expect(data).toMatchObject({ Refund: '510.00', UnusedDays: 51, Pending: null });
  expect(data.Terms).toMatchObject([
    { Paid: '310.00', Days: 31, LeftDays: 21, Worth: '210.00' },
    { Paid: '300.00', Days: 30, LeftDays: 30, Worth: '300.00' },
  ]);
  expect((await refund(later, id, '510.01')).code).toBe('pack.refund-too-much');
  expect((await refund(later, id, '500.00', { Method: 'cash' })).data).toEqual({ ReviewId: null, IsPending: false });
  expect((await later.call('/api/pack/get', { Id: id })).data).toMatchObject({ State: 'refunded', Refunded: '500.00' });
  expect(await money(later, plate)).toMatchObject({ sum: '110.00' });
  // Each refund is of one payment, the newest first.
  expect((await money(later, plate)).rows.slice(2)).toEqual([
    ['pack-refund', 'cash', '-300.00'],
    ['pack-refund', 'cash', '-200.00'],
  ]);
  expect((await refund(later, id, '1.00')).code).toBe('pack.not-possible');
  expect(await soundness()).toEqual([]);
  const [booked] = await server.product.kernel.database.system<object>(
    `select sum(amount_fen) filter (where account = 'revenue')::int as revenue,
       sum(amount_fen) filter (where account = 'cash')::int as cash, sum(amount_fen)::int as all
     from ledger_entry where tenant_id = $1`,
    [admin.tenantId],
  );
  expect(booked).toEqual({ revenue: -11_000, cash: -20_000, all: 0 });
});

test('a free pack has no payment', async () => {
  on('2026-03-01');
  const by = await seller();
  const { plate } = await sold(by, {}, { Amount: '0.00', Method: 'free' });
  expect((await money(by, plate)).rows).toEqual([]);
  made += 1;
  const { data } = await by.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '1.00' });
  const answer = await by.call('/api/pack/sell', {
    PackRuleId: data.Id,
    LotId: lotId,
    Plates: [`浙A${50_000 + made}`],
    OwnerName: 'Li',
    ValidFrom: START.toISOString(),
    Amount: '1.00',
    Method: 'free',
  });
  expect(answer.code).toBe('pack.free-amount');
});

test('of two concurrent refunds of a pack one succeeds', async () => {
  on('2026-03-01');
  const by = await seller();
  const { id, plate } = await sold(by);
  const answers = await Promise.all([1, 2, 3].map(() => refund(by, id, '310.00')));
  expect(answers.filter((one) => one.state === 'success')).toHaveLength(1);
  expect(await money(by, plate)).toMatchObject({ sum: '0.00' });
  expect(await soundness()).toEqual([]);
});

test('a pack paid in cash is refused where cash is not accepted', async () => {
  on('2026-03-01');
  const other = await admin.call('/api/parkLot/create', { Name: 'LotB', Code: 'B', Capacity: 10 });
  await admin.call('/api/payConfig/create', { Channel: 'cash', LotId: other.data.Id, IsEnabled: false, FeePercent: 0 });
  made += 1;
  const { data } = await admin.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '1.00' });
  const answer = await admin.call('/api/pack/sell', {
    PackRuleId: data.Id,
    LotId: other.data.Id,
    Plates: [`浙A${50_000 + made}`],
    OwnerName: 'Li',
    ValidFrom: START.toISOString(),
    Amount: '1.00',
    Method: 'cash',
  });
  expect(answer.state).not.toBe('success');
});

test('a sale and a refund await approval and have no effect until then', async () => {
  on('2026-03-01');
  await setFlow(server, admin, { Kind: 'pack.refund' });
  const [by, other] = [await seller(), await boss()];
  const decide = (ReviewId: string, act: 'approve' | 'reject', who = other) =>
    who.call(`/api/review/${act}`, { ReviewIds: [ReviewId], Note: 'looked at it' });
  const reviewOf = async (kind: string) =>
    (await other.call('/api/review/getReviewList', { Kind: kind, State: 'pending' })).data.Rows[0].Id as string;

  const { id, plate } = await sold(by, { HasReview: true });
  expect(await state(by, id)).toBe('pending');
  const sale = await reviewOf('pack.sale');
  const { Changes } = (await other.call('/api/review/getReview', { ReviewId: sale })).data;
  expect(Changes.map((one: { After: { Zh: string } }) => one.After.Zh).slice(1)).toEqual([
    '2026-03-01 00:00 – 2026-04-01 00:00',
    '¥310.00',
    '¥310.00',
  ]);
  await decide(sale, 'approve');
  expect(await state(by, id)).toBe('active');

  const asked = await refund(by, id, '310.00');
  expect(asked.data.IsPending).toBe(true);
  expect(await state(by, id)).toBe('active');
  expect((await by.call('/api/pack/getPack', { PackId: id })).data.Pending).toBe('refund');
  expect(await money(by, plate)).toMatchObject({ sum: '310.00' });
  for (const answer of [
    await refund(by, id, '1.00'),
    await by.call('/api/pack/pause', { PackId: id, Act: 'pause', Note: 'wait' }),
  ])
    expect(answer.code).toBe('pack.under-review');
  await decide(asked.data.ReviewId, 'reject');
  await server.until('the end of the request', async () => {
    await server.product.consumers.drain();
    return (await by.call('/api/pack/getPack', { PackId: id })).data.Pending === null;
  });

  const again = await refund(by, id, '300.00');
  await decide(again.data.ReviewId, 'approve');
  expect(await state(by, id)).toBe('refunded');
  // Cash belongs to the shift of the requester, who refunds it, not of the approver.
  const [paid] = (await by.call('/api/payment/getPaymentPage', { Plate: plate, Purpose: 'pack-refund' })).data.Rows;
  const [asker] = (await by.call('/api/pack/getReturnPage', { Plate: plate, State: 'done' })).data.Rows;
  expect(paid.ActorName).toBe(asker.RequestedByName);
  expect(await money(by, plate)).toMatchObject({ sum: '10.00' });
  const returns = (await by.call('/api/pack/getReturnPage', { Plate: plate })).data;
  expect(returns.Rows.map((one: Record<string, string>) => [one.State, one.Worth, one.Amount])).toEqual([
    ['done', '310.00', '300.00'],
    ['rejected', '310.00', '310.00'],
  ]);
  expect(returns.Totals.Amount).toBe('300.00');

  const refused = await sold(by, { HasReview: true });
  await decide(await reviewOf('pack.sale'), 'reject');
  await server.until('the end of the sale', async () => {
    await server.product.consumers.drain();
    return (await state(by, refused.id)) === 'cancelled';
  });
  // It never took effect: the full amount can be refunded.
  expect((await by.call('/api/pack/getPack', { PackId: refused.id })).data.Refund).toBe('310.00');
  expect(await soundness()).toEqual([]);
});

describe('below the price', () => {
  beforeAll(() => setFlow(server, admin, { Kind: 'pack.discount', AmountFrom: '10.00' }));
  afterAll(() => setFlow(server, admin, { Kind: 'pack.discount', IsEnabled: false }));

  const validUntil = async (by: TestUser, id: string) => (await by.call('/api/pack/get', { Id: id })).data.ValidUntil;
  const pendingOf = async (other: TestUser, id: string) =>
    (await other.call('/api/review/getReviewList', { State: 'pending' })).data.Rows.filter(
      (one: { SubjectId: string }) => one.SubjectId === id,
    ) as { Id: string; Kind: string; Amount: string }[];
  const approve = (other: TestUser, ReviewId: string) => other.call('/api/review/approve', { ReviewIds: [ReviewId] });

  test('a pack is sold only once another person approves the discount', async () => {
    on('2026-03-01');
    const [by, other] = [await seller(), await boss()];
    const free = await sold(by, { Price: '480.00' }, { Amount: '0.00', Method: 'cash' });
    expect(await state(by, free.id)).toBe('pending');
    const [request] = await pendingOf(other, free.id);
    expect(request).toMatchObject({ Kind: 'pack.discount', Amount: '480.00' });
    expect((await approve(by, request!.Id)).code).toBe('kernel.no-permission');
    expect((await approve(other, request!.Id)).message).toBe('');
    expect(await state(by, free.id)).toBe('active');
    // A free pack is a discount too; two periods cost twice the price.
    const gift = await sold(by, {}, { Amount: '0.00', Method: 'free' });
    const two = await sold(by, {}, { Count: 2 });
    expect([await state(by, gift.id), await state(by, two.id)]).toEqual(['pending', 'pending']);
    const [refused] = await pendingOf(other, gift.id);
    await other.call('/api/review/reject', { ReviewIds: [refused!.Id], Note: 'not for nothing' });
    await server.until('the end of the sale', async () => {
      await server.product.consumers.drain();
      return (await state(by, gift.id)) === 'cancelled';
    });
    expect(await soundness()).toEqual([]);
  });

  test('a rule that requires approval of each sale requires it for a discount too', async () => {
    on('2026-03-01');
    const [by, other] = [await seller(), await boss()];
    const { id } = await sold(by, { HasReview: true }, { Amount: '100.00' });
    const [one, two] = await pendingOf(other, id);
    expect([one!.Kind, two!.Kind].sort()).toEqual(['pack.discount', 'pack.sale']);
    expect((await approve(other, one!.Id)).message).toBe('');
    expect(await state(by, id)).toBe('pending');
    expect((await approve(other, two!.Id)).message).toBe('');
    expect(await state(by, id)).toBe('active');
  });

  test('small discounts of one pack add up, and the renewal awaits approval', async () => {
    on('2026-03-01');
    const [by, other] = [await seller(), await boss()];
    const { id, plate } = await sold(by, { RenewBeforeDays: 300 }, { Amount: '304.01' });
    expect(await state(by, id)).toBe('active');
    const renew = (Amount: string) => by.call('/api/pack/renew', { PackId: id, Amount, Note: 'a neighbour' });
    expect((await renew('306.00')).data).toMatchObject({ IsPending: false });
    const before = await validUntil(by, id);
    const asked = await renew('309.99');
    expect(asked.data).toMatchObject({ IsPending: true, ValidUntil: before });
    expect(await validUntil(by, id)).toBe(before);
    expect(await money(by, plate)).toMatchObject({ sum: '610.01' });
    expect((await approve(other, asked.data.ReviewId)).message).toBe('');
    expect(await validUntil(by, id)).not.toBe(before);
    const { data } = await by.call('/api/payment/getPaymentPage', { Plate: plate });
    expect(new Set(data.Rows.map((one: { ActorName: string }) => one.ActorName)).size).toBe(1);
    expect(await money(by, plate)).toMatchObject({ sum: '920.00' });
    expect(await soundness()).toEqual([]);
  });

  test('of two concurrent discounts that reach the threshold together one awaits approval', async () => {
    on('2026-03-01');
    const by = await seller();
    const { id } = await sold(by, { RenewBeforeDays: 300 });
    const answers = await Promise.all([1, 2].map(() => by.call('/api/pack/renew', { PackId: id, Amount: '304.00' })));
    expect(answers.map((one) => one.data.IsPending).sort()).toEqual([false, true]);
  });
});

test('a refund is limited to the value that remains at its approval', async () => {
  on('2026-03-01');
  const { id, plate } = await sold(await seller());
  on('2026-03-11');
  const [by, other] = [await seller(), await boss()];
  const asked = await refund(by, id, '210.00');
  expect(asked.data.IsPending).toBe(true);
  on('2026-03-21');
  const late = { ...other, ...(await boss()) };
  expect((await late.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId] })).message).toBe('');
  const looker = await seller();
  expect((await looker.call('/api/pack/getReturnPage', { Plate: plate })).data.Rows).toMatchObject([
    { State: 'done', Worth: '110.00', Amount: '110.00' },
  ]);
  expect(await money(looker, plate)).toMatchObject({ sum: '200.00' });
  expect(await soundness()).toEqual([]);
});

test('an SMS reminds of a pack that ends soon, once per end date', async () => {
  on('2026-03-01');
  const { Reminders } = (await admin.call('/api/push/reminder/getAll')).data;
  const rule = Reminders.find((one: { Kind: string }) => one.Kind === 'pack-ending');
  expect((await admin.call('/api/push/reminder/save', { ...rule, IsToOwner: true })).message).toBe('');
  const by = await seller();
  const { id, plate } = await sold(by, { RemindDays: 5 }, { OwnerPhone: '13900139000' });
  const told = async () => {
    await runReminders(server.product.kernel, admin.tenantId);
    await server.product.consumers.drain();
    return server.product.kernel.database.system<{ recipient: string; body: string }>(
      `select recipient, body from push_send where tenant_id = $1 and body like $2 order by at`,
      [admin.tenantId, `%${plate}%`],
    );
  };
  on('2026-03-26');
  expect(await told()).toEqual([]);
  on('2026-03-28');
  expect(await told()).toMatchObject([{ recipient: '13900139000' }]);
  const [first] = await told();
  expect(first!.body).toContain('有效至2026-03-31');
  expect(await told()).toHaveLength(1);
  const later = await seller();
  await later.call('/api/pack/renew', { PackId: id, Amount: '300.00' });
  expect(await told()).toHaveLength(1);
  on('2026-04-28');
  expect(await told()).toHaveLength(2);
});
