import { type PlateColor, plateColor, type VehicleKind } from './plate-mix.ts';
import { wallPartsAt } from './wall-time.ts';

/** What one camera is: its serial is sent with every message. */
export type CameraIdentity = { serial: string; deviceName: string; ipAddress: string; password: string; zone: string };

/** One reading of a camera before it becomes a message. */
export type Reading = {
  /** Empty when no plate was read. */
  plate: string;
  color: PlateColor;
  confidence: number;
  vehicleKind: VehicleKind;
  atMs: number;
  /** JPEG of the car and of the plate; empty when the camera sends none. */
  picture?: { jpeg: Buffer; crop: Buffer; plateRect: Rect };
};

type Rect = { left: number; top: number; right: number; bottom: number };
const noRect: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

/** The vendor's numbers of plate types: 1 blue, 2 black, 3 yellow, 5 police, 11 Hong Kong, 14 Macau, 19 and 20 new energy. */
function plateType(reading: Reading): number {
  const { plate, color } = reading;
  if (!plate) return 0;
  if (plate.endsWith('港')) return 11;
  if (plate.endsWith('澳')) return 14;
  if (plate.endsWith('学')) return 13;
  if (color === plateColor.newEnergy) return reading.vehicleKind === 'large' ? 20 : 19;
  const types: Partial<Record<PlateColor, number>> = { 1: 1, 2: 3, 3: 5, 4: 2 };
  return types[color] ?? 0;
}

/** The push of a passing while the network is there, as JSON text. */
export function plateMessage(camera: CameraIdentity, plateid: number, reading: Reading): string {
  const license = reading.plate || '_无_';
  const type = plateType(reading);
  const rect = reading.picture?.plateRect ?? noRect;
  const image = reading.picture?.jpeg.toString('base64') ?? '';
  const fragment = reading.picture?.crop.toString('base64') ?? '';
  const seen = { color: reading.color, license, plate_width: rect.right - rect.left, pos: rect, type };
  const result = {
    bright: 0,
    carBright: 0,
    carColor: 255,
    car_brand: { brand: 255, type: 255, year: 65535 },
    carlocation: { RECT: noRect },
    clean_time: 0,
    colorType: reading.color,
    colorValue: 0,
    confidence: reading.confidence,
    direction: 0,
    feature_code: true,
    imageFile: image,
    imageFileLen: image.length,
    imageFragmentFile: fragment,
    imageFragmentFileLen: fragment.length,
    gioouts: [0, 1, 2].map((io) => ({ ctrltype: 0, ionum: String(io) })),
    is_fake_plate: 0,
    isoffline: 0,
    license,
    license_ext_type: 0,
    location: { RECT: rect },
    plate_distance: 0,
    plate_true_width: 25,
    plateid,
    plates: reading.plate ? [seen] : [],
    timeStamp: { Timeval: timeval(camera, reading.atMs) },
    timeUsed: 0,
    triggerType: 4,
    type,
  };
  const { deviceName, ipAddress: ipaddr, serial: serialno } = camera;
  const AlarmInfoPlate = { channel: 0, deviceName, ipaddr, result: { PlateResult: result }, rule_id: 1, serialno };
  return JSON.stringify({ AlarmInfoPlate: { ...AlarmInfoPlate, user_data: '' } });
}

/** The push of a passing kept from a time without network: shorter, its picture stays on the camera's own disk. */
export function offlineMessage(camera: CameraIdentity, plateid: number, reading: Reading): string {
  const result = {
    bright: 0,
    carBright: 0,
    carColor: 0,
    colorType: reading.color,
    confidence: reading.confidence,
    direction: 0,
    imagePath: `${plateid}.jpg`,
    license: reading.plate || '_无_',
    location: { RECT: reading.picture?.plateRect ?? noRect },
    timeStamp: { Timeval: timeval(camera, reading.atMs) },
    timeUsed: 0,
    triggerType: 4,
    type: plateType(reading),
    plateid,
    isoffline: 1,
    gioouts: [{ ionum: 1, ctrltype: 0 }],
  };
  const { deviceName, ipAddress: ipaddr, serial: serialno } = camera;
  return JSON.stringify({
    AlarmInfoPlate: { channel: 0, deviceName, ipaddr, result: { PlateResult: result }, serialno },
  });
}

