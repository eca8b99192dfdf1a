import { createAccount } from '@boyun/access/server';
import { acceptCommands, barrierOpened, carPassed, hasCommands, takeQueued } from '@boyun/devices/server';
import { signCall } from '@boyun/gateway/server';
import { makeLog, makePartitions, readEvents, systemWho } from '@boyun/kernel/server';
import { takeMachineClock } from '@boyun/launch/suite-clock';
import { recordPassing } from '@boyun/passings/server';
import { compareDay } from '@boyun/reconciliation/server';
import { prepareSchema } from '@boyun/server/product';
import { signIn } from '@boyun/simulator/demo/sign-in';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fillEvents, fillHours, fillLists, fillPassings, fillPayments, fillStays } from './fill.ts';
import { fillLogs, fillMessages } from './fill-log.ts';
import { fillMoney } from './fill-money.ts';
import { fillPatrols } from './fill-patrol.ts';
import { asOwner, onRole } from './ground.ts';
import { explain, findLarge, findScans, isBoundedCount, readingsOf, walk } from './plan.ts';
import { aWeek, dayAgo, daysAgo, LOG_PAGES, PAGES } from './plan-page.ts';
import { listenTo, noting, type Statement } from './statement-log.ts';
import { makeWorld, WORLD_PASSWORD, WORLD_TENANT, type World } from './world.ts';

takeMachineClock();

const STAYS = 25_000;
const OLD_HOURS = 3 * 365 * 24;
const OLD_STAYS = 50_000;
const DAY_MS = 24 * 3_600_000;
const LOG_DAYS = 270;
const MESSAGES = 20_000;

let server: TestServer;
let world: World;
let large: ReadonlySet<string>;
let channelDayId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { hasAllMonths: true });
  world = await makeWorld(server.product);
  // As old as a database becomes: three years of months, each too large to be read whole.
  const now = new Date();
  const old = { url: server.databaseUrl, tables: ['event', 'passing', 'parking_order'], patienceMs: 60_000 };
  await makePartitions({ ...old, from: new Date(now.getTime() - OLD_HOURS * 3_600_000), to: now });
  // What is filled for two months only needs months enough to tell some from all.
  await prepareSchema(server.databaseUrl, makeLog('silent'), new Date(now.getTime() - LOG_DAYS * DAY_MS), now);
  await asOwner(server.databaseUrl, async (client) => {
    const stays = { fromHoursAgo: 1400, toHoursAgo: 12, isInside: false, plateStart: '粤D' };
    await fillStays(client, world, { ...stays, count: STAYS });
    const former = { fromHoursAgo: OLD_HOURS, toHoursAgo: 1400, isInside: false, plateStart: '粤F' };
    await fillStays(client, world, { ...former, count: OLD_STAYS });
    const inside = { fromHoursAgo: 12, toHoursAgo: 0.1, isInside: true, plateStart: '粤B' };
    await fillStays(client, world, { ...inside, count: 3000 });
    await fillPassings(client, world);
    await fillPayments(client, world);
    await fillHours(client, world);
    channelDayId = await fillMoney(client, world);
    await fillLists(client, world, STAYS);
    await fillEvents(client, world, 60);
    await fillLogs(client, world, STAYS);
    await fillMessages(client, world, MESSAGES);
    await fillPatrols(client, world, MESSAGES);
    // How many cars were inside at a moment is the sum of all days before it, a row for each day and lot.
    large = new Set([...(await findLarge(client))].filter((one) => one !== 'stat_day'));
  });
  listenTo(server.product.kernel.database);
}, 900_000); // The rows of three years take minutes on a loaded machine.
afterAll(() => server?.stop());

const plansOf = (statements: readonly Statement[], role?: string) => explain(server.databaseUrl, statements, role);

const scansOf = (statements: readonly Statement[], role?: string) =>
  findScans({ databaseUrl: server.databaseUrl, large }, statements, role);

test('the months of three years are large', () => {
  const months = [...large].filter((name) => /^(parking_order|passing)_\d{6}$/.test(name));
  expect(months.length).toBeGreaterThan(66);
});

test('the finder of scans finds one', async () => {
  const begin = { text: `begin; set local boyun.tenant = '${world.tenantId}'`, values: [] };
  const statement = {
    text: `select count(*) from parking_order where tenant_id = $1 and vehicle_kind = 'bus'`,
    values: [world.tenantId],
  };
  expect(await scansOf([begin, statement])).not.toEqual([]);
});

