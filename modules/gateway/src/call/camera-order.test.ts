import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ordersOf } from '@boyun/devices/contract';
import { expireCommands } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dahuaDriver } from '../dahua/dahua.service.ts';
import { hikvisionDriver } from '../hikvision/hikvision.service.ts';
import { huaxiaDriver } from '../huaxia/huaxia.service.ts';
import { mqttDriver } from '../mqtt/mqtt.service.ts';
import { startCommandCalls } from '../server.ts';
import { vzenithDriver } from '../vzenith/vzenith.service.ts';

const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
let server: TestServer;
let calls: ReturnType<typeof startCommandCalls>;
let fake: Server;
let url: string;
let user: TestUser;
let gateId: string;
let taken: string[] = [];
let reply: { status: number; body: string | Buffer };
let count = 0;

beforeAll(async () => {
  fake = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (!request.headers.authorization)
        return response.writeHead(401, { 'www-authenticate': 'Digest realm="x", qop="auth", nonce="n"' }).end();
      taken.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`.trim());
      return response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  server = await startTestServer(inject('databaseUrl'), { deviceAllow: '127.0.0.1', clock });
  calls = startCommandCalls(server.product.kernel);
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
});
afterAll(async () => {
  await calls?.stop();
  await server?.stop();
  fake?.close();
});

async function newCamera(Protocol: string) {
  count += 1;
  const lane = { Name: `Lane ${count}`, Code: `C${count}`, GateId: gateId, Direction: 'entry' };
  const LaneId: string = (await user.call('/api/lane/create', lane)).data.Id;
  const id: string = (await user.call('/api/camera/create', { Name: `Camera ${count}`, LaneId, Protocol })).data.Id;
  const { Token: token } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  return { id, token: token as string };
}
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const order = (CameraId: string, Order: string) => user.call('/api/camera/order', { CameraId, Order });
const rows = async (CameraId: string) =>
  (await user.call('/api/deviceCommand/list', { CameraId })).data.Rows as {
    Kind: string;
    State: string;
    Result: string | null;
  }[];
const lastOf = async (id: string) => {
  const [{ Kind, State, Result } = { Kind: '', State: '', Result: null }] = await rows(id);
  return [Kind, State, Result];
};
/** A heartbeat as the camera's document has it; returns what the reply carries. */
async function beat(token: string) {
  const body = new FormData();
  // As the document's sample, one for each camera.
  body.set('serialno', `d85b1269-${createHash('md5').update(token).digest('hex').slice(0, 8)}`);
  const response = await fetch(`${server.url}/api/camera/vzenith/${token}/heartbeat`, { method: 'POST', body });
  return ((await response.json()) as { Response_AlarmInfoPlate: Record<string, unknown> }).Response_AlarmInfoPlate;
}

test.each([vzenithDriver(), mqttDriver, huaxiaDriver, hikvisionDriver, dahuaDriver])(
  'a driver carries exactly the orders its protocol states: $protocol',
  ({ protocol, orders, calls: called }) => {
    expect(Object.keys(called?.orders ?? orders ?? {}).sort()).toEqual([...ordersOf(protocol)].sort());
  },
);

test('a reply carries orders; the picture that comes ends the snapshot, and nothing tells what was said', async () => {
  const { id, token } = await newCamera('vzenith-http');
  expect((await order(id, 'snapshot')).code).toBe('camera-order.offline');
  expect(await beat(token)).toEqual({});
  await server.until('online', async () => (await user.call('/api/camera/get', { Id: id })).data.State === 'online');
  expect((await order(id, 'time')).code).toBe('camera-order.unable');
  expect((await order(id, 'snapshot')).state).toBe('success');
  expect((await order(id, 'snapshot')).code).toBe('camera-order.under-way');
  await user.call('/api/camera/announce', { CameraId: id, By: 'text', Words: '欢迎光临\n请慢行' });
  await user.call('/api/camera/announce', { CameraId: id, By: 'voice', Words: '欢迎光临' });
  const path = `/api/camera/vzenith/${token}/snapshot`;
  const carried = await beat(token);
  expect(carried).toMatchObject({
    TriggerImage: { snapImageRelativeUrl: path, snapImageAbsolutelyUrl: `${server.url}${path}` },
    playserver_json_request: { type: 'ps_voice_play', voice: '5qyi6L+O5YWJ5Li0' },
    serialData: [{ serialChannel: 0 }, { serialChannel: 0 }],
  });
  expect(await beat(token)).toEqual({});
  const picture = { TriggerImage: { imageFile: JPEG.toString('base64'), imageFileLen: JPEG.length } };
  await server.call(path, picture);
  later(61);
  await expireCommands(server.product.kernel);
  expect((await rows(id)).map(({ Kind, State }) => [Kind, State])).toEqual([
    ['voice', 'unreported'],
    ['text', 'unreported'],
    ['snapshot', 'done'],
  ]);
  const messages = (await user.call('/api/camera/getMessages', { CameraId: id })).data.Rows;
  expect(messages).toMatchObject([{ Kind: 'snapshot' }]);
});

test('what a camera does not fetch within a minute was not done, and is not sent afterwards', async () => {
  const { id, token } = await newCamera('vzenith-http');
  await beat(token);
  await server.until('online', async () => (await user.call('/api/camera/get', { Id: id })).data.State === 'online');
  await order(id, 'recognise');
  later(61);
  await expireCommands(server.product.kernel);
  expect(await lastOf(id)).toEqual(['recognise', 'failed', expect.stringMatching(/没有来取/)]);
  expect(await beat(token)).toEqual({});
  // It is no alarm: nobody stands at a closed barrier.
  const { Rows } = (await user.call('/api/alarm/list', { Kind: 'command-uncertain' })).data;
  expect(Rows).toEqual([]);
});

test('a camera that is called says what it did', async () => {
  const { id } = await newCamera('hikvision-isapi');
  expect((await order(id, 'snapshot')).code).toBe('camera-access.no-address');
  await user.call('/api/camera/setAccess', { CameraId: id, Url: url, User: 'admin', Password: 'x' });
  const play = async (what: string, body: string | Buffer, status = 200) => {
    reply = { status, body };
    taken = [];
    expect((await order(id, what)).message).toBe('');
    await server.until('ended', async () => !['queued', 'sent'].includes((await lastOf(id))[1] as string));
    return [...(await lastOf(id)), ...taken];
  };
  expect(await play('snapshot', JPEG)).toEqual(['snapshot', 'done', null, 'GET /ISAPI/Streaming/channels/1/picture']);
  expect(await play('snapshot', '<html>')).toEqual(['snapshot', 'failed', '相机未返回图片', taken[0]]);
  const OK = '<ResponseStatus><statusCode>1</statusCode></ResponseStatus>';
  const wall = new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
  expect(await play('time', OK)).toEqual([
    'time',
    'done',
    null,
    `PUT /ISAPI/System/time <?xml version="1.0" encoding="UTF-8"?><Time><timeMode>manual</timeMode><localTime>${wall}+08:00</localTime></Time>`,
  ]);
  const info =
    '<DeviceInfo version="2.0"><model>DS-TCG405-E</model><firmwareVersion>V5.4.0</firmwareVersion></DeviceInfo>';
  expect((await play('settings', info)).slice(0, 3)).toEqual([
    'settings',
    'done',
    'model=DS-TCG405-E\nfirmwareVersion=V5.4.0',
  ]);
  expect((await play('time', '<statusCode>4</statusCode>')).slice(0, 2)).toEqual(['time', 'failed']);
  reply = { status: 200, body: OK };
  const restart = { CameraId: id, Reason: '画面卡住' };
  expect((await user.call('/api/camera/reboot', restart)).state).toBe('success');
  await server.until('accepted', async () => (await lastOf(id))[1] === 'accepted');
  expect(taken.at(-1)).toBe('PUT /ISAPI/System/reboot');
});
