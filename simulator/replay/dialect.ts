import {
  type CameraCommand,
  type CameraIdentity,
  heartbeatForm,
  inputMessage,
  offlineMessage,
  plateMessage,
  type Reading,
  readReply,
} from './vzenith.ts';
import { wallPartsAt } from './wall-time.ts';

/** A message of a camera; its path follows the camera's own address. */
export type Sent = { path: string; contentType: string; body: string | Buffer };

/** How the cameras of a maker speak. */
export type Dialect = {
  /** The camera's own address for a token. */
  base(token: string): string;
  passing(camera: CameraIdentity, id: number, reading: Reading): Sent;
  /** A passing kept from a time without network; makers that do not mark it send it as any other. */
  kept(camera: CameraIdentity, id: number, reading: Reading): Sent;
  /** Whether the reply names the kept record it took. */
  namesKept: boolean;
  /** Null where the maker reports neither barrier nor loop. */
  input: ((camera: CameraIdentity, source: 0 | 1, value: 0 | 1) => Sent) | null;
  /** Null where the maker is silent without cars. */
  heartbeat: ((camera: CameraIdentity) => Sent) | null;
  /** The long poll that fetches commands; null where heartbeats do, or nothing. */
  poll: ((camera: CameraIdentity) => Sent) | null;
  /** Undefined for a reply that is none of the protocol, which a camera takes for a lost answer. */
  read(raw: string): CameraCommand | undefined;
};

const json = (path: string, value: object): Sent => ({
  path,
  contentType: 'application/json',
  body: JSON.stringify(value),
});
const form = (path: string, values: Record<string, string>): Sent => ({
  path,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(values).toString(),
});
const two = (number: number) => String(number).padStart(2, '0');

