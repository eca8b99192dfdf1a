import { XMLParser } from 'fast-xml-parser';
import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { partsOf } from '../message/multipart.service.ts';
import {
  type DeviceRecord,
  decodeText,
  isPicture,
  isRecord,
  isSerial,
  numberAt,
  percentOf,
  recordAt,
  textAt,
} from '../message/payload.service.ts';
import { colorOfWord, readPlate } from '../message/plate-text.service.ts';
import { instantAt, wallAt } from '../message/wall-time.service.ts';

/** An event of a Hikvision camera: a passing, or a sign of life. */
export type HikvisionEvent = { readonly kind: 'heartbeat'; readonly serialNo: string } | HikvisionPlate;

/** The event of a plate. */
export interface HikvisionPlate extends Reading {
  readonly kind: 'plate';
  readonly serialNo: string;
}

/** Values stay texts, because plates of digits alone are no numbers; entities are not expanded. */
const xml = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: false });

const KIND_OF_VEHICLE: Readonly<Record<string, 'small' | 'large'>> = {
  vehicle: 'small',
  SUVMPV: 'small',
  van: 'small',
  buggy: 'small',
  largeBus: 'large',
  bus: 'large',
  truck: 'large',
};

/** Vehicle types by GA/T 16.4: K1, K2, H1, H2 are large and medium buses and trucks, 3 and 4 small and mini ones. */
function kindOfGat(code: string | null): 'small' | 'large' | null {
  const size = /^[KH]([1-4])/.exec(code ?? '')?.[1];
  if (!size) return null;
  return size <= '2' ? 'large' : 'small';
}

/**
 * Reads an `EventNotificationAlert` of the type `ANPR` with its pictures. Events kept while the line was down (`alarmDataType` 1) are
 * offline records. Other types are signs of life. Throws DeviceFault.
 */
export function readHikvisionEvent(body: Uint8Array, contentType: string, zone: string): HikvisionEvent {
  const { alert, pictures } = messageOf(body, contentType);
  const serialNo = serialOf(alert);
  if ((textAt(alert, 'eventType') ?? '').toUpperCase() !== 'ANPR') return { kind: 'heartbeat', serialNo };
  const anpr = recordAt(alert, 'ANPR');
  const text = textAt(anpr, 'licensePlate') ?? '';
  const { prefix, plate } = splitColor(text);
  const gat = isRecord(alert.VehicleGATInfo) ? textAt(alert.VehicleGATInfo, 'vehicleTypeByGAT') : null;
  return {
    kind: 'plate',
    serialNo,
    message: {
      // An event sent again, and the second part of one sent in two, have the same number.
      eventKey: textAt(alert, 'UUID') ?? `${textAt(alert, 'dateTime')}:${text}`,
      plate: readPlate(plate),
      plateColor: colorOfWord(textAt(anpr, 'plateColor') ?? '') || colorOfWord(prefix),
      confidence: percentOf(numberAt(anpr, 'confidenceLevel')),
      vehicleKind: kindOfGat(gat) ?? KIND_OF_VEHICLE[textAt(anpr, 'vehicleType') ?? ''] ?? null,
      happenedAt: timeOf(alert, zone),
      isOffline: numberAt(anpr, 'alarmDataType') === 1,
      picture: pictures.find((one) => one.name.startsWith('detection'))?.bytes ?? pictures[0]?.bytes ?? null,
    },
  };
}

function messageOf(body: Uint8Array, contentType: string) {
  const isPlain =
    /\bxml\b/i.test(contentType) || Buffer.from(body.subarray(0, 64)).toString('latin1').trimStart().startsWith('<');
  const parts = isPlain ? [{ name: 'anpr.xml', bytes: Buffer.from(body) }] : partsOf(body, contentType);
  const text = parts.find((one) => /\.xml$/i.test(one.name) || one.bytes.subarray(0, 200).includes('<EventNotif'));
  if (!text) throw new DeviceFault('malformed', 'no EventNotificationAlert');
  const pictures = parts.filter((one) => one !== text && isPicture(one.bytes));
  return { alert: recordAt(parsed(text.bytes), 'EventNotificationAlert'), pictures };
}

function parsed(bytes: Uint8Array): DeviceRecord {
  try {
    return xml.parse(decodeText(bytes));
  } catch {
    throw new DeviceFault('malformed', 'not XML');
  }
}

/** The hardware address, which every firmware sends. */
function serialOf(alert: DeviceRecord): string {
  const serialNo = (textAt(alert, 'macAddress') ?? '').replaceAll(':', '').toLowerCase();
  if (!isSerial(serialNo)) throw new DeviceFault('malformed', 'macAddress is missing');
  return serialNo;
}

/** Plates of China have the word of their colour in front, as in 蓝浙AX2P12. */
function splitColor(text: string): { prefix: string; plate: string } {
  const match = /^(黄绿|[蓝黄白黑绿])(?=\p{Script=Han})/u.exec(text);
  return { prefix: match?.[1] ?? '', plate: text.slice(match?.[1]?.length ?? 0) };
}

/** A time with an offset, or without one in the lot's zone. */
function timeOf(alert: DeviceRecord, zone: string): Date {
  const text = textAt(alert, 'dateTime') ?? '';
  const at = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? instantAt(text) : wallAt(text, zone);
  if (!at) throw new DeviceFault('malformed', 'dateTime is missing');
  return at;
}
