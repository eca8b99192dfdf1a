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
  lots = [await lot('A'), await lot('B'), await lot('C')];
});
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  plate = `浙A${made}`;
});

const span = { ValidFrom: '2025-03-01T00:00:00Z', ValidUntil: '2025-04-01T00:00:00Z' };
const black = (values: object = {}, by = user) =>
  by.call('/api/billBlackPlate/create', { Plate: plate, Reason: 'Debts', ...span, ...values });
const white = (values: object = {}, by = user) =>
  by.call('/api/billWhitePlate/create', { Plate: plate, ...span, ...values });
const standing = async (at = '2025-03-15T00:00:00Z', lotId = lots[0]!) => {
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

test('a remark has at most 32 characters', async () => {
  const refused = await white({ Remark: '备'.repeat(33) });
  expect(refused).toMatchObject({ state: 'fail', issues: [{ path: 'Remark' }] });
  expect(await white({ Remark: '备'.repeat(32) })).toMatchObject({ state: 'success' });
});

test('black comes before white, with the reason in both languages', async () => {
  await white({ LotIds: [lots[0]] });
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
  const warn = await black({ Action: 'warn', LotIds: [lots[0]] });
  expect((await standing()).action).toBe('warn');
  const everywhere = await black({ Action: 'deny' });
  expect((await standing()).entry?.id).toBe(everywhere.data.Id);
  const here = await black({ Action: 'deny', LotIds: [lots[0]], ValidUntil: null });
  expect((await standing()).entry?.id).toBe(here.data.Id);
  const younger = await black({ Action: 'deny', LotIds: [lots[0]], ValidFrom: '2025-03-02T00:00:00Z' });
  expect((await standing()).entry?.id).toBe(younger.data.Id);
  expect((await standing(undefined, lots[1]!)).entry?.id).toBe(everywhere.data.Id);
  expect(warn.state).toBe('success');
});

test('an entry holds from its start up to its end, in its lot', async () => {
  await white({ LotIds: [lots[1]] });
  const at = async (moment: string) => (await standing(moment, lots[1]!)).standing;
  expect(await at('2025-02-28T23:59:59.999Z')).toBe('temporary');
  expect(await at('2025-03-01T00:00:00Z')).toBe('white');
  expect(await at('2025-03-31T23:59:59.999Z')).toBe('white');
  expect(await at('2025-04-01T00:00:00Z')).toBe('temporary');
  expect((await standing()).standing).toBe('temporary');
});

test('the same entry exists once', async () => {
  await black({ ValidUntil: null });
  expect((await black({ ValidUntil: null })).code).toBe('kernel.duplicate');
  expect((await black({ ValidUntil: null, LotIds: [lots[0]] })).state).toBe('success');
});

test('an entry holds in each of its lots, and ranks before one of all lots there', async () => {
  const everywhere = (await white()).data.Id;
  const several = (await white({ LotIds: [lots[1], lots[0], lots[1]], Remark: 'both' })).data.Id;
  expect((await standing()).entry?.id).toBe(several);
  expect((await standing(undefined, lots[1]!)).entry?.id).toBe(several);
  expect((await standing(undefined, lots[2]!)).entry?.id).toBe(everywhere);
  expect((await white({ LotIds: [lots[0], lots[1]] })).code, 'in another order it is the same').toBe(
    'kernel.duplicate',
  );
  const rows = async (filters: object) =>
    (await user.call('/api/billWhitePlate/list', { Plate: plate, ...filters })).data.Rows;
  expect(await rows({ LotId: lots[1] })).toMatchObject([
    { LotIds: [lots[0], lots[1]].sort(), LotNames: 'Lot-A、Lot-B' },
  ]);
  expect(await rows({ LotId: lots[2] })).toEqual([]);
  expect((await black({ LotId: lots[0] })).issues, 'the singular is not taken for all lots').toMatchObject([
    { path: 'LotId' },
  ]);
});

test('an account limited to some lots sees an entry of theirs and others, and changes it only with all of them', async () => {
  const id = (await white({ LotIds: lots })).data.Id;
  const elsewhere = (await white({ LotIds: [lots[2]] })).data.Id;
  const rights = ['list', 'create', 'update', 'delete'].map((act) => `white-list.${act}`);
  const one = await server.newUser(user, rights, [lots[0]!]);
  expect((await one.call('/api/billWhitePlate/get', { Id: id })).data.LotIds).toHaveLength(3);
  expect((await one.call('/api/billWhitePlate/get', { Id: elsewhere })).code).toBe('kernel.not-found');
  expect((await one.call('/api/billWhitePlate/update', { Id: id, LotIds: [lots[0]] })).code).toBe(
    'vehicle-list.other-lots',
  );
  expect((await one.call('/api/billWhitePlate/delete', { Id: id })).code).toBe('vehicle-list.other-lots');
  expect((await white({ LotIds: [lots[0], lots[1]] }, one)).code).toBe('kernel.not-found');
  const all = await server.newUser(user, rights, lots);
  expect((await all.call('/api/billWhitePlate/update', { Id: id, LotIds: lots.slice(0, 2) })).state).toBe('success');
});

test('a lot that an entry names cannot be deleted', async () => {
  const created = await user.call('/api/parkLot/create', { Name: 'Lot-D', Code: 'D', Capacity: 10 });
  expect(created.message).toBe('');
  const { Id } = created.data;
  await black({ LotIds: [lots[0], Id] });
  const refused = await user.call('/api/parkLot/delete', { Id });
  expect([refused.code, refused.message]).toEqual(['kernel.in-use', expect.stringContaining('黑名单')]);
});

test('a file names several lots in one cell, as an export writes them', async () => {
  const cells = { plate, lotIds: 'Lot-B、Lot-A', reason: 'Debts', validFrom: '2025-03-01 08:00:00' };
  const Rows = JSON.stringify([{ sheet: '黑名单', row: 2, cells }]);
  expect((await user.call('/api/billBlackPlate/import', { Rows, Mode: 'good' })).data).toMatchObject({ SuccessNum: 1 });
  const [row] = (await user.call('/api/billBlackPlate/list', { Plate: plate })).data.Rows;
  expect([...row.LotIds].sort()).toEqual(lots.slice(0, 2).sort());
  const { data } = await user.call('/api/billBlackPlate/export', { Plate: plate, Format: 'csv' });
  const text = await (await fetch(server.url + data)).text();
  expect(text).toContain(row.LotNames);
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
  expect((await black({ LotIds: [lots[1]] }, scoped)).code).toBe('kernel.not-found');
  expect((await black({ LotIds: [lots[0]] }, scoped)).state).toBe('success');
  const taken = await scoped.call('/api/billBlackPlate/update', { Id: id, LotIds: [lots[0]] });
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
  const now = { ValidFrom: '2025-03-01T00:00:00Z', ValidUntil: '2100-01-01T00:00:00Z' };
  const asked = async (by = user) =>
    (await by.call('/api/plateStanding/get', { Plate: plate.toLowerCase() })).data.Entries.map(
      (one: { Kind: string; LotName: string | null }) => [one.Kind, one.LotName],
    );
  expect(await asked()).toEqual([]);
  await black({ ...now, LotIds: [lots[0]] });
  await white(now);
  await white({ ValidUntil: '2025-03-02T00:00:00Z' });
  expect(await asked()).toEqual([
    ['black', 'Lot-A'],
    ['white', null],
  ]);
  const elsewhere = await server.newUser(user, ['black-list.list'], [lots[1]!]);
  expect(await asked(elsewhere)).toEqual([['white', null]]);
  const stranger = await server.newUser(user, []);
  expect((await stranger.call('/api/plateStanding/get', { Plate: plate })).code).toBe('kernel.no-permission');
});
