import {
  type Dialect,
  dahua,
  hikvision,
  huaxia,
  json,
  mapped,
  openalpr,
  plateRecognizer,
  type Sent,
  vzenith,
} from '@boyun/test-server/camera-dialect';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);

let server: TestServer;
let user: TestUser;
let gateId: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 100 })).data.Id;
  gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  await newLane('Lane 0');
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(() => server?.stop());

async function newLane(name: string): Promise<string> {
  const lane = { Name: name, Code: name.replace('Lane ', 'C'), GateId: gateId, Direction: 'entry' };
  return (await user.call('/api/lane/create', lane)).data.Id;
}

async function newCamera(dialect: Dialect) {
  count += 1;
  const laneId = await newLane(`Lane ${count}`);
  const id: string = (
    await user.call('/api/camera/create', { Name: `Camera ${count}`, LaneId: laneId, Protocol: dialect.protocol })
  ).data.Id;
  const { Addresses } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  await dialect.setUp?.(user, id);
  // Every camera is given one address, to which its messages add their own last parts.
  const base = String(Addresses[0].Path).replace(/\/(plate|push|event)$/, '');
  return { id, laneId, base, serial: dialect.serialOf(count), plate: `粤B${String(20_000 + count)}` };
}

async function send(base: string, { path, type, body }: Sent) {
  const answer = await fetch(`${server.url}${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as string,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const rowsOf = (cameraId: string) =>
  server.product.kernel.database.system<Record<string, unknown>>(
    'select plate, plate_color, vehicle_kind, confidence, happened_at, decision, is_offline, picture from passing where camera_id = $1 order by id',
    [cameraId],
  );

describe.each([vzenith, huaxia, dahua, hikvision, openalpr, plateRecognizer, mapped])('$protocol', (dialect) => {
  test('a car drives in: plate, colour, time and picture are kept, the reply opens', async () => {
    const { id, base, serial, plate } = await newCamera(dialect);
    const at = new Date(Math.floor(server.product.kernel.clock.now().getTime() / 1000) * 1000);
    const { status, body } = await send(base, dialect.passing({ serial, plate, at, record: 1, picture: JPEG }));
    expect(status).toBe(200);
    if (dialect.opens) expect(dialect.opens(body)).toBe(true);
    expect(await rowsOf(id)).toEqual([
      expect.objectContaining({
        plate,
        plateColor: dialect.hasNoColor ? 0 : 1,
        confidence: 95,
        happenedAt: at,
        decision: 'open',
        isOffline: false,
        picture: expect.any(String),
      }),
    ]);
    expect((await user.call('/api/camera/get', { Id: id })).data.SerialNo).toBe(serial);
  });

  test('the same message sent again changes nothing and gets the same reply', async () => {
    const { id, base, serial, plate } = await newCamera(dialect);
    const car = dialect.passing({ serial, plate, at: server.product.kernel.clock.now(), record: 7 });
    const first = await send(base, car);
    expect(await send(base, car)).toEqual(first);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('a car without a plate is kept as one', async () => {
    const { id, base, serial } = await newCamera(dialect);
    await send(base, dialect.passing({ serial, plate: '', at: server.product.kernel.clock.now(), record: 1 }));
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ isOffline: false })]);
  });

  test('another serial number and what is no message are refused and quarantined', async () => {
    const { id, base, serial, plate } = await newCamera(dialect);
    const at = server.product.kernel.clock.now();
    await send(base, dialect.passing({ serial, plate, at, record: 1 }));
    const other = dialect.passing({ serial: dialect.serialOf(9000 + count), plate, at, record: 2 });
    expect((await send(base, other)).status).toBe(401);
    expect((await send(base, { ...other, body: '\u0000\u0001{<' })).status).toBe(400);
    const { Rows } = (await user.call('/api/quarantine/list')).data;
    const own = (Rows as { CameraId: string; Reason: string }[]).filter((row) => row.CameraId === id);
    expect(own.map((row) => row.Reason).sort()).toEqual(['malformed', 'wrong-serial']);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test('a heartbeat shows the camera online', async () => {
    const { id, base, serial } = await newCamera(dialect);
    expect((await send(base, dialect.heartbeat(serial)!)).status).toBe(200);
    await server.until('online', async () => (await user.call('/api/camera/get', { Id: id })).data.State === 'online');
  });
});

describe.each([vzenith, huaxia, hikvision])('kept records of $protocol', (dialect) => {
  test('are booked at their own time and open nothing', async () => {
    const { id, base, serial, plate } = await newCamera(dialect);
    const at = new Date(server.product.kernel.clock.now().getTime() - 3_600_000);
    const { body } = await send(base, dialect.passing({ serial, plate, at, record: 1, isOffline: true }));
    if (dialect.opens) expect(dialect.opens(body)).toBe(false);
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ plate, isOffline: true })]);
  });
});

describe.each([vzenith, huaxia])('commands of $protocol', (dialect) => {
  test('are fetched with the heartbeat, once', async () => {
    const { base, serial, laneId } = await newCamera(dialect);
    await send(base, dialect.heartbeat(serial)!);
    await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
    expect(dialect.opens!((await send(base, dialect.heartbeat(serial)!)).body)).toBe(true);
    expect(dialect.opens!((await send(base, dialect.heartbeat(serial)!)).body)).toBe(false);
  });
});

describe('cameras that only report', () => {
  const openAt = (LaneId: string) => user.call('/api/lane/open', { LaneId, Reason: 'by hand' });
  const commandsAt = async (LaneId: string) =>
    (await user.call('/api/deviceCommand/list', { LaneId })).data.Rows as { State: string; CameraId: string }[];

  test('move no barrier themselves, and say so; a camera with a relay beside them does', async () => {
    const { id, base, serial, plate, laneId } = await newCamera(plateRecognizer);
    const now = server.product.kernel.clock.now();
    await send(base, plateRecognizer.passing({ serial, plate, at: now, record: 1 }));
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ decision: 'open' })]);
    expect((await openAt(laneId)).code).toBe('device.no-camera');
    expect(await commandsAt(laneId)).toEqual([]);
    const relay = { Name: 'Relay', LaneId: laneId, Protocol: 'vzenith-http' };
    const relayId: string = (await user.call('/api/camera/create', relay)).data.Id;
    await send(base, plateRecognizer.passing({ serial, plate: '粤B39999', at: now, record: 2 }));
    expect(await commandsAt(laneId)).toEqual([expect.objectContaining({ CameraId: relayId, State: 'queued' })]);
  });

  test('a mapped camera without its mapping keeps the message, which is replayed once it has one', async () => {
    const { id, base, serial, plate } = await newCamera({ ...mapped, setUp: async () => undefined });
    const car = mapped.passing({ serial, plate, at: server.product.kernel.clock.now(), record: 1 });
    expect((await send(base, car)).status).toBe(400);
    const { Rows } = (await user.call('/api/quarantine/list')).data;
    const kept = (Rows as { Id: string; CameraId: string }[]).find((row) => row.CameraId === id)!;
    await mapped.setUp!(user, id);
    expect((await user.call('/api/quarantine/replay', { QuarantineId: kept.Id })).state).toBe('success');
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ plate, isOffline: true })]);
  });

  test('a frame of an agent that sends groups too is no second car', async () => {
    const { id, base, serial } = await newCamera(openalpr);
    const frame = {
      data_type: 'alpr_results',
      agent_uid: 'YNC5SXXKHD55',
      camera_id: Number(serial.split('-')[1]),
      uuid: 'f-1',
      epoch_time: server.product.kernel.clock.now().getTime(),
      results: [{ plate: '粤B30001', confidence: 90 }],
    };
    await send(base, json('/event', { ...frame, company_id: 'd1a2b3c4' }));
    expect(await rowsOf(id)).toEqual([]);
    await send(base, json('/event', frame));
    expect(await rowsOf(id)).toEqual([expect.objectContaining({ plate: '粤B30001', confidence: 90 })]);
  });
});
