import { deviceWho } from '@boyun/devices/server';
import { guardedLookup, type Kernel, makeGuard, timeLimit } from '@boyun/kernel/server';
import { HttpClient } from 'urllib';
import { isPicture, MAX_PICTURE_BYTES } from '../message/payload.service.ts';
import { webhookDriver } from '../webhook/webhook-driver.service.ts';
import { mapOf } from './camera-map.queries.ts';
import { MAPPED_PREFIX } from './mapped.contract.ts';
import { mappedFormat } from './mapped-format.service.ts';
import type { MappedPlate } from './mapped-message.service.ts';

/** Any JSON by the map of its camera. */
export const mappedDriver = webhookDriver(mappedFormat, {
  prefix: MAPPED_PREFIX,
  prepare: async (kernel, device, raw) => ({
    ...raw,
    map: await kernel.database.inTenant(deviceWho(device), (tx) => mapOf(tx, device.cameraId), { isRead: true }),
  }),
  complete: fetchPicture,
});

/** A car does not wait longer for its picture. */
const FETCH_MS = 1500;

/** Fetches the picture a message names, from addresses that configuration permits; without one the passing is taken as it is. */
async function fetchPicture(kernel: Kernel, reading: MappedPlate): Promise<MappedPlate> {
  if (!reading.pictureUrl) return reading;
  const guard = makeGuard(kernel.configuration.deviceAllow);
  const client = new HttpClient({ lookup: guardedLookup(guard), checkAddress: (address) => guard.isAllowed(address) });
  try {
    const { status, res } = await client.request(reading.pictureUrl, {
      timeout: timeLimit(kernel.configuration, FETCH_MS),
      followRedirect: false,
      streaming: true,
    });
    const stream = res as unknown as AsyncIterable<Buffer> & { destroy(): void };
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of stream) {
      parts.push(part);
      length += part.length;
      if (length > MAX_PICTURE_BYTES) break;
    }
    const picture = Buffer.concat(parts);
    if (status !== 200 || !isPicture(picture)) return reading;
    return { ...reading, message: { ...reading.message, picture } };
  } catch (error) {
    kernel.log.debug({ err: (error as Error).message }, 'the picture of a passing was not fetched');
    return reading;
  }
}
