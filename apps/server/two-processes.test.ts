import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plateColor } from '@boyun/domain/plate';
import { verifyTenant } from '@boyun/insight/server';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { idleJobs, makeLog, readConfiguration, systemWho } from '@boyun/kernel/server';
import { type CameraCommand, heartbeatForm, plateMessage, readReply } from '@boyun/simulator/replay/vzenith';
import { createTenant } from '@boyun/tenancy/server';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { eventNamed } from '@boyun/test-server/event';
import { startTestS3, type TestS3 } from '@boyun/test-server/s3';
import { nowMs } from '@boyun/test-server/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './database/cluster.ts';
import { makeProduct, type Product } from './product.ts';

const PASSWORD = 'Boyun#2026';
const SECRET = 'one secret of both processes';
const name = `test_${process.pid}_two`;
const folders: string[] = [];
let admin: pg.Client;
let queue: pg.Client;
/** Not listening: what the test itself looks at the database with. */
let product: Product;
let tenantId: number;
let a: ServerProcess;
let b: ServerProcess;
let s3: TestS3;

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-two-`));
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  s3 = await startTestS3();
  const shared = { DATABASE_URL: url.href, BOYUN_SECRET: SECRET, S3_URL: s3.url };
  a = new ServerProcess(newFolder(), await freePort(), shared);
  b = new ServerProcess(newFolder(), await freePort(), shared);
  // Both find an empty database: only one of them makes the tables.
  await Promise.all([a.start(), b.start()]);
  const configuration = readConfiguration({ ...shared, DATA_DIR: newFolder() }, '/');
  product = await makeProduct({ configuration, databaseUrl: url.href, log: makeLog('silent'), jobs: idleJobs() });
  queue = new pg.Client({ connectionString: url.href });
  await queue.connect();
  const account = { account: 'admin', password: PASSWORD, name: 'Admin' };
  tenantId = await createTenant(product.kernel, { code: 'two', name: 'Two', kind: 'operator', admin: account });
});

afterAll(async () => {
  await product?.stop();
  await queue?.end();
  await Promise.all([a?.kill(), b?.kill()]);
  await s3?.stop();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly state: string;
  readonly message: string;
  readonly code?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly data: any;
}

async function post(
  server: ServerProcess,
  path: string,
  body: object,
  token?: string,
  proof?: string,
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(proof ? { [PROOF_HEADER]: proof } : {}),
    },
    body: JSON.stringify(body),
  });
  const answer = { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  if (answer.code !== 'kernel.password-needed' || proof) return answer;
  const { data } = await post(server, '/api/tenantUser/checkUserPassword', { Password: PASSWORD }, token);
  return post(server, path, body, token, data.Proof);
}

async function signIn(server: ServerProcess): Promise<string> {
  const answer = await post(server, '/api/tenantUser/login', { Account: 'admin', Password: PASSWORD, TenantId: 'two' });
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data.AccessToken;
}

interface Lot {
  readonly id: string;
  readonly entry: Camera;
  readonly exit: Camera;
}

/** A camera whose messages may reach either process, as behind a load balancer. */
class Camera {
  readonly #token: string;
  readonly #identity;

  constructor(token: string, serial: string) {
    this.#token = token;
    this.#identity = { serial, deviceName: 'IVS', ipAddress: '10.0.0.1', password: 'admin', zone: 'Asia/Shanghai' };
  }

  see(server: ServerProcess, plateId: number, plate: string, atMs = nowMs(), jpeg?: Buffer): Promise<CameraCommand> {
    const picture = jpeg ? { picture: { jpeg, crop: jpeg, plateRect: { left: 0, top: 0, right: 0, bottom: 0 } } } : {};
    const car = { color: plateColor.blue.code, confidence: 98, vehicleKind: 'small' as const };
    const reading = { plate, ...car, atMs, ...picture };
    return this.#post(server, 'plate', plateMessage(this.#identity, plateId, reading), 'application/json');
  }

  /** Waits at the long poll until the server opens the barrier. */
  async untilToldToOpen(server: ServerProcess): Promise<void> {
    const form = heartbeatForm(this.#identity);
    await until('the barrier to be told to open', async () => {
      return (await this.#post(server, 'comet', form.body, form.contentType)).opens;
    });
  }

  async #post(server: ServerProcess, path: string, body: string, type: string): Promise<CameraCommand> {
    const url = `${server.url}/api/camera/vzenith/${encodeURIComponent(this.#token)}/${path}`;
    return until('an answer to the camera', async () => {
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
      const reply = readReply(await answer.text());
      // A camera repeats what a busy server did not take.
      if (!reply && answer.status !== 503) throw new Error(`the camera was answered ${answer.status}`);
      return reply;
    });
  }
}