test.each([
  ['an entry of a car never seen', 'entry', '粤C12345'],
  ['an entry of a car inside', 'entry', '粤BA00010'],
  ['an entry of a listed car', 'entry', '粤L00010'],
  ['an exit of a car inside', 'exit', '粤BA00010'],
  ['an exit of a car that is not inside', 'exit', '粤C54321'],
] as const)('%s reads indexes alone', async (name, direction, plate) => {
  const lot = world.lots[(0x10 % 24) >> 1]!;
  const statements = await noting(() =>
    recordPassing(server.product.kernel, direction === 'entry' ? lot.entries[0]! : lot.exits[0]!, {
      eventKey: name,
      plate,
      plateColor: 1,
      confidence: 95,
      vehicleKind: 'car',
      happenedAt: new Date(),
      isOffline: false,
      picture: null,
    }),
  );
  expect(statements.length).toBeGreaterThan(5);
  expect(await scansOf(statements)).toEqual([]);
});

test.each(PAGES)('the pages read indexes alone: %s', async (_, path, body) => {
  expect(await scansOf(await readingsOf(world.call, path, body({ world, channelDayId })))).toEqual([]);
});

test('what boxes read and hand over is found by indexes alone', async () => {
  const { id: LotId, entries, exits } = world.lots[2]!;
  const laneIds = [...entries, ...exits].map((one) => one.laneId);
  const { Id: BoxId } = await world.call('/api/boxManage/create', {
    Name: 'Box',
    LotId,
    SerialNo: 'PLAN-1',
    LaneIds: laneIds,
  });
  const { DeviceSecret: secret } = await world.call('/api/boxManage/rotateSecret', { BoxId });
  const say = async (name: string, body: object) => {
    const path = `/api/box/${name}`;
    const timestamp = String(Date.now() / 1000);
    const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
    const headers = { 'content-type': 'application/json', timestamp, signature, serialnumber: 'PLAN-1' };
    // Not over HTTP: the statements of another call would not be noted.
    const response = await server.product.app.inject({
      method: 'POST',
      url: path,
      headers,
      payload: JSON.stringify(body),
    });
    const { state, data } = response.json() as { state: string; data: { Cursor: string; HasChanges: boolean } };
    expect(state).toBe('success');
    return data;
  };
  // What has changed is compared with whole lists once; the usual reading has nothing to compare but the cars inside.
  let cursor: string | null = null;
  await server.until('everything has been read', async () => {
    cursor = (await say('changes', { Cursor: cursor, Limit: 500 })).Cursor;
    return !(await say('status', { AppVersion: '1', Cursor: cursor })).HasChanges;
  });
  const reading = await noting(() => say('changes', { Cursor: cursor, Limit: 500 }));
  const At = new Date(Date.now() - 600_000).toISOString();
  const item = {
    Seq: 1,
    ItemId: 'plan-1',
    Kind: 'cash',
    At,
    AmountFen: 500,
    FeeFen: 500,
    ById: BoxId,
    Plate: '粤DA00010',
  };
  const handing = await noting(() => say('handover', { SentAt: new Date().toISOString(), Items: [item] }));
  expect(Math.min(reading.length, handing.length)).toBeGreaterThan(3);
  // Whose box it is, is found above all tenants.
  const begin = reading.findIndex(({ text }) => text.startsWith('begin'));
  expect(await scansOf(reading.slice(0, begin), 'boyun_system')).toEqual([]);
  expect(await scansOf([...reading.slice(begin), ...handing])).toEqual([]);
});

test('the track of a patrol is read by indexes alone', async () => {
  const { Rows } = (await world.call('/api/patrolCar/tour/list', {})) as unknown as { Rows: { Id: string }[] };
  expect(Rows.length).toBeGreaterThan(0);
  const statements = await readingsOf(world.call, '/api/patrolCar/tour/getTrack', { TourId: Rows[5]!.Id });
  expect(await scansOf(statements)).toEqual([]);
});

test('the plates that came back are counted once an hour', async () => {
  const ask = () => noting(() => world.call('/api/statistics/getReturning', { By: 'week' }));
  const first = (await ask()).map((one) => one.text).join();
  expect(first).toContain('stay_fact');
  const second = await ask();
  expect(second.map((one) => one.text).join()).not.toContain('stay_fact');
  expect(await scansOf(second)).toEqual([]);
});

