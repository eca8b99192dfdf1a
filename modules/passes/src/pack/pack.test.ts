import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { packExpiry } from './pack.server.ts';

const START = new Date('2026-03-01T00:00:00+08:00');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let lots: string[];
let made = 0;
let plate = '';

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const lot = async (Code: string) =>
    (await user.call('/api/parkLot/create', { Name: `Lot${Code}`, Code, Capacity: 10 })).data.Id;
  lots = [await lot('A'), await lot('B')];
  // No approval is required here.
  for (const Kind of ['pack.cancel', 'pack.discount']) await setFlow(server, user, { Kind, IsEnabled: false });
});
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  plate = `浙A${20_000 + made}`;
  clock.set(START);
});

const RIGHTS = ['list', 'sell', 'renew', 'change-plates', 'pause', 'cancel', 'refund'].map((act) => `pack.${act}`);
/** Advances to the start of a day; sessions expire by then, so another account signs in. */
const on = async (day: string) => {
  clock.set(new Date(`${day}T00:00:00+08:00`));
  user = await server.newUser(user, [...RIGHTS, 'pack-rule.create', 'pack-rule.list', 'lot.list']);
};
const at = (day: string) => new Date(`${day}T00:00:00+08:00`).toISOString();
async function newRule(values: object = {}): Promise<string> {
  made += 1;
  const answer = await user.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '300.00', ...values });
  expect([answer.message, answer.code]).toEqual(['', undefined]);
  return answer.data.Id;
}
const sell = (PackRuleId: string, values: object = {}) =>
  user.call('/api/pack/sell', {
    PackRuleId,
    LotId: lots[0],
    Plates: [plate],
    OwnerName: 'Li',
    ValidFrom: at('2026-03-01'),
    Amount: '300.00',
    ...values,
  });
const row = async (id: string) => (await user.call('/api/pack/get', { Id: id })).data;
const detail = async (id: string) => (await user.call('/api/pack/getPack', { PackId: id })).data;

async function sold(rule: Promise<string> | string = newRule(), values: object = {}): Promise<string> {
  const answer = await sell(await rule, values);
  expect([answer.message, answer.code]).toEqual(['', undefined]);
  return answer.data.PackId;
}

describe('a sale', () => {
  test.each([
    ['month', null, 1, '2026-04-01'],
    ['quarter', null, 1, '2026-06-01'],
    ['year', null, 2, '2028-03-01'],
    ['custom', 10, 3, '2026-03-31'],
  ])('of %s (%s days) × %i runs until %s', async (Period, Days, Count, until) => {
    const id = await sold(newRule({ Period, Days }), { Count });
    expect(await row(id)).toMatchObject({ State: 'active', ValidUntil: at(until), Plates: plate, Paid: '300.00' });
  });

  test('is refused for a rule that is not on sale, another lot, bad and too many plates', async () => {
    const stopped = await newRule({ IsOnSale: false });
    expect((await sell(stopped)).code).toBe('pack.not-on-sale');
    const elsewhere = await newRule({ LotIds: [lots[1]] });
    expect((await sell(elsewhere)).code).toBe('pack.wrong-lot');
    const rule = await newRule();
    expect((await sell(rule, { Plates: ['no plate'] })).code).toBe('vehicle-list.bad-plate');
    expect((await sell(rule, { Plates: [plate, '浙A99999'] })).code).toBe('pack.too-many-plates');
  });

  test('of the same rule to the same plate is refused while the first is in effect; of another rule it is allowed', async () => {
    const rule = await newRule();
    await sold(rule);
    expect((await sell(rule, { ValidFrom: at('2026-03-20') })).code).toBe('pack.has-pack');
    expect((await sell(rule, { ValidFrom: at('2026-04-01') })).state).toBe('success');
    expect((await sell(await newRule())).state).toBe('success');
  });

  test('beyond the quota is refused, also for concurrent sales', async () => {
    const rule = await newRule({ Quota: 3 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => sell(rule, { Plates: [`浙B${30_000 + made * 10 + index}`] })),
    );
    expect(answers.filter((one) => one.state === 'success')).toHaveLength(3);
    expect(new Set(answers.filter((one) => one.state !== 'success').map((one) => one.code))).toEqual(
      new Set(['pack.sold-out']),
    );
  });
});