let made = 0;

async function newLot(token: string, capacity = 500): Promise<Lot> {
  made += 1;
  const make = async (path: string, body: object) => {
    const answer = await post(a, path, body, token);
    if (answer.state !== 'success') throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  };
  const { Id: id } = await make('/api/parkLot/create', { Name: `Lot-${made}`, Code: `L${made}`, Capacity: capacity });
  const rule = await make('/api/billRule/createFromTemplate', {
    Name: `Rule ${made}`,
    Template: 'guangzhou-2005-outdoor',
  });
  await make('/api/billRuleBinding/create', { LotId: id, ChargeRuleId: rule.Id });
  const camera = async (direction: 'entry' | 'exit') => {
    const gate = await make('/api/gate/create', { Name: direction, LotId: id, Direction: direction });
    const place = { Name: direction, Code: direction, GateId: gate.Id, Direction: direction, WhenFull: 'refuse' };
    const lane = await make('/api/lane/create', place);
    const serial = `two-${made}-${direction}`;
    const device = await make('/api/camera/create', { Name: serial, LaneId: lane.Id, SerialNo: serial });
    return new Camera((await make('/api/camera/rotateSecret', { CameraId: device.Id })).Token, serial);
  };
  const lanes = { entry: await camera('entry'), exit: await camera('exit') };
  await make('/api/parkLot/open', { LotId: id });
  return { id, ...lanes };
}

/** What a live channel says, and how it ends. */
function follow(server: ServerProcess, token: string, path = '/api/live') {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, [token]);
  const messages: { Kind: string; Data: { plate?: string; lotId?: string }; message_type?: string }[] = [];
  let closed = 0;
  const opened = new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('the live channel was refused'));
  });
  socket.onmessage = ({ data }) => void messages.push(JSON.parse(String(data)));
  socket.onclose = ({ code }) => {
    closed = code;
  };
  return { messages, opened, closedWith: () => closed, close: () => socket.close() };
}

const count = async (sql: string, lotId: string): Promise<number> => {
  const [row] = await product.kernel.database.system<{ count: number }>(sql, [tenantId, lotId]);
  return Number(row!.count);
};

test('cars of one lot told to both processes at once are taken once each, and both tell the pages', async () => {
  const token = await signIn(a);
  const lot = await newLot(token);
  const live = follow(b, token);
  await live.opened;
  const plates = Array.from({ length: 60 }, (_, at) => `粤B${String(10_000 + at)}`);
  const atMs = nowMs();
  // Each car is told to A, and again to B: before, at the same time, or after; every third one to A alone.
  const answers = await Promise.all(
    plates.map(async (plate, at) => {
      const first = lot.entry.see(a, at + 1, plate, atMs);
      if (at % 3 === 1) await first;
      return Promise.all(at % 3 === 2 ? [first] : [first, lot.entry.see(b, at + 1, plate, atMs)]);
    }),
  );
  for (const told of answers) for (const answer of told) expect(answer.opens).toBe(true);
  const where = 'where tenant_id = $1 and lot_id = $2';
  expect(await count(`select count(*) from passing ${where}`, lot.id)).toBe(60);
  expect(await count(`select count(*) from parking_order ${where}`, lot.id)).toBe(60);
  expect(await count(`select count(distinct plate) from parking_order ${where}`, lot.id)).toBe(60);
  expect(await count(`select cars_inside as count from lot_state ${where}`, lot.id)).toBe(60);

  await until('the pages to hear of every car', () => {
    const heard = live.messages.filter((one) => one.Kind === 'passing.recorded').map((one) => one.Data.plate);
    return new Set(heard).size === 60 && heard.length === 60;
  });
  const entries = `select coalesce(sum(count), 0) as count from stat_hour ${where} and metric = 'entry'`;
  await until('the statistics', async () => (await count(entries, lot.id)) >= 60);
  // Whoever counts an event twice does so within a look at the log; both processes take the next car in first.
  await Promise.all([lot.entry.see(a, 61, '粤B20001'), lot.entry.see(b, 62, '粤B20002')]);
  await until('the statistics of two more', async () => (await count(entries, lot.id)) >= 62);
  expect(await count(entries, lot.id)).toBe(62);
  live.close();
});

