import { randomUUID } from 'node:crypto';
import { verifyTenant } from '@boyun/insight/server';
import { type Kernel, makePartitions, SetClock } from '@boyun/kernel/server';
import { systemServer } from '@boyun/system/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { modules } from './modules.ts';
import { dropOldMonths } from './old-month.ts';
import { partitionedTables } from './schema.ts';

const start = new Date('2022-01-10T02:00:00Z');
const DAY_MS = 86_400_000;
const clock = new SetClock(start);
let server: TestServer;
let kernel: Kernel;
let user: TestUser;
let other: TestUser;
let gate: TestGate;
let lot: TestLot;

const MEMBER = '粤A00001';
const STRANGER = '粤B11111';
const DEBTOR = '粤B22222';
const INSIDE = '粤B33333';

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasAllMonths: true, without: ['retention'] });
  kernel = server.product.kernel;
  user = await server.newTenant();
  other = await server.newTenant();
  gate = new TestGate(server, user, clock, start);
  lot = await gate.newLot({}, { Capacity: 100 });
  const always = { ValidFrom: new Date(start.getTime() - DAY_MS).toISOString(), ValidUntil: null };
  const listed = await user.call('/api/billWhitePlate/create', { Plate: MEMBER, LotIds: [lot.id], ...always });
  expect(listed.message).toBe('');
  const picture = Buffer.from('ffd8ffe0', 'hex');
  for (const plate of [MEMBER, STRANGER, DEBTOR, INSIDE]) await gate.see(lot.entry, plate, 1, { picture });
  await gate.see(lot.exit, MEMBER, 90, { picture });
  await gate.see(lot.exit, STRANGER, 90, { picture });
  const [order] = await orders(STRANGER);
  const paid = await user.call('/api/order/collectCash', { OrderId: order!.id, Amount: (order!.due / 100).toFixed(2) });
  expect(paid.message).toBe('');
  await gate.see(lot.exit, STRANGER, 92, { picture });
  // Driven off without paying: closed by hand, it owes.
  const [debt] = await orders(DEBTOR);
  const closed = await user.call('/api/order/closeOrders', {
    OrderIds: [debt!.id],
    IsFree: false,
    Reason: 'drove off',
  });
  expect(closed.message).toBe('');
  await server.until('the figures are read', async () => (await brokenKeys()).length === 0);
});
afterAll(() => server?.stop());

interface Order {
  id: string;
  plate: string;
  due: number;
  entryPicture: string | null;
}

const orders = (plate: string) =>
  kernel.database.system<Order>('select id, plate, due_fen as due, entry_picture from parking_order where plate = $1', [
    plate,
  ]);
const rowsOf = (text: string) => kernel.database.system<Record<string, string>>(text);

async function brokenKeys(): Promise<string[]> {
  const results = await verifyTenant(kernel, user.tenantId);
  return results.filter((one) => one.brokenCount > 0).map((one) => one.key);
}

/** What no retention may change. */
async function figures(): Promise<string> {
  return JSON.stringify([
    await rowsOf('select * from ledger_entry order by id'),
    await rowsOf('select sum(fee_fen), sum(paid_fen), sum(reduced_fen), sum(due_fen), count(*) from parking_order'),
    await rowsOf('select * from stat_hour order by hour, lot_id, metric, dimension'),
    await rowsOf('select * from stat_total order by day, lot_id, metric, dimension'),
    await rowsOf('select * from stat_day order by day, lot_id'),
    await rowsOf('select * from stat_lane order by quarter, lot_id, lane_key, vehicle_kind'),
  ]);
}

/** Goes to a day after the start, of whose month there are partitions, and of no further one; the user is signed in there. */
async function goTo(day: number): Promise<void> {
  clock.set(new Date(start.getTime() + day * DAY_MS));
  const now = clock.now();
  const month = { url: server.databaseUrl, tables: partitionedTables, from: now, to: now };
  expect(await makePartitions({ ...month, patienceMs: 60_000 })).toEqual([]);
  await kernel.database.system('update session set last_seen_at = $1, opened_at = $1', [clock.now()]);
}

const sweepOnce = (using: Kernel) => systemServer.sweeps.find((one) => one.name === 'retention')!.run(using);

/** Sweeps until every kind of every tenant is done: one sweep ends after half a minute, wherever it is. */
const sweep = () =>
  server.until('the end of what has expired', async () => {
    await sweepOnce(kernel);
    const [open] = await rowsOf(
      `select count(*) as count from retention_setting t cross join generate_series(1, ${kernel.retained.length})
       where t.begins_at <= '${clock.now().toISOString()}'`,
    );
    const [done] = await rowsOf(
      `select count(*) as count from retention_state where finished_at = '${clock.now().toISOString()}'`,
    );
    return done!.count === open!.count;
  });
