import type { BarrierKind } from '@boyun/devices/server';
import type { Driver, Recipient } from '../driver/driver.service.ts';
import { type DeviceRecord, isRecord, pictureOf, serialAt } from '../message/payload.service.ts';
import { isoOfWall } from '../message/wall-time.service.ts';
import { type PlatePush, readPlatePush, readPlateResult } from '../vzenith/vzenith-message.service.ts';
import { linesOf, relayPulse, serialData } from '../vzenith/vzenith-reply.service.ts';

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

/** A message down to a camera; the camera's reply names its id. */
const messageDown = (name: string, id: string, { serialNo, now }: Recipient, body: object) => ({
  id,
  sn: serialNo,
  name,
  version: '1.0',
  timestamp: Math.floor(now.getTime() / 1000),
  payload: { type: name, body },
});

/** `gpio_out`: a pulse on the relay that opens or closes the barrier. */
export function gpioOut(command: { readonly id: string; readonly kind: BarrierKind }, to: Recipient): object {
  return messageDown('gpio_out', command.id, to, relayPulse(command.kind));
}

/** Milliseconds between the frames of a text. */
const FRAME_MS = 50;

/** The messages that give a camera its orders. What `tts_voice` plays are numbers of recordings, so that no words can be said. */
export const ordersDown: NonNullable<Driver['orders']> = {
  snapshot: ({ id }, to) => messageDown('snapshot', id, to, {}),
  text: ({ id, content }, to) =>
    messageDown('serial_data', id, to, {
      interval: FRAME_MS,
      serialData: serialData({ lines: linesOf(content) }, to.laneScreen),
    }),
  time({ id }, to) {
    const [year, month, day, hour, min, sec] = isoOfWall(to.now, to.zone ?? 'UTC')
      .slice(0, 19)
      .split(/[-T:]/);
    return messageDown('set_time', id, to, { year, month, day, hour, min, sec });
  },
};

/** The picture of `up/snapshot`; null where the camera took none. */
export function readSnapshotUp(message: DeviceRecord): Uint8Array | null {
  const body = bodyOf(message);
  return pictureOf(body.image_content, body.imageContent);
}
