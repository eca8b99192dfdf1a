import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dialects, type PlayedProtocol } from './dialect.ts';
import { plateColor } from './plate-mix.ts';

let server: TestServer;
let user: TestUser;
let gateId: string;
let laneCount = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  await newLane('first');
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function newLane(Name: string): Promise<string> {
  laneCount += 1;
  const lane = { Name, Code: `C${laneCount}`, GateId: gateId, Direction: 'entry' };
  return (await user.call('/api/lane/create', lane)).data.Id;
}

const MAP = {
  Plate: 'car[0].plateNo',
  Time: 'event.captureTime',
  TimeFormat: 'pattern',
  TimePattern: 'yyyy/MM/dd HH:mm:ss',
  Confidence: 'car[0].score',
  ConfidenceScale: 'fraction',
  Picture: 'image',
  DeviceId: 'device.sn',
  EventId: 'event.id',
};

test.each(Object.keys(dialects) as PlayedProtocol[])(
  'the product reads what the player sends as %s',
  async (Protocol) => {
    const dialect = dialects[Protocol];
    const LaneId = await newLane(Protocol);
    const id: string = (await user.call('/api/camera/create', { Name: Protocol, LaneId, Protocol })).data.Id;
    const { Token } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
    if (Protocol === 'mapped-json') await user.call('/api/camera/saveMap', { CameraId: id, ...MAP });
    const serial =
      Protocol === 'openalpr-webhook' ? 'AGENT-7' : `aabbccddee0${Object.keys(dialects).indexOf(Protocol)}`;
    const camera = { serial, deviceName: 'IVS', ipAddress: '10.0.0.9', password: 'p', zone: 'Asia/Shanghai' };
    const atMs = Math.floor(server.product.kernel.clock.now().getTime() / 1000) * 1000 - 5000;
    const plate = `粤B7${String(Object.keys(dialects).indexOf(Protocol)).padStart(4, '0')}`;
    const reading = { plate, color: plateColor.blue, confidence: 92, vehicleKind: 'small', atMs } as const;
    const picture = {
      jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(40).fill(7), 0xff, 0xd9]),
      crop: Buffer.alloc(0),
      plateRect: { left: 1, top: 2, right: 30, bottom: 12 },
    };
    const send = async ({ path, contentType, body }: ReturnType<typeof dialect.passing>) => {
      const url = server.url + dialect.base(Token) + path;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: body as string,
      });
      expect(answer.status).toBe(200);
      return dialect.read(await answer.text());
    };
    const command = await send(dialect.passing(camera, 3, { ...reading, picture }));
    expect(command?.opens).toBe(Protocol !== 'hikvision-isapi');
    if (dialect.heartbeat) await send(dialect.heartbeat(camera));
    const rows = await server.product.kernel.database.system(
      'select plate, confidence, happened_at, picture is not null as "hasPicture" from passing where camera_id = $1',
      [id],
    );
    expect(rows).toEqual([{ plate, confidence: 92, happenedAt: new Date(atMs), hasPicture: true }]);
  },
);
