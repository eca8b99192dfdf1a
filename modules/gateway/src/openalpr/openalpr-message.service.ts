import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import {
  type DeviceRecord,
  isRecord,
  isSerial,
  numberAt,
  parseJson,
  percentOf,
  pictureOf,
  textAt,
} from '../message/payload.service.ts';
import { readPlate } from '../message/plate-text.service.ts';
import type { WebhookMessage } from '../webhook/webhook-format.service.ts';

/** Bodies of vehicles that are large; the software names some forty others. */
const LARGE = /^(?:tractor-trailer|bus|truck-box|rv)/;

/**
 * Reads a message by `data_type`. `alpr_group` is a car that passed, with the best of its readings; `alpr_results` is the reading of one
 * frame, a passing only where no group follows: agents of Scout (`agent_uid`, `company_id`) send both, the free daemon sends frames
 * alone. Heartbeats and other types are signs of life. Throws DeviceFault.
 */
export function readOpenalpr(body: Uint8Array): WebhookMessage<Reading> {
  const message = parseJson(body);
  const type = textAt(message, 'data_type');
  if (!type) throw new DeviceFault('malformed', 'data_type is missing');
  // An alert repeats the group that raised it.
  if (type === 'alpr_group') return { kind: 'plate', serialNo: serialOf(message), message: groupOf(message) };
  if (type === 'alpr_results' && message.company_id === undefined)
    return { kind: 'plate', serialNo: serialOf(message), message: frameOf(message) };
  return { kind: 'heartbeat', serialNo: message.camera_id === undefined ? null : serialOf(message) };
}

/** The agent and the number of its camera, which is small and unique within the agent. */
function serialOf(message: DeviceRecord): string {
  const camera = numberAt(message, 'camera_id');
  const agent = (textAt(message, 'agent_uid') ?? textAt(message, 'site_id') ?? 'alprd').replaceAll(/[^A-Za-z0-9]/g, '');
  const serialNo = `${agent.slice(0, 50)}-${camera ?? ''}`;
  if (camera === null || !isSerial(serialNo)) throw new DeviceFault('malformed', 'camera_id is missing');
  return serialNo;
}

function timeOf(message: DeviceRecord, key: string): Date {
  const atMs = numberAt(message, key);
  if (atMs === null || atMs <= 0 || atMs > 7_258_118_400_000) throw new DeviceFault('malformed', `${key} is missing`);
  return new Date(Math.round(atMs));
}

function groupOf(message: DeviceRecord): Reading['message'] {
  const best = isRecord(message.best_plate) ? message.best_plate : {};
  const plate = readPlate(textAt(message, 'best_plate_number') ?? '');
  const happenedAt = timeOf(message, 'epoch_start');
  return {
    eventKey: textAt(message, 'best_uuid') ?? `${happenedAt.getTime()}:${plate ?? ''}`,
    plate,
    // The colour it names is that of the car.
    plateColor: 0,
    confidence: Math.round(percentOf(numberAt(message, 'best_confidence'))),
    vehicleKind: vehicleOf(message),
    happenedAt,
    isOffline: false,
    picture: pictureOf(message.vehicle_crop_jpeg, best.plate_crop_jpeg),
  };
}

function frameOf(message: DeviceRecord): Reading['message'] {
  const results = (Array.isArray(message.results) ? message.results : []).filter(isRecord);
  const best = results.toSorted(
    (one, other) => (numberAt(other, 'confidence') ?? 0) - (numberAt(one, 'confidence') ?? 0),
  )[0];
  const plate = best ? readPlate(textAt(best, 'plate') ?? '') : null;
  const happenedAt = timeOf(message, 'epoch_time');
  return {
    eventKey: textAt(message, 'uuid') ?? `${happenedAt.getTime()}:${plate ?? ''}`,
    plate,
    plateColor: 0,
    confidence: Math.round(percentOf(best ? numberAt(best, 'confidence') : 0)),
    vehicleKind: null,
    happenedAt,
    isOffline: false,
    picture: best ? pictureOf(best.plate_crop_jpeg) : null,
  };
}

function vehicleOf(message: DeviceRecord): 'small' | 'large' | null {
  const bodies = isRecord(message.vehicle) ? message.vehicle.body_type : undefined;
  const [body] = (Array.isArray(bodies) ? bodies : []).filter(isRecord);
  const name = body ? textAt(body, 'name') : null;
  if (!name) return null;
  return LARGE.test(name) ? 'large' : 'small';
}
