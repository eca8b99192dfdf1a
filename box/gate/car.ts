import { createHash } from 'node:crypto';
import { isPlateReading, noPlate, type PlateColor } from '@boyun/domain/plate';
import { vehicleKindOf } from '@boyun/domain/vehicle-kind';
import type { Reading } from '@boyun/gateway/edge';
import type { CameraValue } from '../wire.ts';
import type { Car } from './judge.ts';

type Message = Reading['message'];

/** A message older than this is late and moves no barrier. */
const LATE_MS = 60_000;

/** The number of a passing: the same for a repeated message, and for each camera its own. */
export function eventIdOf(camera: CameraValue, message: Message): string {
  return createHash('sha256').update(`${camera.Id} ${message.eventKey}`).digest('hex').slice(0, 40);
}

/** A car as its camera reports it. */
export function carOf(message: Message, nowMs: number): Car {
  const plate = message.plate && message.plate !== noPlate && isPlateReading(message.plate) ? message.plate : null;
  const plateColor = (message.plateColor >= 0 && message.plateColor <= 6 ? message.plateColor : 0) as PlateColor;
  const happenedMs = Math.min(message.happenedAt.getTime(), nowMs);
  return {
    plate,
    plateColor,
    vehicleKind: vehicleKindOf(message.vehicleKind, { plate, plateColor }),
    confidence: message.confidence,
    happenedMs,
    isLate: message.isOffline || nowMs - happenedMs > LATE_MS,
    isByRemote: message.isByRemote ?? false,
  };
}