/** An instant as cameras write it: seconds and microseconds of the epoch, and the wall clock at the camera. */
function timeval(camera: CameraIdentity, atMs: number): Record<string, number> {
  const { year, month, day, hour, minute, second } = wallPartsAt(camera.zone, atMs);
  return {
    decday: day,
    dechour: hour,
    decmin: minute,
    decmon: month,
    decsec: second,
    decyear: year,
    sec: Math.floor(atMs / 1000),
    usec: (atMs % 1000) * 1000,
  };
}

/** The push of an input: source 0 is the barrier's limit switch, source 1 the loop behind it; 1 is closed contact. */
export function inputMessage(camera: CameraIdentity, source: 0 | 1, value: 0 | 1): string {
  return JSON.stringify({
    AlarmGioIn: {
      deviceName: camera.deviceName,
      ipaddr: camera.ipAddress,
      result: { TriggerResult: { source, value } },
      serialno: camera.serial,
    },
  });
}

/** Heartbeat and long poll carry the same multipart fields. */
export function heartbeatForm(camera: CameraIdentity): { body: string; contentType: string } {
  const boundary = '----IvsFormBoundary7MA4YWxkTrZu0gW';
  const fields = {
    device_name: camera.deviceName,
    ipaddr: camera.ipAddress,
    port: '80',
    user_name: 'admin',
    pass_wd: camera.password,
    serialno: camera.serial,
    channel_num: '1',
  };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${boundary}--\r\n`, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** The commands in a reply to a camera. */
export type CameraCommand = {
  /** Open the barrier. */
  opens: boolean;
  /** Do not send this record again. */
  stopsResend: boolean;
  /** The offline record that was taken, so that the next one may follow. */
  continueAfter: number | undefined;
  /** The last text for the screen, and the last spoken line. */
  screenText: string;
  voiceText: string;
  /** The reply as it came. */
  raw: string;
};

/** Reads a reply; undefined when it is none of the camera's protocol, which a camera takes for a lost answer. */
export function readReply(raw: string): CameraCommand | undefined {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (!isRecord(body) || !isRecord(body.Response_AlarmInfoPlate)) return undefined;
  const reply = body.Response_AlarmInfoPlate;
  const control = isRecord(reply.ivs_ioctrl) ? reply.ivs_ioctrl : undefined;
  const pulses = control !== undefined && Number(control.io) === 0 && Number(control.value) > 0;
  const next = isRecord(reply.ContinuePushOffline) ? reply.ContinuePushOffline : undefined;
  const lines = Array.isArray(reply.serialData) ? reply.serialData.filter(isRecord) : [];
  const spoken = isRecord(reply.playserver_json_request) ? reply.playserver_json_request : undefined;
  return {
    opens: pulses || (reply.info === 'ok' && String(reply.is_pay ?? 'true') === 'true'),
    stopsResend: reply.content === 'retransfer_stop',
    continueAfter: next && Number(next.continue) === 1 ? Number(next.plateid) : undefined,
    screenText: lines.map((line) => decodeText(line.data, 'gb18030')).join('\n'),
    voiceText: decodeText(spoken?.voice, 'utf-8'),
    raw,
  };
}

/** Base64 of a text: screens read the national code, between their control bytes, and the voice reads UTF-8. */
function decodeText(value: unknown, charset: 'gb18030' | 'utf-8'): string {
  if (typeof value !== 'string') return '';
  const text = new TextDecoder(charset).decode(Buffer.from(value, 'base64'));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the screens' control bytes are what is taken away here
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