describe('a renewal', () => {
  test('continues from the end, before it and shortly after it', async () => {
    const id = await sold();
    await on('2026-03-20');
    const early = await user.call('/api/pack/renew', { PackId: id, Amount: '300.00' });
    expect(early.data.ValidUntil).toBe(at('2026-05-01'));
    await on('2026-05-04');
    await packExpiry.run(server.product.kernel);
    expect((await row(id)).State).toBe('expired');
    const late = await user.call('/api/pack/renew', { PackId: id, Count: 2, Amount: '550.00' });
    expect(late.data.ValidUntil).toBe(at('2026-07-01'));
    expect(await row(id)).toMatchObject({ State: 'active', Paid: '1150.00', IsRenewed: true });
    expect(await row(await sold())).toMatchObject({ IsRenewed: false });
  });

  test('is refused outside its window', async () => {
    const id = await sold(newRule({ RenewBeforeDays: 5, RenewAfterDays: 3 }));
    await on('2026-03-20');
    expect((await user.call('/api/pack/renew', { PackId: id, Amount: '1.00' })).code).toBe('pack.too-early');
    await on('2026-04-05');
    expect((await user.call('/api/pack/renew', { PackId: id, Amount: '1.00' })).code).toBe('pack.too-late');
  });
});

test('a pause stops the time, and the remaining time continues on resume', async () => {
  const id = await sold();
  await on('2026-03-11');
  await user.call('/api/pack/pause', { PackId: id, Act: 'pause', Note: 'away' });
  expect(await row(id)).toMatchObject({ State: 'paused', PausedAt: at('2026-03-11') });
  await on('2026-03-31');
  expect(await detail(id)).toMatchObject({ UnusedDays: 21, Refund: '203.22' });
  await user.call('/api/pack/pause', { PackId: id, Act: 'resume', Note: 'back' });
  expect(await row(id)).toMatchObject({ State: 'active', ValidUntil: at('2026-04-21'), PausedAt: null });
});

test('new plates apply from now on, and the history lists every act', async () => {
  const rule = await newRule({ PlatesPerPack: 2 });
  const id = await sold(rule, { Plates: [plate, `浙C${10_000 + made}`] });
  await on('2026-03-11');
  const changed = await user.call('/api/pack/changePlates', {
    PackId: id,
    Plates: [plate, `浙D${10_000 + made}`],
    Note: 'new car',
  });
  expect(changed.state).toBe('success');
  const cars = await server.product.kernel.database.system<{ plate: string; isOver: boolean }>(
    `select plate, until_at is not null as "isOver" from pack_plate where pack_id = $1 order by plate`,
    [id],
  );
  expect(cars).toEqual([
    { plate, isOver: false },
    { plate: `浙C${10_000 + made}`, isOver: true },
    { plate: `浙D${10_000 + made}`, isOver: false },
  ]);
  const { History } = await detail(id);
  expect(History.map((one: { Act: string }) => one.Act)).toEqual(['plates-changed', 'sold']);
  expect(History[1]).toMatchObject({ Amount: '300.00', Method: 'cash', Plates: [plate, `浙C${10_000 + made}`] });
});

test('a cancellation returns the remaining value and is final', async () => {
  const id = await sold();
  await on('2026-03-16');
  const done = await user.call('/api/pack/cancel', { PackId: id, Note: 'moved away' });
  expect(done.data).toEqual({ Refund: '154.83', IsPending: false, ReviewId: null });
  expect((await row(id)).State).toBe('cancelled');
  expect((await user.call('/api/pack/renew', { PackId: id, Amount: '1.00' })).code).toBe('pack.not-possible');
});

test('an account of some lots neither sees packs of others nor sells there', async () => {
  const id = await sold();
  const rights = ['pack.list', 'pack.sell', 'pack.renew', 'pack-rule.list', 'lot.list', 'pack-rule.create'];
  const scoped = await server.newUser(user, rights, [lots[1]!]);
  expect((await scoped.call('/api/pack/getPack', { PackId: id })).code).toBe('kernel.not-found');
  expect((await scoped.call('/api/pack/renew', { PackId: id, Amount: '1.00' })).code).toBe('kernel.not-found');
  const values = { Name: 'Rule of all lots', Price: '1.00' };
  expect((await scoped.call('/api/packRule/create', values)).code).toBe('pack-rule.lots-needed');
});
