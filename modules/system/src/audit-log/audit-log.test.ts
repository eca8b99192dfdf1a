import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const PATH = '/api/auditLog/list';
const START = new Date('2026-03-02T08:00:00Z');
const clock = new SetClock(START);
let server: TestServer;
let tenant: TestUser;
let areaId: string;

/** Advances the clock by a minute, so that entries differ in time. */
function tick(): Date {
  clock.set(new Date(clock.now().getTime() + 60_000));
  return clock.now();
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  tenant = await server.newTenant();
  tick();
  areaId = (await tenant.call('/api/area/create', { Name: 'North' })).data.Id;
  tick();
  await tenant.call('/api/area/update', { Id: areaId, Name: 'South' });
  tick();
  await tenant.call('/api/area/delete', { Id: areaId });
});
afterAll(() => server?.stop());

interface Entry {
  Action: string;
  ActionName: string;
  SubjectKindName: string;
  Subject: string;
  SubjectId: string;
  Account: string;
  RequestId: string;
  At: string;
  Before: Record<string, unknown> | null;
  After: Record<string, unknown> | null;
}

async function read(filters: object = {}, headers: Record<string, string> = {}, as = tenant) {
  const answer = await as.call(PATH, filters, headers);
  expect(answer.state, answer.message).toBe('success');
  return answer.data as { Rows: Entry[]; Total: number };
}

const actions = (rows: readonly Entry[]) => rows.map((one) => one.Action);

test('shows account, action and subject, newest first, with the values before and after', async () => {
  const { Rows: rows, Total: total } = await read({ Subject: areaId });
  expect(actions(rows)).toEqual(['area.deleted', 'area.updated', 'area.created']);
  expect(total).toBe(3);
  expect(rows[1]).toMatchObject({
    Account: 'admin',
    SubjectId: areaId,
    Subject: 'South',
    Before: { name: 'North' },
    After: { name: 'South' },
  });
  expect(rows[0]).toMatchObject({ Before: { name: 'South' }, After: null });
  expect(rows[2]).toMatchObject({ Before: null, After: { name: 'North' } });
  expect(rows[0]!.RequestId).not.toBe(rows[1]!.RequestId);
});

test('names actions in the language of the reader', async () => {
  expect((await read({ Action: 'area.updated' })).Rows[0]).toMatchObject({
    ActionName: '修改片区',
    SubjectKindName: '片区',
  });
  expect((await read({ Action: 'area.updated' }, { 'accept-language': 'en' })).Rows[0]).toMatchObject({
    ActionName: 'Change: Areas',
    SubjectKindName: 'Areas',
  });
  expect((await read({ Action: 'account.created' })).Rows[0]!.ActionName).toBe('新增账号');
  expect((await read({ Action: 'session.opened' })).Rows[0]!.ActionName).toBe('登录');
});

describe('filters', () => {
  const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000).toISOString();
  const cases: { name: string; filters: () => object; expected: string[] }[] = [
    {
      name: 'start of an action',
      filters: () => ({ Action: 'area.' }),
      expected: ['area.deleted', 'area.updated', 'area.created'],
    },
    { name: 'part of a subject', filters: () => ({ Subject: 'ORTH' }), expected: ['area.created'] },
    { name: 'kind of a subject', filters: () => ({ Subject: 'area', Action: 'area.c' }), expected: ['area.created'] },
    {
      name: 'account whatever its capitals',
      filters: () => ({ Account: 'ADMIN', Action: 'area.d' }),
      expected: ['area.deleted'],
    },
    { name: 'account of nobody', filters: () => ({ Account: 'nobody' }), expected: [] },
    { name: 'a pattern is no pattern', filters: () => ({ Subject: '%' }), expected: [] },
    {
      name: 'from, the instant itself included',
      filters: () => ({ From: at(2) }),
      expected: ['area.deleted', 'area.updated'],
    },
    {
      name: 'to, the instant itself included',
      filters: () => ({ To: at(2), Action: 'area.' }),
      expected: ['area.updated', 'area.created'],
    },
    { name: 'both ends', filters: () => ({ From: at(2), To: at(2) }), expected: ['area.updated'] },
  ];
  test.each(cases)('$name', async ({ filters, expected }) => {
    const { Rows: rows, Total: total } = await read(filters());
    expect(actions(rows)).toEqual(expected);
    expect(total).toBe(expected.length);
  });
});

test('pages have no gaps or repeats', async () => {
  const whole = await read({ PerPage: 100 });
  const paged: Entry[] = [];
  for (let page = 1; page <= Math.ceil(whole.Total / 2); page += 1) {
    const { Rows: rows, Total: total } = await read({ PerPage: 2, Page: page });
    expect(total).toBe(whole.Total);
    paged.push(...rows);
  }
  expect(actions(paged)).toEqual(actions(whole.Rows));
});

test('each tenant sees only its own', async () => {
  const other = await server.newTenant('Other');
  expect((await read({ Subject: areaId }, {}, other)).Rows).toEqual([]);
  expect((await read({ Action: 'session.opened' }, {}, other)).Total).toBe(1);
});

test('requires its permission', async () => {
  const without = await server.newUser(tenant);
  expect((await without.call(PATH)).code).toBe('kernel.no-permission');
  const reader = await server.newUser(tenant, ['audit-log.list']);
  expect((await reader.call(PATH)).state).toBe('success');
  expect((await reader.call(`${PATH}/export`)).code).toBe('kernel.no-permission');
});