test('what is paid at one process opens the barrier whose camera waits at the other', async () => {
  const token = await signIn(a);
  const lot = await newLot(token);
  await lot.entry.see(a, 1, '粤B30001', nowMs() - 50_000);
  expect((await lot.exit.see(a, 1, '粤B30001')).opens).toBe(false);
  const told = lot.exit.untilToldToOpen(a);
  const order = await post(b, '/api/order/getOrderPage', { LotId: lot.id }, token);
  const [{ Id: OrderId, Due: Amount }] = order.data.Rows;
  const paid = await post(b, '/api/order/collectCash', { OrderId, Amount }, token);
  expect(paid).toMatchObject({ state: 'success' });
  await told;
  const where = 'where tenant_id = $1 and lot_id = $2';
  expect(await count(`select count(*) from parking_order ${where} and parking_state = 'left'`, lot.id)).toBe(1);
  expect(await count(`select count(*) from gate_command ${where} and kind = 'open'`, lot.id)).toBe(2);
});

test('a picture taken in at one process is shown by the other', async () => {
  const token = await signIn(a);
  const lot = await newLot(token);
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
  await lot.entry.see(a, 1, '粤B35001', nowMs(), jpeg);
  const list = await post(b, '/api/businessManage/findPassRecord', { LotId: lot.id }, token);
  const shown = await fetch(b.url + list.data.Rows[0].Picture);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(jpeg);
  expect(s3.objects.size).toBe(1);
});

test('a setting changed at one process holds at the gates of the other', async () => {
  const token = await signIn(a);
  const lot = await newLot(token, 1);
  expect((await lot.entry.see(b, 1, '粤B40001')).opens).toBe(true);
  expect((await lot.entry.see(b, 2, '粤B40002')).opens).toBe(false);
  const changed = await post(a, '/api/parkLot/update', { Id: lot.id, Capacity: 5 }, token);
  expect(changed).toMatchObject({ state: 'success' });
  let plateId = 2;
  await until('the other process to let cars in', async () => {
    plateId += 1;
    return (await lot.entry.see(b, plateId, '粤B40003')).opens;
  });
});

test('a lot closed and a lane denied at one process take no cars at the other from the next one on', async () => {
  const token = await signIn(a);
  const lot = await newLot(token);
  expect((await lot.entry.see(b, 1, '粤B41001')).opens).toBe(true);
  const change = async (path: string, body: object) => expect((await post(a, path, body, token)).state).toBe('success');
  await change('/api/parkLot/close', { LotId: lot.id });
  expect((await lot.entry.see(b, 2, '粤B41002')).opens).toBe(false);
  await change('/api/parkLot/open', { LotId: lot.id });
  expect((await lot.entry.see(b, 3, '粤B41003')).opens).toBe(true);
  const lanes = await post(b, '/api/lane/list', { LotId: lot.id, Direction: 'entry' }, token);
  await change('/api/lane/update', { Id: lanes.data.Rows[0].Id, Temporary: 'deny' });
  expect((await lot.entry.see(b, 4, '粤B41004')).opens).toBe(false);
});

