import { isKeepable } from '@boyun/kernel/contract';
import type { PlateBox } from '@boyun/passings/server';
import { DeviceFault } from './device-fault.service.ts';

/** A JSON object of a device. */
export type DeviceRecord = Record<string, unknown>;

/** Text of a device: UTF-8, or the national code where it is not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The JSON object of a body, whatever content type it came with; throws DeviceFault. */
export function parseJson(body: Uint8Array): DeviceRecord {
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeText(body).trim());
  } catch {
    throw new DeviceFault('malformed', 'not JSON');
  }
  if (!isRecord(parsed)) throw new DeviceFault('malformed', 'not a JSON object');
  return parsed;
}

/** The text fields of a heartbeat: multipart, form-encoded or JSON; an empty body has none. */
export function parseForm(body: Uint8Array, contentType: string): Readonly<Record<string, string>> {
  const text = decodeText(body);
  const trimmed = text.trim();
  if (trimmed === '') return {};
  if (trimmed.startsWith('{')) return textFields(parseJson(body));
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1] ?? /^--(\S+)/.exec(trimmed)?.[1];
  if (!boundary) return Object.fromEntries(new URLSearchParams(trimmed));
  const fields: Record<string, string> = {};
  for (const part of text.split(`--${boundary}`)) {
    const match = /^\r?\n?[\s\S]*?\bname="?([^";\r\n]+)"?[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n?$/i.exec(part);
    if (match) fields[match[1]!] = match[2]!.trim();
  }
  return fields;
}

function textFields(record: DeviceRecord): Record<string, string> {
  // Older firmware wraps its heartbeat as a plate push without a result.
  const source = isRecord(record.AlarmInfoPlate) ? record.AlarmInfoPlate : record;
  return Object.fromEntries(
    Object.entries(source)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([key, value]) => [key, String(value)]),
  );
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is DeviceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object below a key; throws DeviceFault naming the key. */
export function recordAt(record: DeviceRecord, key: string): DeviceRecord {
  const value = record[key];
  if (!isRecord(value)) throw new DeviceFault('malformed', `${key} is missing`);
  return value;
}

/** A number below a key, also when it came as text; null when there is none. */
export function numberAt(record: DeviceRecord, key: string): number | null {
  const value = record[key];
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A confidence in percent, kept between 0 and 100; 0 for what is no number. */
export function percentOf(value: number | null): number {
  return Math.min(100, Math.max(0, value || 0));
}

/** A text below a key; null when there is none. */
export function textAt(record: DeviceRecord, key: string): string | null {
  const value = record[key];
  if (typeof value !== 'string' || value.trim() === '') return null;
  if (!isKeepable(value)) throw new DeviceFault('malformed', `${key} has characters that cannot be kept`, true);
  return value.trim();
}

/** The serial number below a key, in the form cameras have; throws DeviceFault. */
export function serialAt(record: DeviceRecord, key: string): string {
  const serialNo = textAt(record, key);
  if (!serialNo || !isSerial(serialNo)) throw new DeviceFault('malformed', `${key} is missing or not a serial number`);
  return serialNo;
}

/** Whether a text can be a serial number. */
export function isSerial(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** Largest picture that is kept. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** The first base64 value that is a JPEG or PNG picture within the size limit; null when none is. */
export function pictureOf(...values: unknown[]): Uint8Array | null {
  for (const value of values) {
    if (typeof value !== 'string' || value.length === 0 || value.length > (MAX_PICTURE_BYTES * 4) / 3 + 4) continue;
    const bytes = Buffer.from(value, 'base64');
    if (isPicture(bytes)) return bytes;
  }
  return null;
}

/** Whether bytes are a JPEG or PNG picture within the size limit. */
export function isPicture(bytes: Buffer): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isPng = bytes.length > 8 && bytes.readUInt32BE(0) === 0x89504e47;
  return (isJpeg || isPng) && bytes.length <= MAX_PICTURE_BYTES;
}

/** Largest coordinate in a picture of a camera, in pixels. */
const MAX_PIXEL = 20_000;

/** The rectangle of a plate in its picture, given as `RECT` with its four edges; null when it is none or empty. */
export function plateBoxOf(location: unknown): PlateBox | null {
  const rect = isRecord(location) && isRecord(location.RECT) ? location.RECT : location;
  if (!isRecord(rect)) return null;
  const edges = [rect.left, rect.top, rect.right, rect.bottom];
  if (!edges.every((one) => Number.isInteger(one) && Number(one) >= 0 && Number(one) <= MAX_PIXEL)) return null;
  const [left, top, right, bottom] = edges as [number, number, number, number];
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}
