import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyTenant } from '@boyun/insight/server';
import { idleJobs, makeLog, systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeBackup } from './database/backup.ts';
import { readBackup } from './database/restore.ts';
import { makeProduct } from './product.ts';
import { prepareSchema, SEEDED_TABLES } from './schema.ts';

let server: TestServer;
let folder: string;
const name = `restored_${randomBytes(4).toString('hex')}`;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  folder = await mkdtemp(join(tmpdir(), 'boyun-backup-'));
});
afterAll(async () => {
  await server?.stop();
  const admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

test('a restored product knows everything, goes on consuming where it was, and takes new events', async () => {
  const user = await server.newTenant();
  const made = await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L1', Capacity: 10 });
  await server.product.consumers.drain();
  // A log that was there before its months: one partition holds everything up to some month.
  await server.product.kernel.database.system(
    `insert into audit_log (tenant_id, id, at, account, actor_name, action, subject_kind)
     values ($1, first_uuid('2019-05-01'), '2019-05-01', 'old', 'Old', 'lot.created', 'lot')`,
    [user.tenantId],
  );
  const file = join(folder, 'a.backup');
  await writeBackup({ url: server.databaseUrl, file, productVersion: 'test' });

  const admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const log = makeLog('silent');
  await prepareSchema(url.href, log, now(), now());
  await readBackup({ url: url.href, file, seeded: SEEDED_TABLES });

  const product = await makeProduct({
    configuration: { ...server.product.kernel.configuration, databaseUrl: url.href },
    databaseUrl: url.href,
    log,
    jobs: idleJobs(),
  });
  try {
    const login = await product.app.inject({
      method: 'POST',
      url: '/api/parkLot/get',
      headers: { authorization: user.token },
      payload: { Id: made.data.Id },
    });
    expect(login.json()).toMatchObject({ state: 'success', data: { Name: 'Lot', Capacity: 10 } });
    const { database } = product.kernel;
    expect(await database.system("select from audit_log where account = 'old'")).toHaveLength(1);
    const before = await database.system<{ name: string; seq: number }>('select name, seq from consumer_position');
    await database.inTenant(systemWho(user.tenantId), async (tx) => tx.emit(eventNamed('test.happened'), { data: {} }));
    await product.consumers.drain();
    const after = await database.system<{ name: string; seq: number }>('select name, seq from consumer_position');
    for (const one of before) expect(after.find((other) => other.name === one.name)!.seq).toBeGreaterThan(0);
    const broken = (await verifyTenant(product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
    expect(broken).toEqual([]);
  } finally {
    await product.stop();
  }
});
