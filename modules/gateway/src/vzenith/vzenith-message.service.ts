import type { PassingMessage } from '@boyun/passings/server';
import type { Reading } from '../driver/driver.service.ts';
import type { InputReport } from '../intake/device-input.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import {
  type DeviceRecord,
  isRecord,
  numberAt,
  percentOf,
  pictureOf,
  plateBoxOf,
  recordAt,
  serialAt,
  textAt,
} from '../message/payload.service.ts';
import { readPlate } from '../message/plate-text.service.ts';

/** A plate push: its camera, its record number there, and its content. */
export interface PlatePush extends Reading {
  readonly serialNo: string;
  /** Number of the record at the camera; what ContinuePushOffline names. */
  readonly plateId: number;
}

/**
 * Kinds of vehicles by the camera's number of a plate type: 1 blue, 2 black, 3 and 4 yellow of one or two rows, 5 police, 10 embassy,
 * 11 Hong Kong, 13 trainee, 14 Macao, 20 large new energy. The others are carried by vehicles of several sizes.
 */
const KIND_OF_PLATE_TYPE: Readonly<Record<number, 'small' | 'large'>> = {
  1: 'small',
  2: 'small',
  3: 'large',
  4: 'large',
  5: 'small',
  10: 'small',
  11: 'small',
  13: 'small',
  14: 'small',
  20: 'large',
};

/** Reads `AlarmInfoPlate`; over MQTT the plate is base64. Throws DeviceFault. */
export function readPlatePush(body: DeviceRecord, now: Date, isBase64 = false): PlatePush {
  const alarm = recordAt(body, 'AlarmInfoPlate');
  const serialNo = serialAt(alarm, 'serialno');
  const result = recordAt(recordAt(alarm, 'result'), 'PlateResult');
  return readPlateResult(serialNo, result, now, isBase64);
}

/** Reads a `PlateResult`, the same over HTTP and MQTT. Throws DeviceFault. */
export function readPlateResult(serialNo: string, result: DeviceRecord, now: Date, isBase64: boolean): PlatePush {
  const plateId = numberAt(result, 'plateid');
  if (plateId === null || !Number.isInteger(plateId)) throw new DeviceFault('malformed', 'plateid is missing');
  const { happenedAt, stamp } = readTime(result);
  const license = textAt(result, 'license') ?? '';
  const color = numberAt(result, 'colorType') ?? 0;
  return {
    serialNo,
    plateId,
    message: {
      // The number restarts when a camera is reset, so the camera's own time makes it unique.
      eventKey: `${plateId}:${stamp}`,
      plate: readPlate(isBase64 ? decodeBase64(license) : license),
      plateColor: Number.isInteger(color) && color >= 0 && color <= 6 ? color : 0,
      confidence: percentOf(numberAt(result, 'confidence')),
      vehicleKind: KIND_OF_PLATE_TYPE[numberAt(result, 'type') ?? 0] ?? null,
      happenedAt,
      isOffline: isOfflineRecord(result, happenedAt, now),
      ...readPicture(result),
    },
  };
}

/** The whole picture with the place of the plate in it; else the cut-out that shows the plate alone. */
function readPicture(result: DeviceRecord): Pick<PassingMessage, 'picture' | 'plateBox'> {
  const whole = pictureOf(result.imageFile, result.full_image_content);
  if (whole) return { picture: whole, plateBox: plateBoxOf(result.location) };
  return { picture: pictureOf(result.imageFragmentFile, result.small_image_content), plateBox: null };
}

/** Age from which a record in the form of kept ones counts as one although it does not say so. */
const KEPT_AFTER_MS = 120_000;

/**
 * Kept records say so (`isoffline`). Some firmware does not, but shows it: the picture stays on the camera's disk, only
 * its path is sent, and the time is long past. Fresh ones without a picture are cameras set to send none.
 */
function isOfflineRecord(result: DeviceRecord, happenedAt: Date, now: Date): boolean {
  if ((numberAt(result, 'isoffline') ?? 0) !== 0) return true;
  const isPathAlone = textAt(result, 'imagePath') !== null && result.imageFile === undefined;
  return isPathAlone && now.getTime() - happenedAt.getTime() > KEPT_AFTER_MS;
}

function decodeBase64(text: string): string {
  // Some firmware sends the plate in clear over MQTT too.
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64').toString('utf8')
    : text;
}

function readTime(result: DeviceRecord): { happenedAt: Date; stamp: string } {
  const stampSource = recordAt(result, 'timeStamp');
  const time = isRecord(stampSource.Timeval) ? stampSource.Timeval : stampSource;
  const seconds = numberAt(time, 'sec');
  const micros = numberAt(time, 'usec') ?? 0;
  if (seconds === null || seconds <= 0 || seconds > 7_258_118_400)
    throw new DeviceFault('malformed', 'timeStamp is missing');
  return { happenedAt: new Date(seconds * 1000 + Math.floor(micros / 1000)), stamp: `${seconds}.${micros}` };
}

/** Most bytes of one message over a serial line. */
const MAX_SERIAL_BYTES = 2048;

/** Reads `SerialData`: bytes that came over one of the camera's serial lines. Throws DeviceFault. */
export function readSerialPush(body: DeviceRecord): { serialNo: string; channel: number; data: Buffer } {
  const message = recordAt(body, 'SerialData');
  const serialNo = serialAt(message, 'serialno');
  const channel = numberAt(message, 'serialChannel') ?? 0;
  if (!Number.isInteger(channel) || channel < 0 || channel > 255)
    throw new DeviceFault('malformed', 'serialChannel is no channel');
  const data = Buffer.from(textAt(message, 'data') ?? '', 'base64');
  if (data.length === 0 || data.length > MAX_SERIAL_BYTES)
    throw new DeviceFault('malformed', 'data is missing or too long');
  return { serialNo, channel, data };
}

/** Reads `TriggerImage`: a picture the camera was told to take; it names no serial number. Throws DeviceFault. */
export function readSnapshotPush(body: DeviceRecord): Uint8Array {
  const picture = pictureOf(recordAt(body, 'TriggerImage').imageFile);
  if (!picture) throw new DeviceFault('malformed', 'imageFile is no picture');
  return picture;
}

/** An input of a camera with the serial number the message names. */
export interface InputPush extends InputReport {
  readonly serialNo: string;
}

/**
 * Reads `AlarmGioIn`. Which wire carries what is an agreement of the installation: input 0 is the barrier's limit switch
 * "open", input 1 the loop behind the barrier, input 2 the button for help; others are not used. Throws DeviceFault.
 */
export function readInputPush(body: DeviceRecord): InputPush {
  const alarm = recordAt(body, 'AlarmGioIn');
  const serialNo = serialAt(alarm, 'serialno');
  const trigger = recordAt(recordAt(alarm, 'result'), 'TriggerResult');
  return { serialNo, ...readInput(trigger) };
}

const INPUTS = ['barrier', 'loop', 'call'] as const;

/** Reads `source` and `value` of an input. Throws DeviceFault. */
export function readInput(trigger: DeviceRecord): InputReport {
  const source = numberAt(trigger, 'source');
  const value = numberAt(trigger, 'value');
  if (source === null || value === null) throw new DeviceFault('malformed', 'source or value is missing');
  return { input: INPUTS[source] ?? 'other', isClosed: value === 1 };
}