test('a session ended at one process is ended at the other, its live channel too', async () => {
  const token = await signIn(a);
  expect(await post(b, '/api/tenantUser/getTenantUserInfo', {}, token)).toMatchObject({ state: 'success' });
  const live = follow(b, token);
  await live.opened;
  await post(a, '/api/tenantUser/logOff', {}, token);
  expect((await post(b, '/api/tenantUser/getTenantUserInfo', {}, token)).status).toBe(401);
  await until('the live channel to be closed', () => live.closedWith() === 4403);
  const older = await signIn(b);
  const newer = await signIn(a);
  expect((await post(b, '/api/tenantUser/getTenantUserInfo', {}, older)).status).toBe(403);
  expect(await post(b, '/api/tenantUser/getTenantUserInfo', {}, newer)).toMatchObject({ state: 'success' });
});

test('a message sent through one process lights the dot of a page at the other, and seeing it puts it out', async () => {
  const token = await signIn(a);
  const dot = follow(b, token, '/api/serviceMsgCenter/wsService');
  await dot.opened;
  const types = () => dot.messages.map((one) => one.message_type);
  const message = { Audience: 'account', To: 'admin', Title: 'Two', Body: 'processes' };
  expect((await post(a, '/api/serviceMsgCenter/send', message, token)).state).toBe('success');
  await until('the dot to light', () => types().at(-1) === '24');
  expect((await post(a, '/api/serviceMsgCenter/see', {}, token)).state).toBe('success');
  await until('the dot to go out', () => types().at(-1) === '0');
  dot.close();
});

test('background work moves to the other process when its own is killed', async () => {
  const { database } = product.kernel;
  const orphaned = `select count(*) from lease where $1::int > 0 and $2::text = '' and (expires_at <= clock_timestamp()
    or not exists (select from pg_stat_activity where pid = split_part(holder, ' ', 1)::int))`;
  const behind = `select count(*) from consumer_position c
    where $1::int > 0 and $2::text = '' and exists (select from event e where e.seq > c.seq)`;
  const holders = async () =>
    (await database.system<{ holder: string }>('select distinct holder from lease')).map((one) => one.holder);
  expect(await count('select count(*) from lease where $1::int > 0 and $2::text = $2', '')).toBeGreaterThan(10);
  const before = await holders();
  const SWEEPS = ['consumer lag', 'command-expiry', 'silent-boxes', 'silent-cameras'];
  const swept = `select distinct singleton_key from pgboss.job
    where name = 'sweep' and state = 'completed' and started_on > $1 and singleton_key = any($2)`;
  // The process that is started again takes nothing from the other: the second one killed holds every lease.
  for (const one of [a, b]) {
    await one.kill();
    const { at } = (await queue.query('select clock_timestamp() as at')).rows[0];
    await database.inTenant(systemWho(tenantId), async (tx) => tx.emit(eventNamed('test.happened'), { data: {} }));
    await until('all leases to be held by the process that lives', async () => (await count(orphaned, '')) === 0);
    await until('its consumers to take what happened', async () => (await count(behind, '')) === 0);
    expect(await holders()).toHaveLength(1);
    await until('each sweep to run', async () => (await queue.query(swept, [at, SWEEPS])).rowCount === SWEEPS.length);
    await one.start();
  }
  expect(await holders()).not.toEqual(before);
});

test('after everything above all equations hold', async () => {
  const pending = `select count(*) from consumer_position c
    where $1::int > 0 and $2::text = '' and exists (select from event e where e.seq > c.seq)`;
  await until('the consumers', async () => (await count(pending, '')) === 0);
  const results = await verifyTenant(product.kernel, tenantId);
  expect(results.filter((one) => one.brokenCount > 0)).toEqual([]);
  expect(results.reduce((sum, one) => sum + one.checkedCount, 0)).toBeGreaterThan(200);
  a.check();
  b.check();
});
