import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import {
  type DeviceRecord,
  isRecord,
  numberAt,
  parseJson,
  percentOf,
  pictureOf,
  plateBoxOf,
  recordAt,
  serialAt,
  textAt,
} from '../message/payload.service.ts';
import { colorOfWord, readPlate } from '../message/plate-text.service.ts';
import { wallAt } from '../message/wall-time.service.ts';

/** A report of a tollgate camera. */
export interface DahuaPlate extends Reading {
  readonly serialNo: string;
}

const KIND_OF_VEHICLE: Readonly<Record<string, 'small' | 'large'>> = {
  SaloonCar: 'small',
  Passerby: 'small',
  SUV: 'small',
  MPV: 'small',
  MiniCarriage: 'small',
  Microbus: 'small',
  Pickup: 'small',
  LargeTruck: 'large',
  BigBus: 'large',
  BigTruck: 'large',
  MidPassengerCar: 'large',
};

/** Reads `TollgateInfo`; a time without a zone is in that of the lot. Throws DeviceFault. */
export function readTollgateInfo(body: Uint8Array, zone: string): DahuaPlate {
  const picture = recordAt(parseJson(body), 'Picture');
  const plate = recordAt(picture, 'Plate');
  const snap = recordAt(picture, 'SnapInfo');
  const vehicle = isRecord(picture.Vehicle) ? picture.Vehicle : {};
  const { happenedAt, stamp } = readTime(snap, zone);
  return {
    serialNo: serialAt(snap, 'DeviceID'),
    message: {
      eventKey: `${stamp}:${numberAt(plate, 'UploadNum') ?? ''}:${numberAt(snap, 'LanNo') ?? ''}`,
      plate: plate.IsExist === false ? null : readPlate(textAt(plate, 'PlateNumber') ?? ''),
      plateColor: colorOfWord(textAt(plate, 'PlateColor') ?? ''),
      confidence: confidenceOf(numberAt(plate, 'Confidence') ?? 0),
      vehicleKind: KIND_OF_VEHICLE[textAt(vehicle, 'VehicleType') ?? ''] ?? null,
      happenedAt,
      isOffline: false,
      picture: pictureOf(...['NormalPic', 'VehiclePic', 'CutoutPic'].map((name) => contentOf(picture[name]))),
      plateBox: isRecord(picture.NormalPic) && picture.NormalPic.Content ? boxOf(plate.BoundingBox) : null,
    },
  };
}

/** Reads `KeepAlive` and `DeviceInfo`: the device's id. Throws DeviceFault. */
export function readDeviceId(body: Uint8Array): string {
  return serialAt(parseJson(body), 'DeviceID');
}

/** The device says 0 to 100 or, with other firmware, 0 to 255. */
function confidenceOf(confidence: number): number {
  return Math.round(percentOf(confidence > 100 ? (confidence * 100) / 255 : confidence));
}

const contentOf = (picture: unknown) => (isRecord(picture) ? picture.Content : undefined);

function boxOf(box: unknown) {
  if (!Array.isArray(box)) return null;
  const [left, top, right, bottom] = box;
  return plateBoxOf({ left, top, right, bottom });
}

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?)/;

/** The time of the picture by the device's clock. `TimeZone` is hours east of UTC, `DSTTune` 1 an hour of summer time. */
function readTime(snap: DeviceRecord, zone: string): { happenedAt: Date; stamp: string } {
  const text = textAt(snap, 'AccurateTime') ?? textAt(snap, 'SnapTime') ?? '';
  const [stamp = '', day = '', time = ''] = TIME.exec(text) ?? [];
  const hours = (numberAt(snap, 'TimeZone') ?? Number.NaN) + (numberAt(snap, 'DSTTune') === 1 ? 1 : 0);
  const isOffset = Math.abs(hours) <= 15;
  const wall = wallAt(`${day}T${time}`, isOffset ? 'UTC' : zone);
  if (!wall) throw new DeviceFault('malformed', 'AccurateTime is missing');
  return { happenedAt: isOffset ? new Date(wall.getTime() - hours * 3_600_000) : wall, stamp };
}
