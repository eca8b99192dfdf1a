import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/** What a camera of each protocol would send for the same car. */
interface Car {
  readonly serial: string;
  readonly plate: string;
  readonly at: Date;
  readonly record: number;
  readonly isOffline?: boolean;
  readonly picture?: Buffer;
}

interface Sent {
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
}

/** A protocol as its cameras speak it, in the bytes of the maker's documentation. */
interface Dialect {
  readonly protocol: string;
  /** The serial number that the camera with this index has. */
  serialOf(index: number): string;
  passing(car: Car): Sent;
  heartbeat(serial: string): Sent | null;
  /** Whether a reply opens the barrier; null where replies move nothing. */
  opens: ((body: Record<string, unknown>) => boolean) | null;
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]);
const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
const json = (path: string, value: object): Sent => ({ path, type: 'application/json', body: JSON.stringify(value) });
/** The wall clock at an offset of whole hours, as cameras write it. */
const wall = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 23);

const vzenith: Dialect = {
  protocol: 'vzenith-http',
  serialOf: (index) => `a1b2c3d4-${String(index).padStart(8, '0')}`,
  passing: ({ serial, plate, at, record, isOffline, picture }) =>
    json('/plate', {
      AlarmInfoPlate: {
        serialno: serial,
        result: {
          PlateResult: {
            license: plate,
            plateid: record,
            colorType: 1,
            confidence: 95,
            isoffline: isOffline ? 1 : 0,
            timeStamp: { Timeval: { sec: Math.floor(at.getTime() / 1000), usec: 0 } },
            ...(picture ? { imageFile: picture.toString('base64') } : {}),
          },
        },
      },
    }),
  heartbeat: (serial) => ({
    path: '/heartbeat',
    type: 'application/x-www-form-urlencoded',
    body: form({ serialno: serial }),
  }),
  opens: (body) => (body.Response_AlarmInfoPlate as { ivs_ioctrl?: { io: number } }).ivs_ioctrl?.io === 0,
};

const huaxia: Dialect = {
  protocol: 'huaxia-http',
  serialOf: (index) => String(100_200_040_000 + index),
  passing: ({ serial, plate, at, isOffline, picture }) => ({
    path: '/push',
    type: 'application/x-www-form-urlencoded',
    body: form({
      type: isOffline ? 'offline' : 'online',
      plate_num: plate,
      plate_val: String(plate !== ''),
      plate_color: '蓝色',
      confidence: '95',
      vehicle_type: '轿车',
      start_time: String(Math.floor(at.getTime() / 1000)),
      cam_id: serial,
      ...(picture
        ? { picture: picture.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '.') }
        : {}),
    }),
  }),
  heartbeat: (serial) => ({
    path: '/push',
    type: 'application/x-www-form-urlencoded',
    body: form({ type: 'HeartBeat', cam_id: serial }),
  }),
  opens: (body) => (body.gpio_data as { ionum: string }[] | undefined)?.[0]?.ionum === 'io1',
};

const dahua: Dialect = {
  protocol: 'dahua-itsapi',
  serialOf: (index) => `camera_${index}`,
  passing: ({ serial, plate, at, record, picture }) =>
    json('/NotificationInfo/TollgateInfo', {
      Picture: {
        NormalPic: { PicName: 'n.jpg', Content: picture?.toString('base64') ?? '' },
        Plate: { IsExist: plate !== '', PlateNumber: plate, PlateColor: 'Blue', Confidence: 242, UploadNum: record },
        Vehicle: { VehicleType: 'SaloonCar' },
        SnapInfo: { AccurateTime: wall(at, 8).replace('T', ' '), TimeZone: 8, DSTTune: 0, LanNo: 1, DeviceID: serial },
      },
    }),
  heartbeat: (serial) => json('/NotificationInfo/KeepAlive', { Active: 'keepAlive', DeviceID: serial }),
  opens: (body) => body.OpenStrobe === true,
};

const hikvision: Dialect = {
  protocol: 'hikvision-isapi',
  serialOf: (index) => `44a642f3${String(index).padStart(4, '0')}`,
  passing({ serial, plate, at, record, isOffline, picture }) {
    const mac = serial.replaceAll(/(..)(?!$)/g, '$1:');
    const alert = `<?xml version="1.0" encoding="utf-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<macAddress>${mac}</macAddress><dateTime>${wall(at, 7)}+07:00</dateTime><eventType>ANPR</eventType>
<ANPR><licensePlate>${plate && `蓝${plate}`}</licensePlate><confidenceLevel>95</confidenceLevel><plateColor>unknown</plateColor>
<vehicleType>SUVMPV</vehicleType><alarmDataType>${isOffline ? 1 : 0}</alarmDataType></ANPR>
<UUID>a0fe72d4-3652-464a-aebd-${String(record).padStart(12, '0')}</UUID>
</EventNotificationAlert>`;
    const part = (name: string, type: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(
          `--MIME_boundary\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${type}\r\nContent-Length: ${content.length}\r\n\r\n`,
        ),
        content,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      part('anpr.xml', 'text/xml', Buffer.from(alert)),
      ...(picture ? [part('detectionPicture.jpg', 'image/jpeg', picture)] : []),
      Buffer.from('--MIME_boundary--\r\n'),
    ]);
    return { path: '/event', type: 'multipart/form-data; boundary=MIME_boundary', body };
  },
  heartbeat: (serial) => ({
    path: '/event',
    type: 'application/xml; charset="UTF-8"',
    body: `<EventNotificationAlert><macAddress>${serial.replaceAll(/(..)(?!$)/g, '$1:')}</macAddress><eventType>heartBeat</eventType></EventNotificationAlert>`,
  }),
  opens: null,
};

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

describe.each([vzenith, huaxia, dahua, hikvision])('$protocol', (dialect) => {
  test('a car drives in: plate, colour, time and picture are kept, the reply opens', async () => {
    const { id, base, serial, plate } = await newCamera(dialect);
    const at = new Date(Math.floor(server.product.kernel.clock.now().getTime() / 1000) * 1000);
    const { status, body } = await send(base, dialect.passing({ serial, plate, at, record: 1, picture: JPEG }));
    expect(status).toBe(200);
    if (dialect.opens) expect(dialect.opens(body)).toBe(true);
    expect(await rowsOf(id)).toEqual([
      expect.objectContaining({
        plate,
        plateColor: 1,
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