/** The wall clock at the camera, as `2026-03-01 08:00:00.000`. */
function wall(camera: CameraIdentity, atMs: number): string {
  const { year, month, day, hour, minute, second } = wallPartsAt(camera.zone, atMs);
  const milli = String(Math.floor(atMs % 1000)).padStart(3, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}.${milli}`;
}

/** Minutes the camera's wall clock is ahead of UTC. */
function offsetOf(camera: CameraIdentity, atMs: number): number {
  const { year, month, day, hour, minute, second } = wallPartsAt(camera.zone, atMs);
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - atMs) / 60_000);
}

const jpegOf = (reading: Reading) => reading.picture?.jpeg.toString('base64') ?? '';

function command(raw: string, toOpens: (body: Record<string, unknown>) => boolean): CameraCommand | undefined {
  try {
    const body = JSON.parse(raw) as Record<string, unknown>;
    const opens = toOpens(body);
    return { opens, stopsResend: true, continueAfter: undefined, screenText: '', voiceText: '', raw };
  } catch {
    return undefined;
  }
}

const vzenithHttp: Dialect = {
  base: (token) => `/api/camera/vzenith/${encodeURIComponent(token)}`,
  passing: (camera, id, reading) => ({ ...json('/plate', {}), body: plateMessage(camera, id, reading) }),
  kept: (camera, id, reading) => ({ ...json('/plate', {}), body: offlineMessage(camera, id, reading) }),
  namesKept: true,
  input: (camera, source, value) => ({ ...json('/io', {}), body: inputMessage(camera, source, value) }),
  heartbeat: (camera) => ({ path: '/heartbeat', ...heartbeatForm(camera) }),
  poll: (camera) => ({ path: '/comet', ...heartbeatForm(camera) }),
  read: readReply,
};

const DAHUA_COLORS = ['Unknown', 'Blue', 'Yellow', 'White', 'Black', 'Green', 'YellowGreen'] as const;
const dahuaPassing: Dialect['passing'] = (camera, id, reading) =>
  json('/NotificationInfo/TollgateInfo', {
    Picture: {
      NormalPic: { PicName: `${id}.jpg`, Content: jpegOf(reading) },
      Plate: {
        IsExist: reading.plate !== '',
        PlateNumber: reading.plate,
        PlateColor: DAHUA_COLORS[reading.color],
        Confidence: Math.round((reading.confidence * 255) / 100),
        UploadNum: id,
        BoundingBox: reading.picture ? Object.values(reading.picture.plateRect) : [],
      },
      Vehicle: { VehicleType: reading.vehicleKind === 'large' ? 'BigTruck' : 'SaloonCar' },
      SnapInfo: {
        AccurateTime: wall(camera, reading.atMs),
        TimeZone: offsetOf(camera, reading.atMs) / 60,
        DSTTune: 0,
        LanNo: 1,
        DeviceID: camera.serial,
      },
    },
  });
const dahuaItsapi: Dialect = {
  base: (token) => `/api/camera/dahua/${encodeURIComponent(token)}`,
  passing: dahuaPassing,
  kept: dahuaPassing,
  namesKept: false,
  input: null,
  heartbeat: (camera) => json('/NotificationInfo/KeepAlive', { Active: 'keepAlive', DeviceID: camera.serial }),
  poll: null,
  read: (raw) => command(raw, (body) => body.OpenStrobe === true),
};

const HUAXIA_COLORS = ['未知', '蓝色', '黄色', '白色', '黑色', '绿色', '渐变绿'] as const;
const huaxiaPush = (type: 'online' | 'offline', camera: CameraIdentity, reading: Reading) =>
  form('/push', {
    type,
    plate_num: reading.plate,
    plate_val: String(reading.plate !== ''),
    plate_color: HUAXIA_COLORS[reading.color],
    confidence: String(reading.confidence),
    vehicle_type: reading.vehicleKind === 'large' ? '大货车' : '轿车',
    start_time: String(Math.floor(reading.atMs / 1000)),
    cam_id: camera.serial,
    cam_ip: camera.ipAddress,
    ...(reading.picture
      ? { picture: jpegOf(reading).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '.') }
      : {}),
  });
const huaxiaHttp: Dialect = {
  base: (token) => `/api/camera/huaxia/${encodeURIComponent(token)}`,
  passing: (camera, _id, reading) => huaxiaPush('online', camera, reading),
  kept: (camera, _id, reading) => huaxiaPush('offline', camera, reading),
  namesKept: false,
  input: null,
  heartbeat: (camera) => form('/push', { type: 'HeartBeat', cam_id: camera.serial, cam_ip: camera.ipAddress }),
  poll: null,
  read: (raw) => command(raw, (body) => Array.isArray(body.gpio_data) && body.gpio_data[0]?.ionum === 'io1'),
};

/** The decision in the reply to a webhook, as a relay between acts on it. */
const relayed = (raw: string) => command(raw, (body) => body.decision === 'open');

/** Serial numbers of an agent's cameras end in their number. */
const openalprPassing: Dialect['passing'] = ({ serial }, id, reading) =>
  json('/event', {
    data_type: 'alpr_group',
    version: 3,
    epoch_start: reading.atMs,
    epoch_end: reading.atMs + 800,
    company_id: 'boyun',
    agent_uid: serial.split('-')[0],
    camera_id: Number(serial.split('-')[1]),
    best_uuid: `${serial}-camera-${id}`,
    uuids: [`${serial}-camera-${id}`],
    best_plate_number: reading.plate,
    best_confidence: reading.confidence,
    best_region: 'cn',
    best_plate: { plate: reading.plate, confidence: reading.confidence, region: 'cn' },
    travel_direction: 180,
    vehicle: {
      body_type: [{ name: reading.vehicleKind === 'large' ? 'truck-box' : 'sedan-standard', confidence: 80 }],
    },
    vehicle_crop_jpeg: jpegOf(reading),
  });
const openalpr: Dialect = {
  base: (token) => `/api/camera/openalpr/${encodeURIComponent(token)}`,
  passing: openalprPassing,
  kept: openalprPassing,
  namesKept: false,
  input: null,
  heartbeat: ({ serial }) =>
    json('/event', {
      data_type: 'heartbeat',
      agent_uid: serial.split('-')[0],
      camera_id: Number(serial.split('-')[1]),
    }),
  poll: null,
  read: relayed,
};

const recognizerPassing: Dialect['passing'] = ({ serial }, id, reading) => {
  const timestamp = new Date(reading.atMs).toISOString().replace('Z', '000Z');
  const rect = reading.picture?.plateRect ?? { left: 1, top: 1, right: 2, bottom: 2 };
  const results = [
    {
      box: { xmin: rect.left, ymin: rect.top, xmax: rect.right, ymax: rect.bottom },
      plate: reading.plate.toLowerCase(),
      score: reading.confidence / 100,
      dscore: 0.8,
      region: { code: 'cn', score: 0.9 },
      vehicle: { score: 0.8, type: reading.vehicleKind === 'large' ? 'Big Truck' : 'Sedan' },
      direction: 180,
    },
  ];
  const filename = `${serial}_screenshots/${id}.jpg`;
  const message = {
    hook: { target: 'https://parking.example.com/event', id: serial, event: 'recognition', filename },
    data: { camera_id: serial, filename, timestamp, results: reading.plate ? results : [] },
  };
  if (!reading.picture) return json('/event', message);
  return multipart('/event', [
    ['json', 'application/json', Buffer.from(JSON.stringify(message))],
    ['upload', 'image/jpeg', reading.picture.jpeg],
  ]);
};

function multipart(path: string, parts: readonly (readonly [string, string, Buffer])[]): Sent {
  const boundary = 'b4d1f8c2e7a94c05';
  const written = parts.flatMap(([name, type, content]) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
  return { path, contentType: `multipart/form-data; boundary=${boundary}`, body };
}

const plateRecognizer: Dialect = {
  base: (token) => `/api/camera/platerecognizer/${encodeURIComponent(token)}`,
  passing: recognizerPassing,
  kept: recognizerPassing,
  namesKept: false,
  input: null,
  heartbeat: null,
  poll: null,
  read: relayed,
};

const COLOR_WORDS = ['', '蓝', '黄', '白', '黑', '绿', '渐变绿'] as const;
/** A maker nobody knows: the message people map. */
const mappedPassing: Dialect['passing'] = (camera, id, reading) =>
  json('/event', {
    event: { id: `${id}`, captureTime: wall(camera, reading.atMs).slice(0, 19).replaceAll('-', '/') },
    car: [
      {
        plateNo: reading.plate,
        plateColor: COLOR_WORDS[reading.color],
        score: reading.confidence / 100,
        way: 'approach',
      },
    ],
    device: { sn: camera.serial, name: camera.deviceName, fw: 'GX 2.8' },
    image: reading.picture ? `data:image/jpeg;base64,${jpegOf(reading)}` : '',
  });
const mapped: Dialect = {
  base: (token) => `/api/camera/mapped/${encodeURIComponent(token)}`,
  passing: mappedPassing,
  kept: mappedPassing,
  namesKept: false,
  input: null,
  heartbeat: (camera) => json('/event', { device: { sn: camera.serial, fw: 'GX 2.8' }, alive: true }),
  poll: null,
  read: relayed,
};

const HIK_COLORS = ['unknown', 'blue', 'yellow', 'white', 'black', 'green', 'newEnergyGreen'] as const;
const hikvisionEvent = (alarmDataType: 0 | 1, camera: CameraIdentity, id: number, reading: Reading): Sent => {
  const offset = offsetOf(camera, reading.atMs);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(Math.trunc(offset / 60)))}:${two(Math.abs(offset % 60))}`;
  const alert = `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>${camera.ipAddress}</ipAddress><macAddress>${macOf(camera)}</macAddress>
<dateTime>${wall(camera, reading.atMs).replace(' ', 'T')}${zone}</dateTime><eventType>ANPR</eventType>
<ANPR><licensePlate>${reading.plate}</licensePlate><confidenceLevel>${reading.confidence}</confidenceLevel>
<plateColor>${HIK_COLORS[reading.color]}</plateColor><vehicleType>${reading.vehicleKind === 'large' ? 'truck' : 'vehicle'}</vehicleType>
<alarmDataType>${alarmDataType}</alarmDataType></ANPR><UUID>${camera.serial}-${id}</UUID>
</EventNotificationAlert>`;
  return multipart('/event', [
    ['anpr.xml', 'text/xml', Buffer.from(alert)],
    ...(reading.picture ? ([['detectionPicture.jpg', 'image/jpeg', reading.picture.jpeg]] as const) : []),
  ]);
};
const macOf = ({ serial }: CameraIdentity) => serial.replaceAll(/(..)(?!$)/g, '$1:');
const hikvisionIsapi: Dialect = {
  base: (token) => `/api/camera/hikvision/${encodeURIComponent(token)}`,
  passing: (camera, id, reading) => hikvisionEvent(0, camera, id, reading),
  kept: (camera, id, reading) => hikvisionEvent(1, camera, id, reading),
  namesKept: false,
  input: null,
  heartbeat: (camera) => ({
    path: '/event',
    contentType: 'application/xml',
    body: `<EventNotificationAlert><macAddress>${macOf(camera)}</macAddress><eventType>heartBeat</eventType></EventNotificationAlert>`,
  }),
  poll: null,
  // Its barrier is moved by a call to the camera, which the player does not take.
  read: (raw) => command(raw, () => false),
};

/** The dialects by the protocols of their cameras. */
export const dialects = {
  'vzenith-http': vzenithHttp,
  'dahua-itsapi': dahuaItsapi,
  'huaxia-http': huaxiaHttp,
  'hikvision-isapi': hikvisionIsapi,
  'openalpr-webhook': openalpr,
  'plate-recognizer': plateRecognizer,
  'mapped-json': mapped,
} as const satisfies Readonly<Record<string, Dialect>>;

/** A protocol the player speaks. */
export type PlayedProtocol = keyof typeof dialects;
