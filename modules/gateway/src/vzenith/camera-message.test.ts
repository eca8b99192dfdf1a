import { devicesServer } from '@boyun/devices/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { nowMs } from '@boyun/test-server/time';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { VZENITH_PREFIX } from './vzenith.contract.ts';

const SERIAL = 'a1b2c3d4-00000001';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

let server: TestServer;
let user: TestUser;
let laneId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function newCamera(serial: string | null = null): Promise<{ id: string; token: string }> {
  const values = { Name: 'Camera', LaneId: laneId, ...(serial ? { SerialNo: serial } : {}) };
  const id = (await user.call('/api/camera/create', values)).data.Id;
  return { id, token: (await user.call('/api/camera/rotateSecret', { CameraId: id })).data.Token };
}

const post = (token: string, name: string, body: object) =>
  fetch(`${server.url}${VZENITH_PREFIX}/${token}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a snapshot and what came over a serial line are kept for the page of the camera, and forgotten after a month', async () => {
  const serial = 'feed0000-00000001';
  const { id, token } = await newCamera(serial);
  const line = { channel: 0, serialno: serial, serialChannel: 1, data: 'Y2guY29tFw==', dataLen: 7 };
  const taking = { imageFile: JPEG.toString('base64'), imageFileLen: JPEG.length };
  expect((await post(token, 'serial', { SerialData: line })).status).toBe(200);
  expect((await post(token, 'snapshot', { ipaddr: '10.0.0.9', TriggerImage: taking })).status).toBe(200);
  const read = async () => (await user.call('/api/camera/getMessages', { CameraId: id })).data.Rows;
  const [snapshot, sent, ...others] = await read();
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ Kind: 'serial', Channel: 1, Data: '63682e636f6d17', Picture: null });
  expect(snapshot).toMatchObject({ Kind: 'snapshot', Channel: null, Data: null });
  const stored = await fetch(server.url + snapshot.Picture);
  expect(Buffer.from(await stored.arrayBuffer())).toEqual(JPEG);
  const { clock, database } = server.product.kernel;
  await database.system(
    `update camera_message set id = first_uuid($2::timestamptz - interval '31 days')
     where camera_id = $1 and kind = 'snapshot'`,
    [id, clock.now()],
  );
  const days = 30;
  const before = new Date(clock.now().getTime() - days * 24 * 3_600_000);
  const step = { tenantId: user.tenantId, before, days, after: null, limit: 100 };
  expect(await devicesServer.retained[0]!.step(server.product.kernel, step)).toMatchObject({ count: 1, isDone: true });
  expect((await read()).map((one: { Kind: string }) => one.Kind)).toEqual(['serial']);
  expect((await fetch(server.url + snapshot.Picture)).status).toBe(404);
});

test.each([
  ['serial', 'of another camera', { SerialData: { serialno: 'feed0000-99999999', data: 'AA==' } }, 401],
  ['serial', 'without data', { SerialData: { serialno: SERIAL, data: '' } }, 400],
  ['serial', 'too long', { SerialData: { serialno: SERIAL, data: Buffer.alloc(2049).toString('base64') } }, 400],
  ['snapshot', 'that is no picture', { TriggerImage: { imageFile: 'Y2guY29tFw==', imageFileLen: 7 } }, 400],
])('a %s message %s is refused', async (name, _what, body, status) => {
  const { id, token } = await newCamera(status === 401 ? 'feed0000-00000002' : null);
  expect((await post(token, name, body)).status).toBe(status);
  expect((await user.call('/api/camera/getMessages', { CameraId: id })).data.Rows).toEqual([]);
});

test('the place of the plate in the picture is kept for dialogs that correct it', async () => {
  const [serial, license] = ['feed0000-00000009', '川A10009'];
  const { token } = await newCamera(serial);
  const location = { RECT: { left: 290, top: 240, right: 350, bottom: 260 } };
  const timeStamp = { Timeval: { sec: Math.floor(nowMs() / 1000), usec: 0 } };
  const PlateResult = { license, plateid: 9, colorType: 1, confidence: 97, timeStamp, location };
  const result = { PlateResult: { ...PlateResult, imageFile: JPEG.toString('base64') } };
  expect((await post(token, 'plate', { AlarmInfoPlate: { serialno: serial, result } })).status).toBe(200);
  const { data: found } = await user.call('/api/order/getOrderPage', { Plate: license });
  const OrderId = found.Rows[0].Id;
  const seen = { Picture: expect.any(String), PlateBox: { Left: 290, Top: 240, Right: 350, Bottom: 260 } };
  expect((await user.call('/api/passing/getPlateView', { OrderId })).data).toEqual(seen);
  const { data: passings } = await user.call('/api/businessManage/findPassRecord', { Plate: license });
  expect((await user.call('/api/passing/getPlateView', { PassingId: passings.Rows[0].Id })).data).toEqual(seen);
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/passing/getPlateView', { OrderId })).code).toBe('kernel.not-found');
  const elsewhere = await server.newUser(user, ['order.correct'], []);
  expect((await elsewhere.call('/api/passing/getPlateView', { OrderId })).code).toBe('kernel.not-found');
});