const drop = () => dropOldMonths(kernel, server.databaseUrl, server.product.consumers.names);
const countOf = async (table: string, of: TestUser, month: string) =>
  (
    await rowsOf(
      `select from ${table} where tenant_id = ${of.tenantId} and tableoid = to_regclass('${table}_${month}')`,
    )
  ).length;
const settings = async () => (await user.call('/api/retention/get')).data;
const findPassings = async (plate: string) =>
  (await user.call('/api/businessManage/findPassRecord', { Plate: plate })).data.Rows;

async function save(terms: object) {
  const { Kinds: _kinds, BeginsAt: _begins, ...now } = await settings();
  return user.call('/api/retention/save', { ...now, ...terms });
}

test('every kind has a term and every term a kind', async () => {
  const { Kinds } = await settings();
  const retained = new Set(modules.flatMap((one) => one.retained.map((kind) => kind.key)));
  expect(Kinds.map((one: { Key: string }) => one.Key).sort()).toEqual([...retained].sort());
  expect(Kinds.find((one: { Key: string }) => one.Key === 'passingPicture')).toMatchObject({
    LastRunAt: null,
    LastCount: 0,
  });
  const { OldestAt, Kilobytes } = Kinds.find((one: { Key: string }) => one.Key === 'passing');
  expect(OldestAt).not.toBeNull();
  expect(Kilobytes).toBeGreaterThan(0);
});

test('a term outside its lawful bounds is refused, and so is one without the password', async () => {
  const { Kinds: _kinds, BeginsAt: _begins, ...now } = await settings();
  const short = await user.call('/api/retention/save', { ...now, AuditLogDays: 100 });
  expect(short).toMatchObject({ state: 'fail', status: 200 });
  expect(short.message).toContain('183');
  const own = { authorization: `Bearer ${user.token}` };
  expect((await server.call('/api/retention/save', now, own)).code).toBe('kernel.password-needed');
  expect((await save({ PassingPictureDays: 1095, PassingDays: 400 })).code).toBe('retention.picture-longer');
});

test('nothing is removed before the tenant could look at the defaults', async () => {
  await goTo(20);
  await sweep();
  expect(await rowsOf('select kind from retention_state')).toEqual([]);
});

test('pictures go after their term, from the store too, and the passing says so; an interrupted run goes on', async () => {
  await goTo(120);
  expect((await save({ PassingPictureDays: 60 })).message).toBe('');
  const keys = await rowsOf('select picture as key, plate from passing where picture is not null');
  expect(keys.length).toBe(7);
  let removed = 0;
  const remove = async (key: string) => {
    removed += 1;
    if (removed === 2) throw new Error('the store is away');
    await kernel.files.remove(key);
  };
  await sweepOnce({ ...kernel, files: { ...kernel.files, remove } });
  const [state] = await rowsOf(
    `select finished_at from retention_state where kind = 'passingPicture' and tenant_id = ${user.tenantId}`,
  );
  expect(state!.finishedAt).toBeNull();
  await sweep();
  for (const { key, plate } of keys) {
    const isKept = plate === INSIDE || plate === DEBTOR;
    const stream = await kernel.files.open(key!);
    stream?.destroy();
    expect([plate, stream !== null]).toEqual([plate, isKept]);
  }
  const [passing] = await findPassings(STRANGER);
  expect(passing).toMatchObject({ Picture: null, PictureRemovedDays: 60 });
  expect((await findPassings(INSIDE))[0]).toMatchObject({ PictureRemovedDays: null });
  expect((await findPassings(INSIDE))[0].Picture).not.toBeNull();
  expect((await orders(STRANGER))[0]!.entryPicture).toBeNull();
  expect(
    await rowsOf("select id from event where kind = 'passing.recorded' and data::text like '%.jpg%'"),
  ).toHaveLength(2);
  const { Kinds } = await settings();
  expect(Kinds.find((one: { Key: string }) => one.Key === 'passingPicture')).toMatchObject({
    LastCount: 5,
    TotalCount: 5,
  });
});

