import {
  type Dialect,
  dahua,
  hikvision,
  huaxia,
  mapped,
  openalpr,
  plateRecognizer,
  type Sent,
  vzenith,
} from '@boyun/test-server/camera-dialect';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(400).fill(7), 0xff, 0xd9]);

let server: TestServer;
let user: TestUser;
let gateId: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  await newLane();
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function newLane(): Promise<string> {
  count += 1;
  const lane = { Name: `Lane ${count}`, Code: `C${count}`, GateId: gateId, Direction: 'entry' };
  return (await user.call('/api/lane/create', lane)).data.Id;
}

/** A camera whose maker nobody has said yet. */
async function newCamera() {
  const LaneId = await newLane();
  const camera = { Name: `Camera ${count}`, LaneId, Protocol: 'any' };
  const id: string = (await user.call('/api/camera/create', camera)).data.Id;
  const { Addresses, Token } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  return { id, base: Addresses[0].Path as string, token: Token as string, plate: `粤B${40_000 + count}` };
}

async function send(base: string, { path, type, body }: Sent) {
  const answer = await fetch(server.url + base + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as string,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const look = async (CameraId: string) => (await user.call('/api/onboarding/get', { CameraId })).data;
const messagesOf = async (CameraId: string) =>
  (await user.call('/api/deviceMessage/list', { CameraId })).data.Rows as { Id: string; Outcome: string }[];
const passingsOf = (id: string) =>
  server.product.kernel.database.system<{ plate: string }>(
    'select plate, is_offline from passing where camera_id = $1',
    [id],
  );
const now = () => server.product.kernel.clock.now();
const stateOf = (data: { Findings: { Name: string; State: string; Said: string }[] }, name: string) =>
  data.Findings.find((one) => one.Name === name)!;
/** The address without the maker's own last part, which the device adds or not. */
const bare = (sent: Sent) => ({ ...sent, path: '' });

describe.each([vzenith, huaxia, dahua, hikvision, openalpr, plateRecognizer, mapped])(
  'a camera of $protocol',
  (dialect) => {
    test('is recognised at the address for any maker, taken on by one act, and booked there from then on', async () => {
      const { id, base, plate } = await newCamera();
      const car = (record: number) =>
        bare(dialect.passing({ serial: dialect.serialOf(count), plate, at: now(), record, picture: JPEG }));
      expect((await send(base, car(1))).status).toBe(200);
      const seen = await look(id);
      expect(seen).toMatchObject({ Recognised: dialect.protocol, IsKnown: false, Read: { Plate: plate } });
      expect(seen.Signs.length).toBeGreaterThan(0);
      expect(await passingsOf(id)).toEqual([]);
      const { Version } = (await user.call('/api/camera/get', { Id: id })).data;
      await user.call('/api/camera/update', { Id: id, Version, Protocol: dialect.protocol });
      await dialect.setUp?.(user, id);
      expect((await send(base, car(2))).status).toBe(200);
      expect(await passingsOf(id)).toEqual([expect.objectContaining({ plate })]);
      expect((await look(id)).Findings.map((one: { State: string }) => one.State)).not.toContain('bad');
    });
  },
);

const takeOn = async (dialect: Dialect, id: string) => {
  await user.call('/api/camera/update', { Id: id, Protocol: dialect.protocol });
  await dialect.setUp?.(user, id);
};

test('what is set up wrong is said in words', async () => {
  const { id, base, plate } = await newCamera();
  await takeOn(mapped, id);
  const at = new Date(now().getTime() - 8 * 3_600_000);
  const body = {
    evt: { no: 1, when: at.toISOString() },
    car: [{ no: plate, trust: 0.5 }],
    dev: { sn: 'GX-9', way: '出' },
  };
  await send(base, { path: '', type: 'application/json', body: JSON.stringify(body) });
  const data = await look(id);
  expect(stateOf(data, 'clock')).toMatchObject({ State: 'bad', Said: expect.stringContaining('时区') });
  expect(stateOf(data, 'direction')).toMatchObject({ State: 'bad' });
  expect(stateOf(data, 'picture')).toMatchObject({ State: 'bad' });
  expect(stateOf(data, 'confidence')).toMatchObject({ State: 'bad' });
  expect(stateOf(data, 'plate')).toMatchObject({ State: 'good' });
});

test('messages are kept without secrets and pictures, and replayed without effect where they were booked', async () => {
  const { id, base, plate, token } = await newCamera();
  await takeOn(vzenith, id);
  const serial = vzenith.serialOf(count);
  const car = vzenith.passing({ serial, plate, at: now(), record: 5, picture: JPEG });
  await send(base, { ...car, body: `${car.body}`.replace('"serialno"', '"password":"hunter2","serialno"') });
  await look(id);
  const [message] = await messagesOf(id);
  const { data } = await user.call('/api/deviceMessage/read', { MessageId: message!.Id });
  expect(data).toMatchObject({ Read: { Plate: plate }, IsWhole: true, Fault: null });
  expect(data.PassingId).toBeTruthy();
  expect(data.Body).not.toMatch(/hunter2/);
  expect(data.Body).not.toContain(token);
  expect(data.Body).toContain('base64]');
  const replayed = await user.call('/api/deviceMessage/replay', { MessageId: message!.Id });
  expect(replayed.data).toMatchObject({ Result: 'known', PassingId: data.PassingId });
  expect(await passingsOf(id)).toHaveLength(1);
});

test('a refused message is replayed once its camera is set right, once', async () => {
  const { id, base, plate } = await newCamera();
  await takeOn(hikvision, id);
  await user.call('/api/camera/update', { Id: id, SerialNo: 'another-one' });
  const serial = hikvision.serialOf(count);
  expect((await send(base, hikvision.passing({ serial, plate, at: now(), record: 6 }))).status).toBe(401);
  await look(id);
  const [message] = await messagesOf(id);
  expect(message).toMatchObject({ Outcome: 'refused' });
  const replay = () => user.call('/api/deviceMessage/replay', { MessageId: message!.Id });
  expect((await replay()).code).toBe('device-message.not-read');
  await user.call('/api/camera/update', { Id: id, SerialNo: serial });
  expect((await replay()).data).toMatchObject({ Result: 'booked', Plate: plate });
  expect((await replay()).data).toMatchObject({ Result: 'known' });
  expect(await passingsOf(id)).toEqual([expect.objectContaining({ plate, isOffline: true })]);
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/deviceMessage/read', { MessageId: message!.Id })).code).toBe('kernel.not-found');
});

test('a flood of one camera is kept as a sample, and strangers leave a note without content', async () => {
  const { id, base } = await newCamera();
  const body = JSON.stringify({ hello: 'world' });
  await Promise.all(Array.from({ length: 30 }, () => send(base, { path: '/x', type: 'application/json', body })));
  expect((await look(id)).MessageCount).toBeLessThan(15);
  const stranger = `${base.slice(0, -6)}aaaaaa`;
  expect((await send(stranger, { path: '/plate', type: 'application/json', body })).status).toBe(401);
  const { Strangers, Cameras } = (await user.call('/api/onboarding/list', {})).data;
  expect(Strangers).toEqual([expect.objectContaining({ Protocol: 'any', SeenCount: 1 })]);
  expect(Cameras.find((one: { CameraId: string }) => one.CameraId === id)).toMatchObject({ Protocol: 'any' });
});
