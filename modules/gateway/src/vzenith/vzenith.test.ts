import { buffer } from 'node:stream/consumers';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ingressOf } from '../driver/mount.service.ts';
import { VZENITH_PREFIX } from './vzenith.contract.ts';
import { vzenithDriver } from './vzenith.service.ts';

const SERIAL = 'a1b2c3d4-00000001';
/** Long enough for a command to wake a poll on a busy machine; a poll that nothing wakes takes it whole. */
const POLL_MS = 8000;
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

// It moves for each camera alone: a command that is not carried out in fifteen seconds is uncertain.
const clock = new SetClock(now());
let server: TestServer;
let app: FastifyInstance;
let url: string;
let user: TestUser;
let laneId: string;
const logLines: string[] = [];
let [serialCount, plateCount] = [0, 0];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, logLines });
  // The routes on their own, with polls that end soon enough for a test.
  app = fastify();
  const [ingress] = ingressOf(vzenithDriver({ pollMs: POLL_MS }));
  await app.register(async (scope) => void (await ingress!.mount(scope, server.product.kernel)), {
    prefix: ingress!.prefix,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => Promise.all([app?.close(), server?.stop()]));
async function newCamera(serial: string | null = null): Promise<{ id: string; token: string }> {
  clock.set(new Date(clock.now().getTime() + 1000));
  const values = { Name: 'Camera', LaneId: laneId, ...(serial ? { SerialNo: serial } : {}) };
  const id = (await user.call('/api/camera/create', values)).data.Id;
  return { id, token: (await user.call('/api/camera/rotateSecret', { CameraId: id })).data.Token };
}

function newSerial(): string {
  serialCount += 1;
  return `feed0000-${String(serialCount).padStart(8, '0')}`;
}

/** A car that was not here before. */
function newPlate(): string {
  plateCount += 1;
  return `川A${String(10_000 + plateCount)}`;
}

/** The passings recorded for a camera, oldest first. */
const passingsOf = (cameraId: string) =>
  server.product.kernel.database.system<{
    key: string;
    plate: string;
    readPlate: string | null;
    decision: string;
    isOffline: boolean;
    picture: string | null;
  }>(
    `select event_key as key, plate, read_plate, decision, is_offline, picture
     from passing where camera_id = $1 order by id`,
    [cameraId],
  );

const bytesOf = async (key: string) => buffer((await server.product.kernel.files.open(key))!);
const nowSec = () => Math.floor(server.product.kernel.clock.now().getTime() / 1000);
const timeStamp = (sec: number) => ({ Timeval: { sec, usec: 0 } });

interface Push {
  serial?: string;
  result?: object;
}
const platePush = ({ serial = SERIAL, result = {} }: Push = {}) => ({
  AlarmInfoPlate: {
    channel: 0,
    deviceName: 'Gate camera',
    ipaddr: '10.0.0.9',
    result: {
      PlateResult: {
        colorType: 1,
        confidence: 97,
        isoffline: 0,
        license: '川A12345',
        plateid: 71,
        timeStamp: { Timeval: { sec: 1_770_000_000, usec: 250_000 } },
        type: 1,
        ...result,
      },
    },
    serialno: serial,
  },
});

async function post(token: string, name: string, body: unknown, contentType = 'application/json') {
  const answer = await fetch(`${url}${VZENITH_PREFIX}/${token}/${name}`, {
    method: 'POST',
    headers: contentType ? { 'content-type': contentType } : {},
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  return { status: answer.status, body: (await answer.json()) as any };
}

const heartbeat = (token: string, serial: string, name = 'heartbeat') => {
  const fields = { device_name: 'IVS', user_name: 'admin', pass_wd: 'hidden-word-77', serialno: serial };
  const parts = Object.entries(fields).map(
    ([key, value]) => `--b0\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  return post(token, name, `${parts.join('')}--b0--\r\n`, 'multipart/form-data; boundary=b0');
};

const screenOf = (serialData: { data: string; dataLen: number }[]) =>
  serialData.map((one) => {
    const bytes = Buffer.from(one.data, 'base64');
    expect(one.dataLen).toBe(bytes.length);
    return { place: bytes[1], text: new TextDecoder('gbk').decode(bytes.subarray(2, -1)) };
  });

test('the reply to a car that may enter opens with a pulse, lines on the screen and a voice; its picture is kept', async () => {
  const [serial, license] = [newSerial(), newPlate()];
  const { id, token } = await newCamera(serial);
  const result = { license, timeStamp: timeStamp(nowSec()), imageFile: JPEG.toString('base64') };
  const { status, body } = await post(token, 'plate', platePush({ serial, result }));
  expect(status).toBe(200);
  const reply = body.Response_AlarmInfoPlate;
  expect(reply).toMatchObject({ info: 'ok', is_pay: 'true', ivs_ioctrl: { delay: 500, io: 0, value: 2 } });
  const screen = screenOf(reply.serialData);
  expect(screen).toEqual([
    { place: 1, text: license },
    { place: 2, text: expect.stringContaining('欢迎') },
  ]);
  const { type, voice } = reply.playserver_json_request;
  expect([type, Buffer.from(voice, 'base64').toString()]).toEqual(['ps_voice_play', `${license}，${screen[1]!.text}`]);
  const [row] = await passingsOf(id);
  expect(row).toMatchObject({ plate: license, decision: 'open', isOffline: false, picture: expect.any(String) });
  expect(await bytesOf(row!.picture!)).toEqual(JPEG);
});

test.each([
  ['hold', 'confirm'],
  ['refuse', 'deny'],
] as const)('the decision "%s" opens nothing and stops the resending', async (decision, policy) => {
  const [serial, license] = [newSerial(), newPlate()];
  const { id, token } = await newCamera(serial);
  await user.call('/api/lane/update', { Id: laneId, Temporary: policy });
  const push = platePush({ serial, result: { license, timeStamp: timeStamp(nowSec()) } });
  const reply = (await post(token, 'plate', push)).body.Response_AlarmInfoPlate;
  await user.call('/api/lane/update', { Id: laneId, Temporary: 'open' });
  expect(reply).toMatchObject({ info: 'no', content: 'retransfer_stop', is_pay: 'false' });
  expect(reply).not.toHaveProperty('ivs_ioctrl');
  expect((await passingsOf(id))[0]).toMatchObject({ decision });
});

test('a driver who is to pay gets the address of the payment page on this server as a QR code', async () => {
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Paid', Code: 'P', Capacity: 10 })).data.Id;
  const template = { Name: 'Rule', Template: 'guangzhou-2005-outdoor' };
  const ChargeRuleId = (await user.call('/api/billRule/createFromTemplate', template)).data.Id;
  await user.call('/api/billRuleBinding/create', { LotId: lotId, ChargeRuleId });
  const gateId = (await user.call('/api/gate/create', { Name: 'Paid', LotId: lotId, Direction: 'both' })).data.Id;
  const license = newPlate();
  const pass = async (Direction: 'entry' | 'exit', sec: number) => {
    const lane = { Name: Direction, Code: Direction, GateId: gateId, Direction };
    const LaneId = (await user.call('/api/lane/create', lane)).data.Id;
    if (Direction === 'entry') await user.call('/api/parkLot/open', { LotId: lotId });
    const CameraId = (await user.call('/api/camera/create', { Name: Direction, LaneId })).data.Id;
    const { Token } = (await user.call('/api/camera/rotateSecret', { CameraId })).data;
    const push = platePush({ serial: newSerial(), result: { license, timeStamp: timeStamp(sec) } });
    return (await post(Token, 'plate', push)).body.Response_AlarmInfoPlate;
  };
  await pass('entry', nowSec() - 3 * 3600);
  const reply = await pass('exit', nowSec());
  expect(reply).toMatchObject({ info: 'no', is_pay: 'false' });
  const [, asked, code] = screenOf(reply.serialData);
  expect(asked!.text).toContain('元');
  expect(code).toEqual({ place: 16, text: expect.stringMatching(new RegExp(`^${url}/pay/[\\w-]+$`)) });
});

test('an offline record only asks for the next one, even where the car may pass', async () => {
  const serial = newSerial();
  const { id, token } = await newCamera(serial);
  const result = { isoffline: 1, plateid: 4711, license: newPlate(), timeStamp: timeStamp(nowSec()) };
  const { body } = await post(token, 'plate', platePush({ serial, result }));
  expect(body).toEqual({ Response_AlarmInfoPlate: { ContinuePushOffline: { plateid: 4711, continue: 1 } } });
  expect((await passingsOf(id))[0]!.isOffline).toBe(true);
});

test('an old record whose picture stayed on the camera is an offline one although it does not say so', async () => {
  const serial = newSerial();
  const { token } = await newCamera(serial);
  const old = await post(token, 'plate', platePush({ serial, result: { imagePath: 'a.jpg', license: newPlate() } }));
  expect(old.body.Response_AlarmInfoPlate).toHaveProperty('ContinuePushOffline');
  const fresh = { imagePath: 'a.jpg', license: newPlate(), timeStamp: timeStamp(nowSec()) };
  const { body } = await post(token, 'plate', platePush({ serial, result: fresh }));
  expect(body.Response_AlarmInfoPlate.ivs_ioctrl).toBeDefined();
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', ''])(
  'JSON is taken with the content type "%s"',
  async (contentType) => {
    const { id, token } = await newCamera();
    const license = newPlate();
    const push = platePush({ serial: newSerial(), result: { license } });
    const body = Buffer.from(`\ufeff${JSON.stringify(push)}\n`);
    expect((await post(token, 'plate', body, contentType)).status).toBe(200);
    expect((await passingsOf(id))[0]!.plate).toBe(license);
  },
);

test('the first serial number is pinned; another one is refused and kept', async () => {
  const { id, token } = await newCamera();
  const [serial, other] = [newSerial(), newSerial()];
  expect((await heartbeat(token, serial)).status).toBe(200);
  expect((await user.call('/api/camera/get', { Id: id })).data.SerialNo).toBe(serial);
  const refused = await post(token, 'plate', platePush({ serial: other }));
  expect(refused).toMatchObject({ status: 401, body: { state: '401', code: 'device.wrong-serial' } });
  expect(await passingsOf(id)).toEqual([]);
  // A serial number another camera of the tenant has is not pinned a second time.
  const second = await newCamera();
  expect((await heartbeat(second.token, serial)).body.code).toBe('device.wrong-serial');
  const rows = (await user.call('/api/quarantine/list', { Reason: 'wrong-serial' })).data.Rows;
  expect(rows).toContainEqual(
    expect.objectContaining({ SerialNo: other, CameraId: id, State: 'kept', SeenCount: '1' }),
  );
});

test('an unknown token is refused with a sentence', async () => {
  const body = { state: '401', data: null, message: '未知设备', code: 'device.unknown' };
  expect(await post('1.unknown-token', 'plate', platePush())).toEqual({ status: 401, body });
});

test.each([
  ['not JSON', '{"AlarmInfoPlate": '],
  ['no plate result', { AlarmInfoPlate: { serialno: SERIAL, result: {} } }],
  ['no serial', { AlarmInfoPlate: { ...platePush().AlarmInfoPlate, serialno: undefined } }],
  ['no record number', platePush({ result: { plateid: undefined } })],
  ['no time', platePush({ result: { timeStamp: {} } })],
  ['an endless plate', platePush({ result: { license: 'A'.repeat(40) } })],
  ['an array', []],
])('a message with %s is refused as malformed', async (_what, body) => {
  const { id, token } = await newCamera();
  const answer = await post(token, 'plate', body);
  expect(answer).toMatchObject({ status: 400, body: { state: 'fail', code: 'device.malformed' } });
  expect(await passingsOf(id)).toEqual([]);
});

const POISON = ['川A1\0', '川A\ud800', '川A\u202e54321', '川A\u001b1234'];
test.each(POISON)('a plate %j is answered as taken, and quarantined', async (license) => {
  const { id, token } = await newCamera();
  expect((await post(token, 'plate', platePush({ serial: newSerial(), result: { license } }))).status).toBe(200);
  const { data } = await user.call('/api/quarantine/list', { Reason: 'malformed' });
  expect([await passingsOf(id), data.Rows[0]]).toMatchObject([[], { CameraId: id, State: 'kept', SeenCount: '1' }]);
});

test('the password of a heartbeat is in no table, no file and no log', async () => {
  const serial = newSerial();
  const { token } = await newCamera(serial);
  await heartbeat(token, serial);
  await heartbeat(token, newSerial());
  await heartbeat('1.unknown-token', serial);
  await post(token, 'plate', '--b0\r\nContent-Disposition: form-data; name="pass_wd"\r\n\r\nhidden-word-77\r\n--b0--');
  await post(token, 'plate', '{"pass_wd": "hidden-word-77", "broken": ');
  const { database } = server.product.kernel;
  const kept = await database.system<{ row: string; bodyKey: string | null }>(
    'select q::text as row, body_key from quarantine q',
  );
  expect(kept.length).toBeGreaterThan(2);
  for (const { row, bodyKey } of kept) {
    expect(row).not.toContain('hidden-word');
    if (bodyKey) expect(String(await bytesOf(bodyKey))).not.toContain('hidden-word');
  }
  const tables = await database.system<{ event: string; audit: string; camera: string }>(
    `select (select coalesce(string_agg(e::text, ''), '') from event e) as event,
       (select coalesce(string_agg(a::text, ''), '') from audit_log a) as audit,
       (select coalesce(string_agg(c::text, ''), '') from camera c) as camera`,
  );
  expect(JSON.stringify(tables)).not.toContain('hidden-word');
  expect(logLines.join('')).not.toContain('hidden-word');
  expect(logLines.join('')).not.toContain(token);
});

test('a long poll is woken by a command; the next poll accepts it; sensors finish it', async () => {
  const serial = newSerial();
  const { id, token } = await newCamera(serial);
  await heartbeat(token, serial);
  // The barrier is opened through the camera of the lane that was heard last, which is written a little after its answer.
  await server.until('online', async () => {
    const [row] = (await user.call('/api/camera/list', { SerialNo: serial })).data.Rows;
    return row.State === 'online';
  });
  const polled = heartbeat(token, serial, 'comet');
  const opened = await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  expect(opened.state).toBe('success');
  expect((await polled).body).toEqual({ Response_AlarmInfoPlate: { ivs_ioctrl: { delay: 500, io: 0, value: 2 } } });
  const state = async () => {
    const { Rows } = (await user.call('/api/deviceCommand/list', { LaneId: laneId })).data;
    return Rows.find((row: { Id: string }) => row.Id === opened.data.CommandId);
  };
  expect(await state()).toMatchObject({ State: 'sent', CameraId: id });
  const next = heartbeat(token, serial, 'comet');
  await server.until('the poll is taken', async () => (await state()).State === 'accepted');
  const input = (source: number, value: number) =>
    post(token, 'io', { AlarmGioIn: { result: { TriggerResult: { source, value } }, serialno: serial } });
  await input(0, 0);
  await input(3, 1);
  expect((await state()).State).toBe('accepted');
  await input(0, 1);
  expect((await state()).State).toBe('opened');
  await input(1, 1);
  expect((await state()).State).toBe('passed');
  expect((await next).body).toEqual({ Response_AlarmInfoPlate: {} });
});

test('a heartbeat carries a command to a camera that does not poll', async () => {
  const serial = newSerial();
  const { token } = await newCamera(serial);
  await heartbeat(token, serial);
  await server.until('online', async () => {
    const [row] = (await user.call('/api/camera/list', { SerialNo: serial })).data.Rows;
    return row.State === 'online';
  });
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  expect((await heartbeat(token, serial)).body.Response_AlarmInfoPlate.ivs_ioctrl).toEqual({
    delay: 500,
    io: 0,
    value: 2,
  });
  expect((await heartbeat(token, serial)).body).toEqual({ Response_AlarmInfoPlate: {} });
});

test('a poll ends empty on a timeout or when the camera polls again', async () => {
  const serial = newSerial();
  const { token } = await newCamera(serial);
  const first = heartbeat(token, serial, 'comet');
  const second = heartbeat(token, serial, 'comet');
  expect((await Promise.all([first, second])).map((one) => one.body)).toEqual([
    { Response_AlarmInfoPlate: {} },
    { Response_AlarmInfoPlate: {} },
  ]);
});