test('plates of strangers are masked, those of members and of open matters are kept', async () => {
  const before = await figures();
  await goTo(370);
  await sweep();
  expect(await orders(STRANGER)).toEqual([]);
  expect(await orders('粤B****')).toHaveLength(1);
  for (const plate of [MEMBER, DEBTOR, INSIDE]) expect(await orders(plate)).toHaveLength(1);
  for (const table of ['passing', 'bill', 'payment', 'refund', 'gate_command', 'alarm', 'event', 'parking_order'])
    expect([table, await rowsOf(`select 1 as found from ${table} t where t::text like '%${STRANGER}%'`)]).toEqual([
      table,
      [],
    ]);
  expect(await rowsOf(`select id from event t where t::text like '%${MEMBER}%'`)).not.toEqual([]);
  expect(await figures()).toBe(before);
  expect(await brokenKeys()).toEqual([]);
});

test('passing records go; orders, ledger and statistics stay, everything adds up, and an empty month is dropped', async () => {
  const before = await figures();
  await goTo(1100);
  expect(await countOf('login_log', user, '202201')).toBeGreaterThan(0);
  const early = await drop();
  expect(early).toContain('login_log_202201');
  await sweep();
  const kept = await rowsOf('select plate from passing order by id');
  expect(kept.map((row) => row.plate)).toEqual([DEBTOR, INSIDE]);
  expect(await rowsOf('select event_key from passing_key')).toHaveLength(2);
  expect(await figures()).toBe(before);
  expect(await brokenKeys()).toEqual([]);
  const dropped = [...early, ...(await drop())];
  expect(dropped).toContain('passing_202112');
  // The month of the two that are kept.
  expect(dropped).not.toContain('passing_202201');
  expect((await user.call('/api/order/getOrder', { OrderId: (await orders(MEMBER))[0]!.id })).state).toBe('success');
});

test('a month of a log is dropped once all terms have passed for it; with longer terms only its own rows go', async () => {
  await goTo(1140);
  await kernel.database.system('update retention_setting set audit_log_days = 3650 where tenant_id = $1', [
    other.tenantId,
  ]);
  expect(await countOf('audit_log', user, '202201')).toBeGreaterThan(0);
  const kept = await countOf('audit_log', other, '202201');
  expect(kept).toBeGreaterThan(0);
  const dropped = await drop();
  expect(dropped).not.toContain('audit_log_202201');
  await sweep();
  expect(await countOf('audit_log', user, '202201')).toBe(0);
  expect(await countOf('audit_log', other, '202201')).toBe(kept);
  await kernel.database.system('update retention_setting set audit_log_days = 1095 where tenant_id = $1', [
    other.tenantId,
  ]);
  expect(await drop()).toContain('audit_log_202201');
  const [row] = await rowsOf(
    `select total_count from retention_state where kind = 'loginLog' and tenant_id = ${user.tenantId}`,
  );
  expect(Number(row!.totalCount)).toBe(0);
});

/** Plants old rows of the tables that only wait for their term, and of each a row that is still needed. */
async function plantOldRecords(at: Date): Promise<{ spotId: string; pictureKey: string }> {
  const spotId = randomUUID();
  const pictureKey = `${user.tenantId}/feedback/2022-01-11/${randomUUID()}.jpg`;
  await kernel.files.put(pictureKey, Buffer.from('ffd8ffe0', 'hex'));
  const id = (number: number) => `('017e' || lpad(${number}::text, 4, '0') || '-0000-7000-8000-000000000000')::uuid`;
  const tenant = `${user.tenantId}, `;
  const plant = (text: string) => kernel.database.system(text);
  const time = `'${at.toISOString()}'::timestamptz`;
  await plant(`insert into spot (tenant_id, id, created_at, updated_at, number, lot_id, kind, state)
    values (${tenant} '${spotId}', ${time}, ${time}, 'old', '${lot.id}', 'standard', 'free')`);
  await plant(`insert into spot_signal (tenant_id, id, spot_id, event_key, is_taken, happened_at, received_at)
    values (${tenant} ${id(1)}, '${spotId}', 'old', true, ${time}, ${time})`);
  await plant(`insert into lane_call (tenant_id, id, lot_id, lane_id, called_at, state, note)
    values (${tenant} ${id(0)}::uuid, '${lot.id}', '${lot.entry.laneId}', ${time}, 'ended', 'old'), (${tenant} ${id(2)}::uuid, '${lot.id}', '${lot.entry.laneId}', ${time}, 'answered', 'old')`);
  await plant(`insert into card_use (tenant_id, id, at, chip_uid, lot_id, plate, result, reason)
    values (${tenant} ${id(1)}, ${time}, 'old', '${lot.id}', '', 'refused', 'old')`);
  await plant(`insert into arrears_reminder (tenant_id, id, at, plate, mobile, amount_fen, actor_name, code, is_automatic)
    values (${tenant} ${id(1)}, ${time}, '${DEBTOR}', '13800000000', 1, 'old', 'old-1', true), (${tenant} ${id(2)}, ${time}, '${MEMBER}', '13800000000', 1, 'old', 'old-2', true)`);
  await plant(`insert into feedback (tenant_id, id, feedback_no, code, source_code, request_key, lot_id, created_at, kind, content, state,
      claimed_by, closed_at)
    values (${tenant} ${id(1)}, 'old-1', 'old-1', 'old', gen_random_uuid(), '${lot.id}', ${time}, 'fee', 'old', 'closed', gen_random_uuid(), ${time}), (${tenant} ${id(2)}, 'old-2', 'old-2', 'old', gen_random_uuid(), '${lot.id}', ${time}, 'fee', 'old', 'new', null, null)`);
  await plant(`insert into feedback_answer (tenant_id, id, feedback_id, at, text, actor_name, has_sms)
    values (${tenant} ${id(1)}, ${id(1)}, ${time}, 'old', 'old', false)`);
  await plant(`insert into feedback_picture (tenant_id, id, feedback_id, at, key, digest)
    values (${tenant} ${id(1)}, ${id(1)}, ${time}, '${pictureKey}', 'old')`);
  return { spotId, pictureKey };
}

