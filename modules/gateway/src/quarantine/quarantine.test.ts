import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { signCall } from '../box/sign-call.service.ts';
import { sweepQuarantine } from './quarantine.service.ts';
import { excerptOf, withoutSecrets } from './redaction.service.ts';

let server: TestServer;
let user: TestUser;
let laneId: string;
let cameraCount = 0;

beforeAll(async () => {
  // Time stands still: a command that is not carried out in fifteen seconds is uncertain.
  const clock = new SetClock(now());
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
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
async function passings(plateText: string) {
  return server.product.kernel.database.system<{ cameraId: string; decision: string }>(
    'select decision from passing where plate = $1',
    [plateText],
  );
}

test('the same message again raises the count of one row; another passing is a row of its own', async () => {
  const { token } = await newCamera('aa-1');
  const first = push('aa-9', 1);
  for (let time = 0; time < 3; time += 1) expect((await plate(token, first)).status).toBe(401);
  await plate(token, push('aa-9', 2));
  expect((await kept('aa-9')).map((row: { SeenCount: string }) => row.SeenCount).sort()).toEqual(['1', '3']);
});

test('a message of a wrong serial is replayed once the serial is corrected: booked, never opened, only once', async () => {
  const camera = await newCamera('bb-1');
  await plate(camera.token, push('bb-2', 7, '川A00007'));
  const [row] = await kept('bb-2');
  const replay = (body: object = {}) => user.call('/api/quarantine/replay', { QuarantineId: row.Id, ...body });
  const early = await replay();
  expect(early.code).toBe('quarantine.still-refused');
  expect(early.message).toContain('序列号与登记不符');
  expect(await passings('川A00007')).toEqual([]);
  await user.call('/api/camera/update', { Id: camera.id, SerialNo: 'bb-2' });
  expect((await replay()).state).toBe('success');
  const found = await passings('川A00007');
  expect(found).toHaveLength(1);
  expect(found[0]!.decision).not.toBe('open');
  expect((await replay()).code).toBe('quarantine.settled');
  expect((await kept('bb-2'))[0]).toMatchObject({ State: 'replayed', CameraId: camera.id });
  // The camera goes on sending it: the record is known already.
  await plate(camera.token, push('bb-2', 7, '川A00007'));
  const audit = await server.product.kernel.database.system(
    "select subject_id as id from audit_log where action = 'quarantine.replayed'",
  );
  expect(audit).toEqual([{ id: row.Id }]);
});

test('a message with an old token leaves a note of its source and nothing to replay', async () => {
  const camera = await newCamera(null);
  const renewed = (await user.call('/api/camera/rotateSecret', { CameraId: camera.id })).data.Token;
  expect(renewed).not.toBe(camera.token);
  expect((await plate(camera.token, push('cc-1', 1, '川A00008'))).code).toBe('device.unknown');
  const [row] = await kept('cc-1');
  expect(row).toMatchObject({ Reason: 'unknown', CameraId: null, Path: '/api/camera/vzenith/…/plate', IsWhole: false });
  expect(row.Payload).toBe('');
  const body = { QuarantineId: row.Id, CameraId: camera.id };
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/quarantine/replay', body)).code).toBe('kernel.not-found');
  expect((await user.call('/api/quarantine/replay', body)).code).toBe('quarantine.not-kept');
  expect(await passings('川A00008')).toEqual([]);
});

test('a message of an unknown sender goes to the platform, or nowhere when there is none', async () => {
  const count = async () =>
    (await server.product.kernel.database.system<{ count: number }>('select count(*) as count from quarantine'))[0]!
      .count;
  const before = await count();
  expect((await plate('no-token-at-all', push('dd-1', 1))).status).toBe(401);
  expect(await count()).toBe(before);
  const { clock, database } = server.product.kernel;
  await database.system(
    "insert into tenant (code, name, kind, created_at) values ('platform', 'Platform', 'platform', $1)",
    [clock.now()],
  );
  expect((await plate('no-token-at-all', push('dd-1', 1))).status).toBe(401);
  expect(await count()).toBe(before + 1);
  expect(await kept('dd-1')).toEqual([]);
});

test('a heartbeat cannot be replayed, but set aside', async () => {
  const { token } = await newCamera('ee-1');
  await server.call(`/api/camera/vzenith/${token}/heartbeat`, { serialno: 'ee-2' });
  const body = { QuarantineId: (await kept('ee-2'))[0].Id };
  expect((await user.call('/api/quarantine/replay', body)).code).toBe('quarantine.no-passing');
  expect((await user.call('/api/quarantine/discard', body)).state).toBe('success');
  expect((await user.call('/api/quarantine/discard', body)).code).toBe('quarantine.settled');
});

test('only who may see the lot sees its messages', async () => {
  const { token } = await newCamera('ff-1');
  await plate(token, push('ff-2', 1));
  const elsewhere = await server.newUser(user, ['quarantine.list', 'quarantine.discard'], []);
  const { Rows } = (await elsewhere.call('/api/quarantine/list')).data;
  expect(Rows.some((row: { SerialNo: string }) => row.SerialNo === 'ff-2')).toBe(false);
  const body = { QuarantineId: (await kept('ff-2'))[0].Id };
  expect((await elsewhere.call('/api/quarantine/discard', body)).code).toBe('kernel.not-found');
});

test('secrets are cut from JSON, forms and multipart; pictures become their length', () => {
  const part = '--b\r\nContent-Disposition: form-data; name="pass_wd"\r\n\r\nse-cret\r\n--b--';
  for (const text of ['{"pass_wd": "se-cret"}', '{"password":"se\\"se-cret","a":1}', 'a=1&pass_wd=se-cret&b=2', part])
    expect(withoutSecrets(text)).not.toContain('se-cret');
  expect(withoutSecrets('{"license":"川A1","plateid":3}')).toBe('{"license":"川A1","plateid":3}');
  expect(excerptOf(`{"imageFile":"${'A'.repeat(4000)}"}`)).toBe('{"imageFile":"[4000 base64]"}');
  expect(excerptOf('a\u0000b')).toBe('a·b');
});

test('a message of any form and size is redacted', () => {
  const length = 16 * 1024 * 1024;
  for (const text of [
    `{"password":"${'é'.repeat(length)}","a":1}`,
    `{"token":${'\\'.repeat(length)}`,
    `name="token"\r\n${'x: y\r\n'.repeat(length / 8)}`,
    `token=${'%'.repeat(length)}`,
    'A'.repeat(length),
    '"'.repeat(length),
  ])
    expect(excerptOf(text).length).toBeLessThan(8100);
  expect(withoutSecrets(`{"password":"${'é'.repeat(length)}","a":1}`)).toBe('{"password":"[cut]","a":1}');
  expect(withoutSecrets(`{"token":"x","data":"${'é'.repeat(length)}","secret":5}`)).toMatch(/é","secret":"\[cut\]"}$/);
});

test('signed passings: taken once, refused with a wrong signature, an old time or another body', async () => {
  const { id, secret } = await newCamera('box-1');
  await user.call('/api/camera/update', { Id: id, Protocol: 'signed' });
  const nowSeconds = () => Math.floor(server.product.kernel.clock.now().getTime() / 1000);
  const call = async (
    name: string,
    body: object,
    change: { timestamp?: number; signed?: object; key?: string } = {},
  ) => {
    const path = `/api/box/${name}`;
    const timestamp = String(change.timestamp ?? nowSeconds());
    const bytes = Buffer.from(JSON.stringify(change.signed ?? body));
    const signature = signCall(change.key ?? secret, timestamp, 'POST', path, bytes);
    return server.call(path, body, { timestamp, signature, serialnumber: 'box-1' });
  };
  const body = {
    EventId: 'e-1',
    Plate: '川a·66666',
    PlateColor: 1,
    Confidence: 99,
    HappenedAt: server.product.kernel.clock.now().toISOString(),
    IsOffline: false,
  };
  const first = await call('passing', body);
  expect(first).toMatchObject({ state: 'success', data: { IsOpen: true, Decision: 'open', IsRepeated: false } });
  expect(await call('passing', body)).toMatchObject({ data: { PassingId: first.data.PassingId, IsRepeated: true } });
  expect(await passings('川A66666')).toHaveLength(1);
  const other = { ...body, EventId: 'e-2' };
  expect(await call('passing', other, { key: 'x' })).toMatchObject({ status: 401, code: 'device.bad-signature' });
  expect(await call('passing', other, { signed: body })).toMatchObject({ code: 'device.bad-signature' });
  const timestamp = nowSeconds() - 310;
  expect(await call('passing', other, { timestamp })).toMatchObject({ status: 401, code: 'device.old-timestamp' });
  const malformed = await call('passing', { ...other, HappenedAt: 'yesterday' });
  expect(malformed).toMatchObject({ status: 400, code: 'device.malformed' });
  expect(malformed.message).toContain('HappenedAt');
  const rows = (await kept('box-1')).map((row: { Reason: string; SeenCount: string }) => [row.Reason, row.SeenCount]);
  expect(rows.sort()).toEqual([
    ['bad-signature', '2'],
    ['malformed', '1'],
    ['old-timestamp', '1'],
  ]);
  const offline = { ...body, EventId: 'e-3', Plate: '川A66667', IsOffline: true };
  expect((await call('passing', offline)).data.IsOpen).toBe(false);
  // One kept for its old time is taken when a person vouches for it.
  const old = (await kept('box-1')).find((row: { Reason: string }) => row.Reason === 'old-timestamp');
  expect((await user.call('/api/quarantine/replay', { QuarantineId: old.Id })).state).toBe('success');
});

test('a signed heartbeat fetches commands', async () => {
  const { id, secret } = await newCamera('box-2');
  let calls = 0;
  const call = (name: string, body: object) => {
    calls += 1;
    // Equal calls within one second are different ones by the decimals of their timestamps.
    const timestamp = (Math.floor(server.product.kernel.clock.now().getTime() / 1000) + calls / 1000).toFixed(3);
    const path = `/api/box/${name}`;
    const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
    return server.call(path, body, { timestamp, signature, serialnumber: 'box-2', tenant: 't1' });
  };
  // Commands of the passings before are none of this test's.
  await server.product.kernel.database.system("update gate_command set state = 'passed'");
  await call('heartbeat', {});
  await server.until('online', async () => (await user.call('/api/camera/get', { Id: id })).data.State === 'online');
  await server.product.kernel.database.system("update camera set state = 'offline' where id <> $1", [id]);
  const opened = await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  expect((await call('heartbeat', {})).data.Commands).toEqual([{ CommandId: opened.data.CommandId, Kind: 'open' }]);
  expect((await call('heartbeat', {})).data.Commands).toEqual([]);
  await call('input', { Input: 'barrier' });
  await call('input', { Input: 'loop' });
  const [row] = (await user.call('/api/deviceCommand/list')).data.Rows;
  expect(row).toMatchObject({ Id: opened.data.CommandId, State: 'passed' });
});

test('a row not repeated for ninety days is deleted, with its stored message', async () => {
  const { kernel } = server.product;
  const device = await newCamera('kept-serial');
  const send = (serialno: string, plateid: number) =>
    fetch(`${server.url}/api/camera/vzenith/${encodeURIComponent(device.token)}/plate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(push(serialno, plateid)),
    });
  for (const serial of ['old-serial', 'seen-serial', 'new-serial']) await send(serial, 1);
  const find = () =>
    kernel.database.system<{ serialNo: string; bodyKey: string }>(
      `select serial_no, body_key from quarantine
       where tenant_id = $1 and serial_no = any($2) order by serial_no`,
      [user.tenantId, ['old-serial', 'seen-serial', 'new-serial']],
    );
  const [, old, seen] = await find();
  // One came first long ago and was sent again since; the other was not.
  const age = (serial: string, received: number, last: number) =>
    kernel.database.system(
      `update quarantine set received_at = $5::timestamptz - make_interval(days => $3),
         last_received_at = $5::timestamptz - make_interval(days => $4)
       where tenant_id = $1 and serial_no = $2`,
      [user.tenantId, serial, received, last, kernel.clock.now()],
    );
  await age('old-serial', 120, 91);
  await age('seen-serial', 120, 89);
  await sweepQuarantine(kernel);
  expect((await find()).map((row) => row.serialNo)).toEqual(['new-serial', 'seen-serial']);
  expect(await kernel.files.open(old!.bodyKey)).toBeNull();
  expect(await kernel.files.open(seen!.bodyKey)).not.toBeNull();
  await expect(sweepQuarantine(kernel)).resolves.toBeUndefined();
});
