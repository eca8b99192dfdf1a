import type { TestUser } from './server.ts';

/** What a camera of each protocol would send for the same car. */
export interface Car {
  readonly serial: string;
  readonly plate: string;
  readonly at: Date;
  readonly record: number;
  readonly isOffline?: boolean;
  readonly picture?: Buffer;
}

/** A message; its path follows the address of the camera. */
export interface Sent {
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
}

/** A protocol as its cameras speak it, in the bytes of the maker's documentation. */
export interface Dialect {
  readonly protocol: string;
  /** The serial number that the camera with this index has. */
  serialOf(index: number): string;
  passing(car: Car): Sent;
  heartbeat(serial: string): Sent | null;
  /** Whether a reply opens the barrier; null where replies move nothing. */
  opens: ((body: Record<string, unknown>) => boolean) | null;
  /** Its messages name no colour of the plate. */
  hasNoColor?: true;
  /** What a new camera needs before its first message. */
  setUp?(user: TestUser, cameraId: string): Promise<unknown>;
}

const form = (values: Record<string, string>) => new URLSearchParams(values).toString();
/** A message in JSON. */
export const json = (path: string, value: object): Sent => ({
  path,
  type: 'application/json',
  body: JSON.stringify(value),
});
/** The wall clock at an offset of whole hours, as cameras write it. */
const wall = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 23);

/** The dialect `vzenith`. */
export const vzenith: Dialect = {
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

/** The dialect `huaxia`. */
export const huaxia: Dialect = {
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

/** The dialect `dahua`. */
export const dahua: Dialect = {
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

/** The dialect `hikvision`. */
export const hikvision: Dialect = {
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

/** The dialect `openalpr`. */
export const openalpr: Dialect = {
  protocol: 'openalpr-webhook',
  serialOf: (index) => `YNC5SXXKHD55-${index}`,
  passing: ({ serial, plate, at, record, picture }) =>
    json('/event', {
      data_type: 'alpr_group',
      version: 3,
      epoch_start: at.getTime(),
      epoch_end: at.getTime() + 800,
      frame_start: 1,
      frame_end: 9,
      company_id: 'd1a2b3c4',
      agent_uid: 'YNC5SXXKHD55',
      agent_type: 'alprd',
      camera_id: Number(serial.split('-')[1]),
      best_uuid: `best-${record}`,
      best_plate_number: plate,
      best_confidence: 94.96,
      best_region: 'cn',
      best_plate: { plate, confidence: 94.96, plate_crop_jpeg: '' },
      vehicle: { color: [{ name: 'silver', confidence: 81 }], body_type: [{ name: 'sedan-standard', confidence: 70 }] },
      vehicle_crop_jpeg: picture?.toString('base64') ?? '',
    }),
  heartbeat: (serial) =>
    json('/event', { data_type: 'heartbeat', agent_uid: 'YNC5SXXKHD55', camera_id: Number(serial.split('-')[1]) }),
  opens: null,
  hasNoColor: true,
};

/** The dialect `plateRecognizer`. */
export const plateRecognizer: Dialect = {
  protocol: 'plate-recognizer',
  serialOf: (index) => `camera-${index}`,
  passing({ serial, plate, at, record, picture }) {
    const timestamp = at.toISOString().replace('Z', '000Z');
    const message = {
      hook: { target: 'https://pay.example.com/event', id: serial, event: 'recognition', filename: `${serial}/1.jpg` },
      data: {
        camera_id: serial,
        filename: `${serial}_screenshots/${record}.jpg`,
        timestamp,
        timestamp_local: timestamp.replace('T', ' ').replace('Z', '+00:00'),
        results: plate
          ? [
              {
                box: { xmin: 4, ymin: 5, xmax: 60, ymax: 20 },
                plate: plate.toLowerCase(),
                score: 0.95,
                dscore: 0.7,
                direction: 210,
              },
              { box: { xmin: 1, ymin: 1, xmax: 2, ymax: 2 }, plate: 'x', score: 0.1, dscore: 0.2 },
            ]
          : [],
      },
    };
    if (!picture) return json('/event', message);
    const part = (name: string, type: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(`--b0und\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      part('json', 'application/json', Buffer.from(JSON.stringify(message))),
      part('upload', 'image/jpeg', picture),
      Buffer.from('--b0und--\r\n'),
    ]);
    return { path: '/event', type: 'multipart/form-data; boundary=b0und', body };
  },
  heartbeat: (serial) => json('/event', { hook: { id: serial, event: 'heartbeat' }, data: { camera_id: serial } }),
  opens: null,
  hasNoColor: true,
};

/** The dialect `mapped`. */
export const mapped: Dialect = {
  protocol: 'mapped-json',
  serialOf: (index) => `GX-${index}`,
  passing: ({ serial, plate, at, record, picture }) =>
    json('/event', {
      evt: { no: record, when: wall(at, 8).replace('T', ' ') },
      car: [{ no: plate, colour: '蓝牌', trust: 0.95 }],
      dev: { sn: serial, way: '进' },
      img: picture ? `data:image/jpeg;base64,${picture.toString('base64')}` : null,
    }),
  heartbeat: (serial) => json('/event', { alive: true, dev: { sn: serial } }),
  opens: null,
  setUp: (user, CameraId) =>
    user.call('/api/camera/saveMap', {
      CameraId,
      Plate: 'car[0].no',
      Time: 'evt.when',
      TimeFormat: 'iso',
      Confidence: 'car[0].trust',
      ConfidenceScale: 'fraction',
      Color: 'car[0].colour',
      Direction: 'dev.way',
      EntryWord: '进',
      Picture: 'img',
      DeviceId: 'dev.sn',
      EventId: 'evt.no',
    }),
};