test('handled alarms, messages, signals, calls, swipes, reminders and closed feedback go after their terms; what is open stays', async () => {
  const at = new Date(start.getTime() + DAY_MS);
  await kernel.database.system(
    `insert into alarm (tenant_id, id, raised_at, kind, severity, state, description_zh, description_en)
     select $1, ('017e' || lpad(n::text, 4, '0') || '-0000-7000-8000-000000000000')::uuid, $2, 'test', 'low', state, state, state
     from unnest(array['new', 'handled']) with ordinality as s(state, n)`,
    [user.tenantId, at],
  );
  await kernel.database.system(
    `insert into message (tenant_id, id, at, kind, title_zh, title_en, body_zh, body_en, sender, audience)
     values ($1, first_uuid($2), $2, 'person', 'old', 'old', 'old', 'old', 'x', 'x')`,
    [user.tenantId, at],
  );
  const { spotId, pictureKey } = await plantOldRecords(at);
  clock.set(new Date(clock.now().getTime() + DAY_MS));
  await sweep();
  expect(await rowsOf(`select id from spot_signal where spot_id = '${spotId}'`)).toEqual([]);
  expect(await rowsOf("select state from lane_call where note = 'old'")).toEqual([{ state: 'answered' }]);
  expect(await rowsOf("select id from card_use where chip_uid = 'old'")).toEqual([]);
  expect(await rowsOf("select plate from arrears_reminder where actor_name = 'old'")).toEqual([{ plate: DEBTOR }]);
  expect(await rowsOf("select state from feedback where content = 'old'")).toEqual([{ state: 'new' }]);
  expect(await rowsOf("select id from feedback_answer where text = 'old'")).toEqual([]);
  expect(await kernel.files.open(pictureKey)).toBeNull();
  expect(await rowsOf("select state from alarm where kind = 'test'")).toEqual([{ state: 'new' }]);
  expect(await rowsOf("select id from message where title_en = 'old'")).toEqual([]);
});

test('a month of events is dropped once every consumer has taken it and none was set aside; figures stay', async () => {
  const before = await figures();
  await goTo(1900);
  const [event] = await rowsOf(
    `select id from event where tenant_id = ${user.tenantId} and id < first_uuid('2022-02-01') limit 1`,
  );
  const names = server.product.consumers.names;
  const early = await dropOldMonths(kernel, server.databaseUrl, [...names, 'not-begun']);
  expect(early).not.toContain('event_202201');
  await kernel.database.system(
    `insert into consumer_failure (tenant_id, id, consumer, event_id, error, at) values ($1, $2, 'test', $2, 'boom', $3)`,
    [user.tenantId, event!.id, kernel.clock.now()],
  );
  expect(await drop()).not.toContain('event_202201');
  await kernel.database.system("update consumer_failure set resolved_at = $1 where consumer = 'test'", [
    kernel.clock.now(),
  ]);
  expect(await drop()).toContain('event_202201');
  expect(await figures()).toBe(before);
  expect(await brokenKeys()).toEqual([]);
  expect((await user.call('/api/order/getOrder', { OrderId: (await orders(MEMBER))[0]!.id })).state).toBe('success');
});
