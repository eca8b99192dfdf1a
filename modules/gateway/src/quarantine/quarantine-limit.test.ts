import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Clock, systemClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DeviceFault } from '../message/device-fault.service.ts';
import { keepRefused, sweepQuarantine } from './quarantine.service.ts';
import { networkOf, quarantineLimits } from './quarantine-limit.service.ts';

let server: TestServer;
let user: TestUser;
let laneId: string;
let cameraCount = 0;
/** The moment at which time stands still, while it does. */
let stillAt: Date | null = null;
const clock: Clock = { now: () => stillAt ?? systemClock.now() };

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function newCamera(serialNo: string | null) {
  cameraCount += 1;
  const values = { Name: `Camera ${cameraCount}`, LaneId: laneId, ...(serialNo ? { SerialNo: serialNo } : {}) };
  const id: string = (await user.call('/api/camera/create', values)).data.Id;
  const { Token, DeviceSecret } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  return { id, token: Token as string, secret: DeviceSecret as string };
}

const push = (serialno: string, plateid: number, license = '川A54321') => {
  const sec = Math.floor(server.product.kernel.clock.now().getTime() / 1000) - 5;
  const result = {
    license,
    plateid,
    colorType: 1,
    confidence: 95,
    isoffline: 0,
    timeStamp: { Timeval: { sec, usec: 0 } },
  };
  return { AlarmInfoPlate: { serialno, result: { PlateResult: result } } };
};
const plate = (token: string, body: object) => server.call(`/api/camera/vzenith/${token}/plate`, body);

async function kept(serialNo: string) {
  const { Rows } = (await user.call('/api/quarantine/list')).data;
  return Rows.filter((row: { SerialNo: string }) => row.SerialNo === serialNo);
}
/** Bytes and rows a tenant's refused messages take. */
async function room(tenantId: number): Promise<{ files: number; bytes: number; rows: number }> {
  const { files, database, configuration } = server.product.kernel;
  let [count, bytes] = [0, 0];
  for await (const key of files.list(tenantId)) {
    if (!key.startsWith(`${tenantId}/quarantine/`)) continue;
    count += 1;
    bytes += (await stat(join(configuration.dataDir, 'files', key))).size;
  }
  const [row] = await database.system<{ rows: number }>(
    'select count(*)::int as rows from quarantine where tenant_id = $1',
    [tenantId],
  );
  return { files: count, bytes, rows: row!.rows };
}

const MEGABYTES = 3 * 1024 * 1024;
const large = (serialno: string, plateid: number, letter: string) => ({
  AlarmInfoPlate: {
    ...push(serialno, plateid).AlarmInfoPlate,
    // Not base64: it is kept whole and makes every message another one.
    filler: `${plateid} ${letter.repeat(MEGABYTES)}`,
  },
});

test('a flood from unknown devices, from many addresses, keeps no content and few rows', async () => {
  const victim = await server.newTenant();
  const token = `${victim.tenantId}.AAAAAAAAAAAAAAAAAAAAAAAA`;
  const before = await room(victim.tenantId);
  // Rows are limited by the minute, which a slow machine could leave, and those of one network are one a day.
  stillAt = systemClock.now();
  for (let time = 0; time < 8; time += 1)
    expect((await plate(token, large('flood-1', time, 'é'))).code).toBe('device.unknown');
  const fault = new DeviceFault('unknown', 'no camera has this token');
  for (let host = 0; host < 1000; host += 1)
    await keepRefused(server.product.kernel, fault, {
      protocol: 'vzenith-http',
      path: '/api/camera/vzenith/…/plate',
      address: `198.51.${host >> 8}.${host & 255}`,
      body: Buffer.alloc(100_000),
      size: 100_000,
      isKeptWhole: true,
      device: null,
      tenantId: victim.tenantId,
    });
  stillAt = null;
  const after = await room(victim.tenantId);
  expect(after).toMatchObject({ files: before.files, bytes: before.bytes });
  expect(after.rows).toBeLessThanOrEqual(300);
  const { Rows } = (await victim.call('/api/quarantine/list', { PerPage: 500 })).data;
  const own = Rows.filter((row: { Size: number }) => row.Size > MEGABYTES);
  expect(own).toEqual([expect.objectContaining({ SeenCount: '8', Payload: '', BodyHash: null })]);
});

test('of an unknown caller the body is not read to its end before it is refused', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Four megabytes are announced, twenty kilobytes come.
  socket.write(`POST /api/camera/vzenith/${user.tenantId}.BBBBBBBBBBBBBBBBBBBBBBBB/plate HTTP/1.1\r\nhost: x\r\n`);
  socket.write(`content-type: application/json\r\ncontent-length: 4000000\r\n\r\n${'x'.repeat(20_000)}`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  socket.destroy();
});

test('refused messages of a known camera are kept up to a number of bytes; the oldest go first', async () => {
  const camera = await newCamera('cap-1');
  const bytesOf = async () => (await room(user.tenantId)).bytes;
  const count = Math.ceil(quarantineLimits.bytesPerTenant / MEGABYTES) + 4;
  const sent: string[] = [];
  for (let time = 0; time < count; time += 1) {
    const serial = `cap-${1000 + time}`;
    expect((await plate(camera.token, large(serial, time, 'z'))).code).toBe('device.wrong-serial');
    sent.push(serial);
  }
  expect(await bytesOf()).toBeLessThanOrEqual(quarantineLimits.bytesPerTenant);
  expect(await bytesOf()).toBeGreaterThan(quarantineLimits.bytesPerTenant - 2 * MEGABYTES);
  expect(await kept(sent[0]!)).toEqual([]);
  expect(await kept(sent.at(-1)!)).toHaveLength(1);
});

test('all tenants together have a limit as well', async () => {
  const { kernel } = server.product;
  const others = [await server.newTenant(), await server.newTenant()];
  const [older, newer] = others;
  const insert = (tenantId: number, name: string, minutes: number, bytes: number) =>
    kernel.database.system(
      `insert into quarantine (tenant_id, id, received_at, last_received_at, reason, detail, protocol, path, payload,
         fingerprint, body_bytes)
       values ($1, gen_random_uuid(), $5::timestamptz - make_interval(mins => $3), $5, 'malformed', '', 'signed', '/', '', $2, $4)`,
      [tenantId, name, minutes, bytes, kernel.clock.now()],
    );
  await insert(older!.tenantId, 'oldest', 90, 600 * 1024 * 1024);
  await insert(newer!.tenantId, 'newer', 60, 600 * 1024 * 1024);
  await sweepQuarantine(kernel);
  expect(await room(older!.tenantId)).toMatchObject({ rows: 0 });
  expect(await room(newer!.tenantId)).toMatchObject({ rows: 1 });
  await kernel.database.system('delete from quarantine where tenant_id = $1', [newer!.tenantId]);
});

test('IPv6 callers count by their network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:0001:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('::ffff:10.0.0.7')).toBe('10.0.0.7');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('10.0.0.7')).toBe('10.0.0.7');
  expect(networkOf(null)).toBe('');
});
