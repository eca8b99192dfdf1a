import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idleJobs, makeLog, readConfiguration } from '@boyun/kernel/server';
import { createTenant } from '@boyun/tenancy/server';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { WIDE_TEMPLATE } from '@boyun/test-server/template';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './database/cluster.ts';
import { makeProduct } from './product.ts';

const PASSWORD = 'Boyun#2026';
const SECRET = 'a secret of the tests only';
const name = `test_${process.pid}_restart`;
const folder = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-restart-`));
let admin: pg.Client;
let database: pg.Client;
let blocker: pg.Client;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name} template ${WIDE_TEMPLATE} strategy file_copy`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  server = new ServerProcess(folder, await freePort(), { DATABASE_URL: url.href, BOYUN_SECRET: SECRET });
  await server.start();
  const configuration = readConfiguration({ DATABASE_URL: url.href, BOYUN_SECRET: SECRET, DATA_DIR: folder }, '/');
  const product = await makeProduct({ configuration, databaseUrl: url.href, log: makeLog('silent') });
  const account = { account: 'admin', password: PASSWORD, name: 'Admin' };
  await createTenant(product.kernel, { code: 'one', name: 'One', kind: 'operator', admin: account });
  await product.stop();
  database = new pg.Client({ connectionString: url.href });
  blocker = new pg.Client({ connectionString: url.href });
  await Promise.all([database.connect(), blocker.connect()]);
  const answer = await post('/api/tenantUser/login', { Account: 'admin', Password: PASSWORD, TenantId: 'one' });
  token = answer.AccessToken;
  await post('/api/parkLot/create', { Name: 'Lot', Code: 'LOT', Capacity: 9000 });
});
afterAll(async () => {
  await server?.kill();
  await Promise.all([database?.end(), blocker?.end()]);
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function post(path: string, body: object): Promise<any> {
  const isForm = body instanceof FormData;
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = (await response.json()) as { state: string; data: unknown; message: string };
  if (answer.state !== 'success') throw new Error(answer.message);
  return answer.data;
}

const task = (id: string) => post('/api/task/get', { TaskId: id });

/** kill -9 in the middle of a task, and a server that finds it as one that has not been heard of for long. */
async function killAndStart(): Promise<void> {
  await server.kill();
  await database.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`);
  await server.start();
}

/** Waits for a state of a task; one that has failed comes to none. */
async function untilTask(id: string, what: string, isSo: (task: { State: string; DoneCount: number }) => boolean) {
  await until(what, async () => {
    const found = await task(id);
    if (found.State === 'failed') throw new Error(found.Error);
    return isSo(found);
  });
}

const untilDone = (id: string) => untilTask(id, 'the end of the task', ({ State }) => State === 'done');

const ROWS = 4000;
const isBad = (index: number) => index % 50 === 3;

test('an import whose server is killed goes on after the last row that was written; an export begins again', async () => {
  const lines = Array.from({ length: ROWS }, (_, index) => `S${index},Lot,${isBad(index) ? 'plane' : 'EV'}`);
  const form = new FormData();
  form.append('Background', 'true');
  form.append('File', new Blob([`Number,Parking lot,Kind\n${lines.join('\n')}`]), 'spots.csv');
  const { TaskId: importId } = await post('/api/parkSpot/import', form);
  let doneBefore = 0;
  for (const share of [0.2, 0.6]) {
    await untilTask(importId, 'some rows', ({ DoneCount }) => DoneCount >= ROWS * share);
    await killAndStart();
    const { State, DoneCount } = await task(importId);
    expect(['running', 'queued']).toContain(State);
    expect(DoneCount, 'what was written is not written again').toBeGreaterThan(doneBefore);
    doneBefore = DoneCount;
  }
  await untilDone(importId);
  const bad = lines.filter((_, index) => isBad(index)).length;
  const { Result } = await task(importId);
  expect(Result).toMatchObject({ Total: ROWS, SuccessNum: ROWS - bad, RepeatNum: 0, FailedNum: bad });
  const count = async (sql: string) => Number((await database.query(sql)).rows[0].count);
  expect(await count('select count(*) from spot')).toBe(ROWS - bad);
  expect(await count(`select count(*) from audit_log where action = 'spot.created'`)).toBe(ROWS - bad);
  expect(await count(`select count(*) from task where run = 3`)).toBe(1);

  const { TaskId: exportId } = await post('/api/parkSpot/export', { QueryAll: true, Background: true });
  await untilDone(exportId);
  // Once more, with its reading held up, so that the server is surely killed in the middle.
  await blocker.query('begin; lock table spot in access exclusive mode');
  await database.query(
    `update task set state = 'queued', file_key = null, ended_at = null, expires_at = null where id = '${exportId}'`,
  );
  await database.query(
    `insert into job_order (tenant_id, id, name, data, after_seconds, priority)
     select tenant_id, gen_random_uuid(), 'task', jsonb_build_object('tenantId', tenant_id, 'taskId', id), 0, 0
     from task where id = '${exportId}'`,
  );
  await untilTask(exportId, 'a run that reads', ({ State }) => State === 'running');
  await server.kill();
  await blocker.query('rollback');
  await killAndStart();
  await untilDone(exportId);
  const { Url, DoneCount } = await task(exportId);
  expect(DoneCount).toBe(ROWS - bad);
  const file = await fetch(server.url + Url);
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  expect(new Set(sheets[0]!.rows.slice(1).map((row) => row[0])).size).toBe(ROWS - bad);
  expect(sheets[0]!.rows).toHaveLength(ROWS - bad + 1);
  expect(readdirSync(join(folder, 'files', 'draft')).length, 'what was half written is taken away later').toBeLessThan(
    4,
  );
}, 1_800_000);

test('a product that is stopped while it starts begins nothing after its end', async () => {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const values = { DATABASE_URL: url.href, BOYUN_SECRET: SECRET, DATA_DIR: folder, PORT: `${await freePort()}` };
  const configuration = readConfiguration(values, '/');
  const product = await makeProduct({
    configuration,
    databaseUrl: url.href,
    log: makeLog('silent'),
    jobs: idleJobs(),
  });
  const order: string[] = [];
  const started = product.listen().then(() => order.push('started'));
  await product.stop().then(() => order.push('stopped'));
  await started;
  expect(order).toEqual(['started', 'stopped']);
});
