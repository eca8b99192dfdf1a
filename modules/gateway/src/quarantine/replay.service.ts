import { buffer } from 'node:stream/consumers';
import { findCameraById } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, type Kernel, type Who } from '@boyun/kernel/server';
import type { Driver } from '../driver/driver.service.ts';
import { checkSerial, takePassing } from '../intake/intake.service.ts';
import { quarantineRefusal } from './quarantine.contract.ts';
import type { KeptMessage } from './quarantine.queries.ts';

/**
 * Takes a kept message for a camera: the one named, else the one it came from, else the one of the tenant with its serial
 * number; what a detector reported is taken for its box. Returns for which device it was taken. Throws DeviceFault when the
 * message still cannot be taken, Refusal when there is nothing to take.
 */
export async function replayMessage(
  kernel: Kernel,
  drivers: readonly Driver[],
  who: Who,
  kept: KeptMessage,
  cameraId: string | null,
): Promise<{ cameraId: string | null; lotId: string }> {
  if (kept.isNote) throw new Refusal(quarantineRefusal['not-kept']);
  const driver = drivers.find((one) => one.protocol === kept.protocol);
  const stream = kept.bodyKey && driver ? await kernel.files.open(kept.bodyKey) : null;
  if (!stream || !driver) throw new Refusal(quarantineRefusal['no-passing']);
  const body = await buffer(stream);
  const call = { path: kept.path, serialNo: kept.serialNo, body };
  const other = await driver.replay?.(kernel, who, call);
  if (other) return other;
  const sender = (await driver.findSender?.(kernel, who, call, cameraId)) ?? null;
  const id = cameraId ?? sender?.cameraId ?? kept.cameraId ?? (await cameraOfSerial(kernel, who, kept.serialNo));
  const found = id ? await findCameraById(kernel.database, who.tenantId, id) : null;
  if (!found || !coversLot(who, found.lotId)) throw new Refusal(quarantineRefusal['no-camera']);
  const { path } = kept;
  const raw = { body, path, contentType: '', receivedAt: kernel.clock.now(), zone: found.zone };
  const reading = driver.readPassing((await driver.prepare?.(kernel, found, raw)) ?? raw);
  const serialNo = reading.serialNo ?? (sender ? null : kept.serialNo);
  const device = serialNo ? await checkSerial(kernel, found, serialNo) : found;
  // The car has left: however the message arrived, it is booked as a late record.
  await takePassing(kernel, device, { ...reading.message, isOffline: true });
  return device;
}

async function cameraOfSerial(kernel: Kernel, who: Who, serialNo: string | null): Promise<string | null> {
  if (!serialNo) return null;
  return kernel.database.inTenant(
    who,
    async (tx) => {
      const [row] = await tx.query<{ id: string }>(
        'select id from camera_fact where tenant_id = $1 and serial_no = $2',
        [tx.tenantId, serialNo],
      );
      return row?.id ?? null;
    },
    { isRead: true },
  );
}
