import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5000, 7)]);
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Capacity: 100 });
});
afterAll(() => server?.stop());

const ready = async (of = server) => {
  const response = await fetch(`${of.url}/readyz`);
  return { status: response.status, ...((await response.json()) as { reason?: string }) };
};
// A machine that is busy with something else may be late once, and a check that began before may end after another.
const untilReady = () => server.until('a server that is ready', async () => (await ready()).status === 200);
const metric = async (name: string, of = server) =>
  (await (await fetch(`${of.url}/metrics`)).text()).split('\n').filter((line) => line.startsWith(name));
const openAlarms = async () =>
  (
    await server.product.kernel.database.system<{ name: string }>(
      'select name from system_alarm where ended_at is null order by name',
    )
  ).map((row) => row.name);
const passing = async (plate: string) =>
  (await user.call('/api/businessManage/findPassRecord', { Plate: plate })).data.Rows[0] as {
    Decision: string;
    Picture: string | null;
    PictureLost: string | null;
  };

test('a car is decided while its picture cannot be written; that is alarmed, counted and told to balancers', async () => {
  const folder = join(server.product.kernel.configuration.dataDir, 'files');
  expect((await gate.see(lot.entry, '川A10001', 0, { picture: PICTURE })).decision).toBe('open');
  expect((await passing('川A10001')).Picture).not.toBeNull();
  // A file in place of the folder fails every write, whoever runs the test.
  await rename(folder, `${folder}.away`);
  await writeFile(folder, '');
  expect((await gate.see(lot.entry, '川A10002', 1, { picture: PICTURE })).decision).toBe('open');
  expect(await passing('川A10002')).toMatchObject({
    Decision: 'open',
    Picture: null,
    PictureLost: expect.stringMatching(/^E[A-Z]+$/),
  });
  await server.until('the alarm', async () => (await openAlarms()).includes('pictures-lost'));
  expect((await metric('boyun_pictures_lost_total{')).map((line) => line.split(' ').at(-1))).toEqual(['1']);
  await server.product.storage.check();
  await expect.poll(() => ready()).toMatchObject({ status: 503, reason: expect.stringContaining('files') });
  expect(await openAlarms()).toContain('disk-space');
  await rm(folder);
  await rename(`${folder}.away`, folder);
  await gate.see(lot.entry, '川A10003', 2, { picture: PICTURE });
  expect(await passing('川A10003')).toMatchObject({ Picture: expect.any(String), PictureLost: null });
  await server.product.storage.check();
  await untilReady();
  await server.until('no alarm', async () => (await openAlarms()).length === 0);
});

test('a database that takes no writes is not ready', async () => {
  const admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  try {
    await admin.query('revoke update on write_probe from boyun_system');
    await server.product.storage.check();
    await expect.poll(() => ready()).toMatchObject({ status: 503, reason: expect.stringContaining('takes no writes') });
    await admin.query('grant update on write_probe to boyun_system');
    await server.product.storage.check();
    await untilReady();
  } finally {
    await admin.end();
  }
});

test('a disk with less free space than allowed is alarmed and not ready; its figures are metrics', async () => {
  const full = await startTestServer(inject('databaseUrl'), { diskCritical: { share: 1, bytes: 1e18 } });
  try {
    await expect
      .poll(() => ready(full))
      .toMatchObject({ status: 503, reason: expect.stringMatching(/files: .* GB free of/) });
    const [line = ''] = await metric('boyun_disk_free_bytes{volume="files"}', full);
    expect(Number(line.split(' ').at(-1))).toBeGreaterThan(0);
    const [alarm] = await full.product.kernel.database.system<{ en: string }>(
      `select * from system_alarm where name = 'disk-space' and ended_at is null`,
    );
    expect(alarm).toBeDefined();
  } finally {
    await full.stop();
  }
});
