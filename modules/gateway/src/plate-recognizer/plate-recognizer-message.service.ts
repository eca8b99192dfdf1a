import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { partsOf } from '../message/multipart.service.ts';
import {
  type DeviceRecord,
  isPicture,
  isRecord,
  isSerial,
  numberAt,
  parseJson,
  percentOf,
  plateBoxOf,
  recordAt,
  textAt,
} from '../message/payload.service.ts';
import { readPlate } from '../message/plate-text.service.ts';
import { instantAt } from '../message/wall-time.service.ts';
import type { WebhookMessage } from '../webhook/webhook-format.service.ts';

const KIND_OF_VEHICLE: Readonly<Record<string, 'small' | 'large'>> = {
  sedan: 'small',
  suv: 'small',
  van: 'small',
  'pickup truck': 'small',
  'big truck': 'large',
  bus: 'large',
};

/**
 * Reads a webhook: JSON, or with a picture a form of two parts, `json` and `upload`. The event `recognition` is a passing, every other
 * a sign of life. Throws DeviceFault.
 */
export function readPlateRecognizer(body: Uint8Array, contentType: string): WebhookMessage<Reading> {
  const { message, picture } = messageOf(body, contentType);
  const data = recordAt(message, 'data');
  const event = isRecord(message.hook) ? textAt(message.hook, 'event') : null;
  const camera = textAt(data, 'camera_id');
  if (event !== null && event !== 'recognition') return { kind: 'heartbeat', serialNo: camera && serialOf(camera) };
  if (!camera) throw new DeviceFault('malformed', 'camera_id is missing');
  return { kind: 'plate', serialNo: serialOf(camera), message: passingOf(data, picture) };
}

function messageOf(body: Uint8Array, contentType: string): { message: DeviceRecord; picture: Buffer | null } {
  if (!/multipart/i.test(contentType) && !Buffer.from(body.subarray(0, 2)).equals(Buffer.from('--')))
    return { message: parseJson(body), picture: null };
  const parts = partsOf(body, contentType);
  const json = parts.find(({ name }) => name === 'json');
  if (!json) throw new DeviceFault('malformed', 'json is missing');
  const upload = parts.find(({ name, bytes }) => name === 'upload' && isPicture(bytes));
  return { message: parseJson(json.bytes), picture: upload?.bytes ?? null };
}

/** The name of the camera in the software's configuration. */
function serialOf(camera: string): string {
  const serialNo = camera.replaceAll(/[\s.:]/g, '-');
  if (!isSerial(serialNo)) throw new DeviceFault('malformed', 'camera_id is missing or not a serial number');
  return serialNo;
}

function passingOf(data: DeviceRecord, picture: Buffer | null): Reading['message'] {
  const results = (Array.isArray(data.results) ? data.results : []).filter(isRecord);
  const best = results.toSorted((one, other) => (numberAt(other, 'score') ?? 0) - (numberAt(one, 'score') ?? 0))[0];
  const plate = best ? readPlate((textAt(best, 'plate') ?? '').toUpperCase()) : null;
  const stamp = textAt(data, 'timestamp') ?? '';
  // Microseconds, and in older versions a space.
  const happenedAt = instantAt(stamp.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1'));
  if (!happenedAt || !/(?:Z|[+-]\d\d:?\d\d)$/.test(stamp)) throw new DeviceFault('malformed', 'timestamp is missing');
  const vehicle = best && isRecord(best.vehicle) ? textAt(best.vehicle, 'type') : null;
  return {
    eventKey: `${stamp}:${plate ?? ''}`,
    plate,
    plateColor: 0,
    confidence: Math.round(percentOf((best ? (numberAt(best, 'score') ?? 0) : 0) * 100)),
    vehicleKind: KIND_OF_VEHICLE[vehicle?.toLowerCase() ?? ''] ?? null,
    happenedAt,
    isOffline: false,
    picture,
    plateBox: picture && best ? boxOf(best.box) : null,
  };
}

function boxOf(box: unknown) {
  return isRecord(box) ? plateBoxOf({ left: box.xmin, top: box.ymin, right: box.xmax, bottom: box.ymax }) : null;
}