test('the totals of a grouped report are read with its rows', async () => {
  const statements = await noting(() =>
    world.call('/api/statement/payMethod/list', { Page: 1, PerPage: 20, ...aWeek() }),
  );
  expect(statements.filter((one) => one.text.includes('money_fact'))).toHaveLength(1);
});

test('a day of a channel is compared by indexes alone', async () => {
  const statements = await noting(() => compareDay(server.product.kernel, world.tenantId, channelDayId));
  expect(statements.some((one) => one.text.includes('channel_money_fact'))).toBe(true);
  expect(statements.some((one) => one.text.includes('from bill_line'))).toBe(true);
  // A row for each day and file: all of them are read faster than looked up.
  expect((await scansOf(statements)).filter((one) => !one.startsWith('day_bill:'))).toEqual([]);
});

/** The months of a table that statements read. */
async function monthsOf(table: string, statements: readonly Statement[], role?: string): Promise<Set<string>> {
  const months = new Set<string>();
  for (const plan of await plansOf(statements, role))
    walk(plan, (node) => {
      if (node['Relation Name']?.startsWith(`${table}_`)) months.add(node['Relation Name']);
    });
  return months;
}

/** How many months of commands up to this one are read. The months ahead are empty; to ask without an end saves the gate a value. */
async function pastMonthsOfCommands(statements: readonly Statement[], role?: string): Promise<number> {
  const thisMonth = `gate_command_${new Date().toISOString().slice(0, 7).replace('-', '')}`;
  return [...(await monthsOf('gate_command', statements, role))].filter((month) => month <= thisMonth).length;
}

test('what a camera and a lane do to commands reads none from before the last month', async () => {
  const { cameraId, laneId } = world.lots[0]!.entries[0]!;
  const statements = await noting(() =>
    server.product.kernel.database.inTenant(systemWho(world.tenantId), async (tx) => {
      await takeQueued(tx, cameraId);
      await acceptCommands(tx, cameraId);
      await barrierOpened(tx, laneId);
      await carPassed(tx, laneId);
    }),
  );
  expect([1, 2]).toContain(await pastMonthsOfCommands(statements));
});

test('a heartbeat looks for commands by indexes alone, in none from before the last month', async () => {
  const device = { tenantId: world.tenantId, cameraId: world.lots[0]!.entries[0]!.cameraId };
  const statements = await noting(() => hasCommands(server.product.kernel.database, device, 'poll'));
  expect(statements).toHaveLength(1);
  expect(await scansOf(statements, 'boyun_system')).toEqual([]);
  expect([1, 2]).toContain(await pastMonthsOfCommands(statements, 'boyun_system'));
});

// A range of time is a range of ids: the other months are not even looked at.
test.each<[string, string, string, string, () => object]>([
  ['entries of the audit log', 'audit_log', '/api/auditLog/list', 'boyun_system', () => ({})],
  ['lines of the login log', 'login_log', '/api/loginLog/list', 'boyun_system', () => ({})],
  ['messages of cameras', 'camera_message', '/api/camera/getMessages', 'boyun_app', () => ({})],
  ['messages of detectors', 'magnetic_message', '/api/magnetic/getMessages', 'boyun_app', () => ({})],
  ['commands', 'gate_command', '/api/deviceCommand/list', 'boyun_app', () => ({})],
  ['sends', 'push_send', '/api/push/send/list', 'boyun_app', () => ({})],
])('%s of a day read one or two months', async (_, table, path, role, body) => {
  const months = async (filter: object) =>
    (await monthsOf(table, await readingsOf(world.call, path, filter), role)).size;
  expect(await months(body())).toBeGreaterThan(9);
  const some = await months({ ...body(), From: daysAgo(20), To: daysAgo(19) });
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(3);
});

// What the logs are searched by is more than row-level security lets an index serve.
test.each(LOG_PAGES)('the logs read indexes alone: %s', async (_, path, body) => {
  expect(await scansOf(await readingsOf(world.call, path, body()), 'boyun_system')).toEqual([]);
});

