import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { findEntries } from './standing.queries.ts';
import { standingOf } from './standing.service.ts';

let server: TestServer;
let user: TestUser;
let lots: string[];
let plate = '';
let made = 10_000;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lot = async (Code: string) =>
    (await user.call('/api/parkLot/create', { Name: `Lot-${Code}`, Code, Capacity: 10 })).data.Id;
  lots = [await lot('A'), await lot('B')];
});
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  plate = `浙A${made}`;
});

const span = { ValidFrom: '2026-03-01T00:00:00Z', ValidUntil: '2026-04-01T00:00:00Z' };
const black = (values: object = {}, by = user) =>
  by.call('/api/billBlackPlate/create', { Plate: plate, Reason: 'Debts', ...span, ...values });
const white = (values: object = {}, by = user) =>
  by.call('/api/billWhitePlate/create', { Plate: plate, ...span, ...values });
const standing = async (at = '2026-03-15T00:00:00Z', lotId = lots[0]!) => {
  const who = await user.who();
  return server.product.kernel.database.inTenant(who, (tx) =>
    standingOf(
      tx,
      { plate, lotId, at: new Date(at), zone: 'Asia/Shanghai', vehicleKind: null, arrears: null },
      async () => [],
    ),
  );
};

test('a plate on no list is a temporary car', async () => {
  expect(await standing()).toMatchObject({ standing: 'temporary', entry: null, action: null });
});

test('black comes before white, with the reason in both languages', async () => {
  await white({ LotId: lots[0] });
  expect(await standing()).toMatchObject({ standing: 'white', words: { zh: '白名单', en: 'White list' } });
  const id = (await black()).data.Id;
  expect(await standing()).toEqual({
    standing: 'black',
    name: { zh: '黑名单', en: 'Black list' },
    entry: { kind: 'black', id },
    action: 'deny',
    words: { zh: '黑名单：Debts', en: 'Black list: Debts' },
  });
});

test('of overlapping entries the strictest applies, then that of the lot, then the newest', async () => {
  const warn = await black({ Action: 'warn', LotId: lots[0] });
  expect((await standing()).action).toBe('warn');
  const everywhere = await black({ Action: 'deny' });
  expect((await standing()).entry?.id).toBe(everywhere.data.Id);
  const here = await black({ Action: 'deny', LotId: lots[0], ValidUntil: null });
  expect((await standing()).entry?.id).toBe(here.data.Id);
  const younger = await black({ Action: 'deny', LotId: lots[0], ValidFrom: '2026-03-02T00:00:00Z' });
  expect((await standing()).entry?.id).toBe(younger.data.Id);
  expect((await standing(undefined, lots[1]!)).entry?.id).toBe(everywhere.data.Id);
  expect(warn.state).toBe('success');
});

test('an entry holds from its start up to its end, in its lot', async () => {
  await white({ LotId: lots[1] });
  const at = async (moment: string) => (await standing(moment, lots[1]!)).standing;
  expect(await at('2026-02-28T23:59:59.999Z')).toBe('temporary');
  expect(await at('2026-03-01T00:00:00Z')).toBe('white');
  expect(await at('2026-03-31T23:59:59.999Z')).toBe('white');
  expect(await at('2026-04-01T00:00:00Z')).toBe('temporary');
  expect((await standing()).standing).toBe('temporary');
});

test('the same entry exists once', async () => {
  await black({ ValidUntil: null });
  expect((await black({ ValidUntil: null })).code).toBe('kernel.duplicate');
  expect((await black({ ValidUntil: null, LotId: lots[0] })).state).toBe('success');
});

test('an entry without an end holds for ever', async () => {
  await black({ ValidUntil: null });
  expect((await standing('2099-01-01T00:00:00Z')).standing).toBe('black');
});

test('the plate is written in one form and must be one', async () => {
  plate = plate.replace('A', 'a·');
  expect((await black()).state).toBe('success');
  plate = `浙A${made}`;
  expect((await standing()).standing).toBe('black');
  const answer = await white({ Plate: '没有车牌' });
  expect(answer.code).toBe('vehicle-list.bad-plate');
});

test('the start may not be later than the end', async () => {
  const values = { ValidFrom: span.ValidUntil, ValidUntil: span.ValidFrom };
  for (const answer of [await black(values), await white(values)]) {
    expect(answer.code).toBe('vehicle-list.ends-before-start');
    expect(answer.message).toBe('开始时间不能大于结束时间!');
  }
});

test('an account limited to some lots cannot change entries of all lots', async () => {
  const id = (await black()).data.Id;
  const rights = ['list', 'create', 'update', 'delete'].map((act) => `black-list.${act}`);
  const scoped = await server.newUser(user, rights, [lots[0]!]);
  expect((await scoped.call('/api/billBlackPlate/get', { Id: id })).state).toBe('success');
  expect((await black({}, scoped)).code).toBe('vehicle-list.lot-needed');
  expect((await black({ LotId: lots[1] }, scoped)).code).toBe('kernel.not-found');
  expect((await black({ LotId: lots[0] }, scoped)).state).toBe('success');
  const taken = await scoped.call('/api/billBlackPlate/update', { Id: id, LotId: lots[0] });
  expect(taken.code).toBe('vehicle-list.not-yours');
  expect((await scoped.call('/api/billBlackPlate/delete', { Id: id })).code).toBe('vehicle-list.not-yours');
});

test('the look-up of a plate reads indexes alone', async () => {
  const plan = await server.product.kernel.database.inTenant(await user.who(), async (tx) => {
    let text = '';
    const query = (sql: string) => {
      text = sql;
      return Promise.resolve([]);
    };
    await findEntries({ ...tx, query: query as never }, plate, lots[0]!, tx.now);
    await tx.query('set local enable_seqscan = off');
    return tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [tx.tenantId, plate, lots[0], tx.now]);
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  for (const index of [
    'black_list_tenant_id_plate',
    'white_list_tenant_id_plate',
    'pack_plate_plate',
    // Of a few rows either of its indexes will do.
    'visit_list_',
  ])
    expect(text).toContain(index);
  expect(text).not.toContain('Seq Scan');
});

test('the look-up of a typed plate returns its current lists within the lots of the caller', async () => {
  const now = { ValidFrom: '2026-03-01T00:00:00Z', ValidUntil: '2100-01-01T00:00:00Z' };
  const asked = async (by = user) =>
    (await by.call('/api/plateStanding/get', { Plate: plate.toLowerCase() })).data.Entries.map(
      (one: { Kind: string; LotName: string | null }) => [one.Kind, one.LotName],
    );
  expect(await asked()).toEqual([]);
  await black({ ...now, LotId: lots[0] });
  await white(now);
  await white({ ValidUntil: '2026-03-02T00:00:00Z' });
  expect(await asked()).toEqual([
    ['black', 'Lot-A'],
    ['white', null],
  ]);
  const elsewhere = await server.newUser(user, ['black-list.list'], [lots[1]!]);
  expect(await asked(elsewhere)).toEqual([['white', null]]);
  const stranger = await server.newUser(user, []);
  expect((await stranger.call('/api/plateStanding/get', { Plate: plate })).code).toBe('kernel.no-permission');
});
