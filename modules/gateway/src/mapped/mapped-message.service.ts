import { type MessageMap, readMapped } from '@boyun/domain/message-map';
import type { Reading } from '../driver/driver.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { parseJson, pictureOf } from '../message/payload.service.ts';
import { colorOfWord, readPlate } from '../message/plate-text.service.ts';
import type { WebhookMessage } from '../webhook/webhook-format.service.ts';

/** A passing whose picture may still have to be fetched. */
export interface MappedPlate extends Reading {
  readonly pictureUrl: string | null;
}

/**
 * Reads JSON by the map of its camera. A message without the path of the plate is a sign of life; one without its time is refused.
 * Throws DeviceFault.
 */
export function readMappedMessage(body: Uint8Array, map: MessageMap | null, zone: string): WebhookMessage<MappedPlate> {
  const message = parseJson(body);
  if (!map) throw new DeviceFault('malformed', 'no mapping was set up for this camera');
  const read = readMapped(map, message, zone);
  if (read.wrong.includes('plate')) return { kind: 'heartbeat', serialNo: read.deviceId };
  if (!read.at) throw new DeviceFault('malformed', `${map.time} is missing`);
  const plate = readPlate(read.plate ?? '');
  return {
    kind: 'plate',
    serialNo: read.deviceId,
    direction: read.direction,
    pictureUrl: read.picture?.kind === 'url' ? read.picture.text : null,
    message: {
      eventKey: read.eventId ?? `${read.at.getTime()}:${plate ?? ''}`,
      plate,
      plateColor: colorOfWord(read.color ?? ''),
      // A device that gives no confidence is believed.
      confidence: read.confidence ?? (map.confidence === null ? 100 : 0),
      vehicleKind: null,
      happenedAt: read.at,
      isOffline: false,
      picture: read.picture?.kind === 'base64' ? pictureOf(read.picture.text) : null,
    },
  };
}