// Of one lot there are five entries, of the other a twelfth of all.
test.each([
  ['a quiet lot', 11, true],
  ['a busy lot', 0, false],
])('who is limited to %s reads the logs by indexes alone', async (_, place, isRare) => {
  const account = `limited${place}`;
  const sign = { account, password: WORLD_PASSWORD, permissions: ['audit-log.list', 'login-log.list'] };
  const lotIds = [world.lots[place]!.id];
  await createAccount(server.product.kernel, world.tenantId, { ...sign, name: account, lotIds });
  const call = await signIn(server.product, account, { tenant: WORLD_TENANT, password: WORLD_PASSWORD });
  expect(await scansOf(await readingsOf(call, '/api/loginLog/list', {}), 'boyun_system')).toEqual([]);
  for (const body of [{}, { Account: 'Person7' }, { Subject: '0004F' }]) {
    const statements = await readingsOf(call, '/api/auditLog/list', body);
    expect(await scansOf(statements, 'boyun_system')).toEqual([]);
    const used: string[] = [];
    // The scan of an index below a bitmap names the index alone, behind the month.
    let month = '';
    for (const plan of isRare ? await plansOf(statements, 'boyun_system') : [])
      walk(plan, (node) => {
        month = node['Relation Name'] ?? month;
        if (node['Index Name'] && month.startsWith('audit_log') && large.has(month)) used.push(node['Index Name']);
      });
    // Of a quiet lot, nothing of other lots is read to be thrown away.
    expect(used.length > 0).toBe(isRare);
    expect(used.filter((name) => !/lot/.test(name))).toEqual([]);
  }
});

/** How many names a search of the audit log takes apart, run in its own transaction: work, no times. */
async function takenApart(body: object): Promise<number> {
  const statements = await noting(() => world.call('/api/auditLog/list', { Page: 1, PerPage: 20, ...body }));
  let calls = 0;
  await onRole(server.databaseUrl, 'boyun_system', async (client) => {
    // The same function, counting how often it is asked.
    await client.query(`set role none; begin; create sequence taken_apart; grant usage on taken_apart to boyun_system;
      create or replace function tenant_pairs(of_tenant int, of_text text) returns text[] language plpgsql immutable as $$
      begin
        perform nextval('taken_apart');
        return array(select of_tenant || ' ' || substr(lower(of_text), place, 2) from generate_series(1, length(of_text) - 1) as place);
      end $$;
      set local role boyun_system`);
    for (const { text, values } of statements.filter((one) => /^\s*select[\s\S]*audit_log/.test(one.text)))
      await client.query(text, [...values]);
    const { rows } = await client.query<{ calls: number }>("select nextval('taken_apart')::int - 1 as calls");
    calls = rows[0]!.calls;
    await client.query('rollback');
  });
  return calls;
}

test('a search of the audit log takes no name apart that does not hold what is sought', async () => {
  expect(await takenApart({ Subject: 'lot' })).toBeLessThan(10);
  expect(await takenApart({ Subject: '0004F' })).toBeLessThan(10);
});

test.each([
  ['orders', '/api/order/getOrderPage'],
  ['passings', '/api/businessManage/findPassRecord'],
  ['payments', '/api/payment/getPaymentPage'],
  ['entries of the audit log', '/api/auditLog/list'],
  ['lines of the login log', '/api/loginLog/list'],
])('nobody waits until all %s are counted', async (_, path) => {
  const statements = await noting(() => world.call(path, { Page: 1, PerPage: 20 }));
  const counts = statements.filter((one) => /\bcount\(|\bsum\(/.test(one.text));
  expect(counts).toHaveLength(1);
  expect(isBoundedCount(counts[0]!)).toBe(true);
});

test('statistics read what has been counted, not the records', async () => {
  const statements = await noting(() => world.call('/api/statistics/get', { From: dayAgo(90), To: dayAgo(1) }));
  const read = statements.filter(
    ({ text }) => /^(select|with)\b/i.test(text.trim()) && / stat_(hour|third|total|quarter|day)\b/.test(text),
  );
  expect(read.length).toBeGreaterThan(3);
  const records = statements.filter(({ text }) =>
    /\b(event|parking_order|passing|payment)\b/.test(text.replace(/'[^']*'/g, '')),
  );
  expect(records.map((one) => one.text)).toEqual([]);
});

test('the tail of the event log is read from its index', async () => {
  const statements: Statement[] = [];
  await readEvents(
    async (text, values = []) => {
      statements.push({ text, values });
      return [];
    },
    1,
    STAYS,
  );
  expect(await scansOf(statements, 'boyun_system')).toEqual([]);
});
