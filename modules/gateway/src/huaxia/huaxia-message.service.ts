import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { decodeText, isSerial, percentOf, pictureOf } from '../message/payload.service.ts';
import { colorOfWord, readPlate } from '../message/plate-text.service.ts';

/** A push of a Huaxia camera. */
export type HuaxiaPush = { readonly kind: 'heartbeat'; readonly serialNo: string } | HuaxiaPlate;

/** A plate push. */
export interface HuaxiaPlate extends Reading {
  readonly kind: 'plate';
  readonly serialNo: string;
}

const KIND_OF_VEHICLE: Readonly<Record<string, 'small' | 'large'>> = {
  轿车: 'small',
  越野车: 'small',
  SUV: 'small',
  面包车: 'small',
  小货车: 'small',
  大货车: 'large',
  大客车: 'large',
  中客车: 'large',
};

/**
 * Reads a form-encoded push: `type` is `online` for a car at the lane, `offline` for one kept while the camera could not send, and
 * `HeartBeat`. Throws DeviceFault.
 */
export function readHuaxiaPush(body: Uint8Array): HuaxiaPush {
  const form = formOf(body);
  const type = (form.get('type') ?? '').toLowerCase();
  const serialNo = form.get('cam_id') ?? '';
  if (!isSerial(serialNo)) throw new DeviceFault('malformed', 'cam_id is missing or not a serial number');
  if (type === 'heartbeat') return { kind: 'heartbeat', serialNo };
  if (type !== 'online' && type !== 'offline') throw new DeviceFault('malformed', 'type is none of its kinds');
  return { kind: 'plate', serialNo, message: readMessage(form, type === 'offline') };
}

function readMessage(form: ReadonlyMap<string, string>, isOffline: boolean): Reading['message'] {
  const seconds = Number(form.get('start_time'));
  if (!Number.isInteger(seconds) || seconds <= 0 || seconds > 7_258_118_400)
    throw new DeviceFault('malformed', 'start_time is missing');
  const plate = form.get('plate_val') === 'false' ? null : readPlate(form.get('plate_num') ?? '');
  return {
    // The camera numbers nothing; it sees one car a second.
    eventKey: `${seconds}:${plate ?? ''}`,
    plate,
    plateColor: colorOfWord(form.get('plate_color') ?? ''),
    confidence: percentOf(Number(form.get('confidence'))),
    vehicleKind: KIND_OF_VEHICLE[form.get('vehicle_type') ?? ''] ?? null,
    happenedAt: new Date(seconds * 1000),
    isOffline,
    picture: pictureOf(plainBase64(form.get('picture')), plainBase64(form.get('closeup_pic'))),
  };
}

/** Most fields of a push. */
const MAX_FIELDS = 60;

/** The fields of a form whose texts are UTF-8 or, with older firmware, GBK. */
function formOf(body: Uint8Array): ReadonlyMap<string, string> {
  const pairs = Buffer.from(body).toString('latin1').split('&', MAX_FIELDS);
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [decodeField(name), decodeField(value)];
    }),
  );
}

function decodeField(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return decodeText(Buffer.from(bytes, 'latin1'));
}

/** Pictures have `-`, `_` and `.` for `+`, `/` and `=`, which a form would change. */
function plainBase64(text: string | undefined): string | undefined {
  return text?.replaceAll('-', '+').replaceAll('_', '/').replaceAll('.', '=');
}
