import type { GateCommand } from '@boyun/devices/server';
import type { Recipient } from '../driver/driver.service.ts';
import { type DeviceRecord, isRecord, serialAt } from '../message/payload.service.ts';
import { type PlatePush, readPlatePush, readPlateResult } from '../vzenith/vzenith-message.service.ts';
import { relayPulse } from '../vzenith/vzenith-reply.service.ts';

/** The content of a camera message inside its envelope `{id, sn, name, version, timestamp, payload: {type, body}}`. */
export function bodyOf(message: DeviceRecord): DeviceRecord {
  const payload = isRecord(message.payload) ? message.payload : message;
  return isRecord(payload.body) ? payload.body : payload;
}

/**
 * Reads `ivs_result`: the HTTP push's `AlarmInfoPlate`, or its `PlateResult` alone, inside the envelope or bare; the
 * plate is base64. Throws DeviceFault.
 */
export function readMqttPlate(message: DeviceRecord, now: Date): PlatePush {
  const body = bodyOf(message);
  if (isRecord(body.AlarmInfoPlate)) {
    const alarm = body.AlarmInfoPlate;
    return readPlatePush({ AlarmInfoPlate: { ...alarm, serialno: alarm.serialno ?? message.sn } }, now, true);
  }
  const holder = isRecord(body.result) ? body.result : body;
  const result = isRecord(holder.PlateResult) ? holder.PlateResult : holder;
  return readPlateResult(
    serialAt(typeof message.sn === 'string' ? message : body, message.sn ? 'sn' : 'serialno'),
    result,
    now,
    true,
  );
}

/** `gpio_out`: a pulse on the relay that opens or closes the barrier; the camera's reply names its id. */
export function gpioOut(command: Pick<GateCommand, 'id' | 'kind'>, { serialNo, now }: Recipient): object {
  return {
    id: command.id,
    sn: serialNo,
    name: 'gpio_out',
    version: '1.0',
    timestamp: Math.floor(now.getTime() / 1000),
    payload: { type: 'gpio_out', body: relayPulse(command.kind) },
  };
}