test('names the values of an entry; undeclared ones by the label of their key elsewhere', async () => {
  const fieldsOf = async (Action: string, SubjectKind: string, ...Keys: string[]) =>
    (await tenant.call('/api/auditLog/fields', { Action, SubjectKind, Keys })).data;
  expect((await fieldsOf('lane.updated', 'lane', 'gateId')).Fields).toMatchObject({
    gateId: { kind: 'reference', to: 'gate' },
  });
  expect((await fieldsOf('order.void-requested', 'order', 'reason')).Fields).toMatchObject({
    reason: { kind: 'text', label: { en: 'Reason' } },
  });
  const money = await fieldsOf('pack.sold', 'pack', 'paymentNo', 'state', 'constructor', 'neverHeardOf');
  expect(money.Names).toMatchObject({ paymentNo: { en: expect.stringContaining('umber') } });
  expect([...Object.keys(money.Names), ...Object.keys(money.Fields)].sort()).toEqual(['paymentNo', 'state']);
  expect(await fieldsOf('nothing.done', 'nothing', 'neverHeardOf')).toEqual({ Fields: {}, Names: {} });
});

describe('an account limited to lots', () => {
  const PLATES = ['粤B12001', '粤B12002'] as const;
  const LOGS = ['audit-log.list', 'audit-log.export', 'login-log.list', 'login-log.export', 'crash-report.list'];
  const lots: string[] = [];
  let whole: TestUser;
  let reader: TestUser;
  let colleague: TestUser;
  let stranger: TestUser;

  beforeAll(async () => {
    whole = await server.newTenant('Two lots');
    const gate = new TestGate(server, whole, clock, START);
    for (const plate of PLATES) {
      const lot = await gate.newLot();
      lots.push(lot.id);
      gate.at(60);
      await gate.see(lot.entry, plate, 0);
      gate.at(90);
      const { Id } = (await whole.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
      const closing = { OrderIds: [Id], IsFree: true, Reason: '漏拍出场' };
      expect((await whole.call('/api/order/closeOrders', closing)).data.ClosedCount).toBe(1);
      await whole.call('/api/billBlackPlate/create', {
        Plate: plate,
        LotIds: [lot.id],
        Reason: '欠费',
        ValidFrom: START,
      });
    }
    await whole.call('/api/billBlackPlate/create', { Plate: '粤B12003', Reason: '全部车场', ValidFrom: START });
    reader = await server.newUser(whole, LOGS, [lots[0]!]);
    colleague = await server.newUser(whole, [], [lots[0]!]);
    stranger = await server.newUser(whole, [], [lots[1]!]);
    for (const [index, one] of [whole, colleague, stranger].entries())
      await one.call('/api/crashReport/report', { Message: 'abc'[index], Page: '/x', ProductVersion: '1' });
  });

  test('reads only the entries about these, in lists, searches and counts', async () => {
    const every = await read({ PerPage: 100 }, {}, whole);
    const own = await read({ PerPage: 100 }, {}, reader);
    expect(every.Total).toBeGreaterThan(own.Total);
    expect(own.Total).toBe(own.Rows.length);
    const text = JSON.stringify(own.Rows);
    expect(text).toContain(PLATES[0]);
    for (const secret of [PLATES[1], '粤B12003', lots[1]!, stranger.account, 'session.opened'])
      expect(text).not.toContain(secret);
    expect(new Set(actions(own.Rows))).toEqual(
      new Set([
        ...[
          'lot.created',
          'lot.opened',
          'gate.created',
          'lane.created',
          'camera.created',
          'camera.secret-rotated',
          'charge-binding.created',
        ],
        ...['order.close-requested', 'order.closed-by-hand', 'black-list.created'],
      ]),
    );
    for (const [plate, count] of [
      [PLATES[0], 3],
      [PLATES[1], 0],
    ] as const) {
      expect((await read({ Subject: plate }, {}, reader)).Total).toBe(count);
      expect((await read({ Subject: plate }, {}, whole)).Total).toBe(3);
    }
    expect((await read({ Account: stranger.account }, {}, reader)).Rows).toEqual([]);
  });

  test('exports no others', async () => {
    const textOf = async (path: string) => {
      const answer = await reader.call(`${path}/export`, { QueryAll: true, Format: 'csv' });
      expect(answer.message).toBe('');
      return (await fetch(server.url + answer.data)).text();
    };
    const audit = await textOf(PATH);
    expect(audit).toContain(PLATES[0]);
    expect(audit).not.toContain(PLATES[1]);
    const logins = await textOf('/api/loginLog/list');
    expect(logins).toContain(colleague.account);
    expect(logins).not.toContain(stranger.account);
  });

  test('reads the sign-ins and page errors of accounts that see no other lots', async () => {
    const accounts = async (path: string, filters: object = {}) => {
      const { Rows, Total } = (await reader.call(path, filters)).data;
      expect(Total).toBe(Rows.length);
      return [...new Set(Rows.map((one: Entry) => one.Account))].sort();
    };
    expect(await accounts('/api/loginLog/list')).toEqual([reader.account, colleague.account].sort());
    expect(await accounts('/api/loginLog/list', { Account: stranger.account })).toEqual([]);
    expect(await accounts('/api/loginLog/list', { Account: 'admin' })).toEqual([]);
    expect(await accounts('/api/crashReport/list')).toEqual([colleague.account]);
  });
});
