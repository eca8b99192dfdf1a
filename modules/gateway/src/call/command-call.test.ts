import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startCommandCalls } from '../server.ts';

const NONCE = 'a1b2c3d4e5f6';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let server: TestServer;
let calls: ReturnType<typeof startCommandCalls>;
let fake: Server;
let url: string;
let user: TestUser;
let gateId: string;
/** Calls that the camera took, with their bodies. */
let taken: string[] = [];
let reply = { status: 200, text: '<statusCode>1</statusCode><statusString>OK</statusString>' };
let count = 0;

/** Whether a request proves knowledge of the password by RFC 2617 digest. */
function isProven(method: string, header: string, password: string): boolean {
  const parts = Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]*))/g)].map((one) => [one[1], one[2] ?? one[3]]),
  );
  const secret = md5(`${parts.username}:${parts.realm}:${password}`);
  const wanted = md5(
    `${secret}:${parts.nonce}:${parts.nc}:${parts.cnonce}:${parts.qop}:${md5(`${method}:${parts.uri}`)}`,
  );
  return parts.nonce === NONCE && parts.response === wanted;
}

beforeAll(async () => {
  fake = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      if (!isProven(method, headers.authorization ?? '', 'right')) {
        response.writeHead(401, { 'www-authenticate': `Digest realm="IP Camera", qop="auth", nonce="${NONCE}"` }).end();
        return;
      }
      taken.push(`${method} ${path} ${Buffer.concat(parts).toString()}`.trim());
      response.writeHead(reply.status).end(reply.text);
    });
  });
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
  // Time stands still: a command that is not carried out in fifteen seconds is uncertain.
  const clock = new SetClock(now());
  server = await startTestServer(inject('databaseUrl'), { clock, deviceAllow: '127.0.0.1' });
  calls = startCommandCalls(server.product.kernel);
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  await newCamera('vzenith-http');
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(async () => {
  await calls?.stop();
  await server?.stop();
  fake?.close();
});
beforeEach(() => {
  taken = [];
  reply = { status: 200, text: '<statusCode>1</statusCode><statusString>OK</statusString>' };
});

async function newCamera(protocol: string) {
  count += 1;
  const lane = { Name: `Lane ${count}`, Code: `C${count}`, GateId: gateId, Direction: 'entry' };
  const laneId: string = (await user.call('/api/lane/create', lane)).data.Id;
  const id: string = (
    await user.call('/api/camera/create', { Name: `Camera ${count}`, LaneId: laneId, Protocol: protocol })
  ).data.Id;
  return { id, laneId };
}
const setAccess = (CameraId: string, Password: string, Url = url) =>
  user.call('/api/camera/setAccess', { CameraId, Url, User: 'admin', Password });
const lastCommand = async (laneId: string) =>
  (await user.call('/api/deviceCommand/list', { LaneId: laneId })).data.Rows[0] as { State: string };

test('a command by hand is a call to the camera, accepted once it answered', async () => {
  const { id, laneId } = await newCamera('hikvision-isapi');
  expect((await setAccess(id, 'right')).state).toBe('success');
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  await server.until('accepted', async () => (await lastCommand(laneId)).State === 'accepted');
  expect(taken).toEqual([
    'PUT /ISAPI/Parking/channels/1/barrierGate <?xml version="1.0" encoding="UTF-8"?><BarrierGate><ctrlMode>open</ctrlMode></BarrierGate>',
  ]);
});

test('a car that may enter opens the barrier of a camera whose replies move nothing', async () => {
  const { id } = await newCamera('hikvision-isapi');
  await setAccess(id, 'right');
  const { Addresses } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  const alert = `<EventNotificationAlert><macAddress>44:a6:42:f3:00:01</macAddress>
    <dateTime>${server.product.kernel.clock.now().toISOString()}</dateTime><eventType>ANPR</eventType>
    <ANPR><licensePlate>蓝粤B30001</licensePlate><confidenceLevel>98</confidenceLevel></ANPR><UUID>u-1</UUID></EventNotificationAlert>`;
  const send = () =>
    fetch(`${server.url}${Addresses[0].Path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: alert,
    });
  expect((await send()).status).toBe(200);
  await server.until('called', async () => taken.length === 1);
  // The same event again moves nothing.
  await send();
  await calls.idle();
  expect(taken).toHaveLength(1);
});

test('Dahua closes and opens through the address of the camera', async () => {
  const { id, laneId } = await newCamera('dahua-itsapi');
  await setAccess(id, 'right');
  reply = { status: 200, text: 'OK\r\n' };
  await user.call('/api/lane/close', { LaneId: laneId, Reason: 'by hand' });
  await server.until('accepted', async () => (await lastCommand(laneId)).State === 'accepted');
  expect(taken).toEqual(['GET /cgi-bin/trafficSnap.cgi?action=closeStrobe&channel=1']);
});

test.each([
  ['a wrong password', 'wrong', { status: 200, text: '' }, /密码/],
  ['a camera that refuses', 'right', { status: 200, text: '<statusCode>4</statusCode>' }, /未执行/],
  ['an error of the camera', 'right', { status: 500, text: '' }, /状态 500/],
])('%s leaves the command uncertain, says why, and is not repeated', async (_name, password, answer, words) => {
  const { id, laneId } = await newCamera('hikvision-isapi');
  await setAccess(id, password);
  reply = answer;
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  await server.until('noted', async () => (await user.call('/api/camera/get', { Id: id })).data.CallError !== null);
  expect((await lastCommand(laneId)).State).toBe('sent');
  expect(taken.length).toBeLessThanOrEqual(1);
  const { data } = await user.call('/api/camera/testAccess', { CameraId: id });
  expect(data).toMatchObject({ IsWorking: false, Message: expect.stringMatching(words) });
});

test('the test of an address moves nothing and clears the last failure', async () => {
  const { id } = await newCamera('hikvision-isapi');
  await setAccess(id, 'right');
  reply = { status: 200, text: '<BarrierGate><barrierGateStatus>1</barrierGateStatus></BarrierGate>' };
  expect((await user.call('/api/camera/testAccess', { CameraId: id })).data).toMatchObject({ IsWorking: true });
  expect(taken).toEqual(['GET /ISAPI/Parking/channels/1/barrierGate/barrierGateStatus']);
  const { data } = await user.call('/api/camera/get', { Id: id });
  expect(data).toMatchObject({ CallUrl: url, CallError: null });
  expect(JSON.stringify(data)).not.toContain('right');
});

test('private addresses, other protocols and other tenants are refused', async () => {
  const { id } = await newCamera('hikvision-isapi');
  expect((await setAccess(id, 'right', 'http://10.0.0.8')).code).toBe('camera-access.private-address');
  expect((await setAccess(id, 'right', 'http://127.0.0.1/path?x=1')).state).not.toBe('success');
  expect((await setAccess((await newCamera('vzenith-http')).id, 'right')).code).toBe('camera-access.not-called');
  expect((await user.call('/api/camera/testAccess', { CameraId: id })).code).toBe('camera-access.no-address');
  const stranger = await server.newTenant();
  const taken = await stranger.call('/api/camera/setAccess', { CameraId: id, Url: url, User: 'admin', Password: 'x' });
  expect(taken.code).toBe('kernel.not-found');
});
