import type { DeviceContext } from '@boyun/devices/server';
import { suggestMap } from '@boyun/domain/message-map';
import { type Language, say } from '@boyun/kernel/contract';
import type { Kernel } from '@boyun/kernel/server';
import { unknownMaker } from '../any/any.contract.ts';
import { recognise } from '../any/recognise.service.ts';
import type { Driver, RawMessage, Reading } from '../driver/driver.service.ts';
import { mappedJson } from '../mapped/mapped.contract.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson } from '../message/payload.service.ts';
import type { KeptDeviceMessage } from './device-message.queries.ts';

/** A message as a driver reads it; `fault` where it cannot, or where it is no passing. */
export interface ReadMessage {
  readonly driver: Driver | null;
  readonly signs: readonly string[];
  readonly reading: Reading | null;
  readonly fault: DeviceFault | null;
}

/** Reads a kept message by the driver of its camera, or while that is not known by the one it seems to belong to. */
export async function readMessage(
  kernel: Kernel,
  drivers: readonly Driver[],
  device: DeviceContext,
  kept: KeptDeviceMessage,
): Promise<ReadMessage> {
  const body = Buffer.from(kept.body, 'utf8');
  const found = recognise(drivers, body, kept.contentType);
  const isUnknown = device.protocol === unknownMaker.name;
  const driver = (isUnknown ? found?.driver : drivers.find((one) => one.protocol === device.protocol)) ?? null;
  const signs = found && found.driver === driver ? found.signs : [];
  if (!driver) return { driver, signs, reading: null, fault: null };
  const { path, contentType, receivedAt } = kept;
  const raw: RawMessage = { body, path, contentType, receivedAt, zone: device.zone };
  try {
    const ready = (await driver.prepare?.(kernel, device, raw)) ?? raw;
    // Before the maker is known, a map is only suggested.
    const map = ready.map ?? (isUnknown && driver.protocol === mappedJson.name ? suggestMap(parseJson(body)) : null);
    return { driver, signs, reading: driver.readPassing({ ...ready, map }), fault: null };
  } catch (error) {
    if (!(error instanceof DeviceFault)) throw error;
    return { driver, signs, reading: null, fault: error };
  }
}

/** A reading as it is shown. */
export function shownReading({ serialNo, message, direction }: Reading, receivedAt: Date) {
  const { plate, happenedAt, confidence, plateColor, eventKey, isOffline } = message;
  return {
    plate,
    happenedAt,
    aheadSeconds: isOffline ? null : Math.round((happenedAt.getTime() - receivedAt.getTime()) / 1000),
    confidence: Math.round(confidence),
    plateColor,
    direction: direction ?? null,
    serialNo,
    eventKey: eventKey.slice(0, 300),
    isOffline,
  };
}

/** A fault in words. */
export function faultText(fault: DeviceFault, language: Language): string {
  return say(fault.rule, language, { reason: fault.detail });
}
