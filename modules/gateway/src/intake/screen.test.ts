import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { devicesServer } from '@boyun/devices/server';
import { screenFrames } from '@boyun/domain/screen-frame';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const clock = new SetClock(new Date('2026-03-02T08:00:00Z'));
let server: TestServer;
let user: TestUser;
let lotId: string;
let laneId: string;
let garageId: string;
let push: (record: number, plate: string) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  // A sweep in between would note its own failure after a success of the test's.
  const without = ['guidance-screens'];
  server = await startTestServer(inject('databaseUrl'), { deviceAllow: '127.0.0.1', clock, without });
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: '北区', Code: 'L', Capacity: 100 })).data.Id;
  garageId = (await user.call('/api/garage/create', { LotId: lotId, Name: 'B1', Floor: -1, Capacity: 20 })).data.Id;
  const GateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  laneId = (await user.call('/api/lane/create', { Name: 'Lane', Code: 'C', GateId, Direction: 'entry' })).data.Id;
  const CameraId = (await user.call('/api/camera/create', { Name: 'Camera', LaneId: laneId })).data.Id;
  const { Token } = (await user.call('/api/camera/rotateSecret', { CameraId })).data;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
  push = async (record, license) => {
    const PlateResult = {
      license,
      plateid: record,
      colorType: 1,
      confidence: 95,
      isoffline: 0,
      timeStamp: { Timeval: { sec: Math.floor(clock.now().getTime() / 1000), usec: 0 } },
    };
    const body = { AlarmInfoPlate: { serialno: 'd85b1269-8f942256', result: { PlateResult } } };
    const response = await fetch(`${server.url}/api/camera/vzenith/${Token}/plate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { Response_AlarmInfoPlate: Record<string, unknown> }).Response_AlarmInfoPlate;
  };
});
afterAll(() => server?.stop());

const ok = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000));
const count = () => devicesServer.sweeps!.find((one) => one.name === 'guidance-screens')!.run(server.product.kernel);

/** A control card that answers each frame it got, or keeps silent. */
async function startCard(port = 0, isSilent = false) {
  const got: Buffer[] = [];
  const sockets = new Set<Socket>();
  const card: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      got.push(part);
      if (!isSilent) socket.write(ACK);
    });
  });
  await new Promise<void>((resolve) => card.listen(port, '127.0.0.1', resolve));
  return {
    port: (card.address() as AddressInfo).port,
    text: () => got.map((one) => new TextDecoder('gbk').decode(one)).join(' '),
    stop: () =>
      new Promise<void>((resolve) => {
        for (const one of sockets) one.destroy();
        card.close(() => resolve());
      }),
  };
}
/** `00 64 FF FF 62 01 00` with its check sum. */
const ACK = Buffer.from('0064ffff620100976a', 'hex');

test('a car sees the template of its situation on the screen behind the camera, and hears it there alone', async () => {
  const before = await push(1, '粤B10001');
  expect(before).toHaveProperty('playserver_json_request');
  const screen = {
    Name: '入口屏',
    LotId: lotId,
    LaneId: laneId,
    IsSpeaking: true,
    BrightnessPlan: '06:00=80 18:00=40',
  };
  await ok('/api/screen/create', screen);
  const template = {
    Name: '欢迎',
    Situation: 'welcome',
    Lines: '{plate}\n余位{free}\n剩余{days}天',
    Voice: '{message}',
  };
  await ok('/api/screenTemplate/create', template);
  const wrong = await user.call('/api/screenTemplate/create', { ...template, Name: '错', Lines: '{colour}' });
  expect(wrong.code).toBe('screen.unknown-value');
  const reply = await push(2, '粤B10002');
  const sent = (reply.serialData as { serialChannel: number; data: string }[]).map((one) => one.data);
  const words = { lines: ['粤B10002', '余位98'], voice: '欢迎光临', brightness: 80 };
  expect(sent).toEqual(screenFrames('card-64ff', words).map((one) => Buffer.from(one).toString('base64')));
  expect(reply).not.toHaveProperty('playserver_json_request');
});

test('a guidance screen follows the free spots, and the line may be lost', async () => {
  let card = await startCard();
  const { port } = card;
  const shown = { Name: 'B1余位', LotId: lotId, Kind: 'guidance', Route: 'tcp', Address: '127.0.0.1', Port: port };
  expect((await user.call('/api/screen/create', { ...shown, Route: 'camera' })).code).toBe('screen.network-only');
  const { Id } = await ok('/api/screen/create', { ...shown, GarageIds: [garageId] });
  const all = await ok('/api/screen/create', { ...shown, Name: '全场余位' });
  const spots = { LotId: lotId, GarageId: garageId, Kind: 'standard', Prefix: 'A', FirstNumber: '1', LastNumber: '3' };
  await ok('/api/parkSpot/createBatch', spots);
  const row = async (id: string) => (await user.call('/api/screen/get', { Id: id })).data;
  await count();
  expect(await row(Id)).toMatchObject({ State: 'online', Shown: 'B1余位\n余位 3', LastError: null });
  expect(await row(all.Id)).toMatchObject({ Shown: '全场余位\n余位 98' });
  expect(card.text()).toContain('余位 3');
  await card.stop();
  await push(3, '粤B10003');
  for (let time = 0; time < 4; time += 1) {
    await count();
    later(100);
  }
  expect(await row(all.Id)).toMatchObject({ State: 'offline', Shown: '全场余位\n余位 98', LastError: /连接不上/ });
  // The lane's camera is silent too, and its alarm comes whenever its sweep runs: only the alarm of the screen counts.
  await server.until('the alarm of the screen', async () => {
    const { data } = await user.call('/api/alarm/list', { Kind: 'device-offline', DeviceKind: 'screen' });
    return (data.Rows as { DeviceName: string }[]).some((one) => one.DeviceName === '全场余位');
  });
  card = await startCard(port);
  later(400);
  await count();
  expect(await row(all.Id)).toMatchObject({ State: 'online', Shown: '全场余位\n余位 97', LastError: null });
  await card.stop();
});

test('words that are pushed are shown, or it is said that nothing answered; private addresses need permission', async () => {
  const silent = await startCard(0, true);
  const at = { LotId: lotId, Kind: 'guidance', Route: 'tcp', Address: '127.0.0.1', Port: silent.port };
  const { Id: ScreenId } = await ok('/api/screen/create', { ...at, Name: '静默屏' });
  const said = await ok('/api/screen/push', { ScreenId, Words: '暂停营业' });
  expect(said).toEqual({ IsShown: false, Message: '已发送，屏没有应答' });
  await silent.stop();
  const { Id } = await ok('/api/screen/create', { ...at, Name: '内网屏', Address: '10.0.0.8' });
  expect((await user.call('/api/screen/push', { ScreenId: Id, Words: '你好' })).code).toBe('screen.private-address');
});
