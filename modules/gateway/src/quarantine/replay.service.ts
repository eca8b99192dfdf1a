import { buffer } from 'node:stream/consumers';
import { type BoxContext, type DeviceContext, findBoxCamera, findCameraById } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, type Kernel, systemWho, type Who } from '@boyun/kernel/server';
import type { PassingMessage } from '@boyun/passings/server';
import { readBoxPassing, readBoxSwipe, readLaneCode, SWIPE_PATH } from '../box/box-message.service.ts';
import { SPOT_PATH, takeSpot } from '../box/box-spot.service.ts';
import { checkSerial, type Intake, takePassing } from '../intake/intake.service.ts';
import { parseJson } from '../intake/payload.service.ts';
import { readMqttPlate } from '../mqtt/mqtt-message.service.ts';
import { readPlatePush } from '../vzenith/vzenith-message.service.ts';
import { quarantineRefusal } from './quarantine.contract.ts';
import type { KeptMessage } from './quarantine.queries.ts';

/**
 * Takes a kept message for a camera: the one named, else the one it came from, else the one of the tenant with its serial
 * number; what a detector told is taken for its box. Answers for whom it was taken. Throws DeviceFault when the message still cannot be taken, Refusal when there is nothing to take.
 */
export async function replayMessage(
  intake: Intake,
  who: Who,
  kept: KeptMessage,
  cameraId: string | null,
): Promise<{ cameraId: string | null; lotId: string }> {
  const { kernel } = intake;
  if (kept.isNote) throw new Refusal(quarantineRefusal['not-kept']);
  if (!kept.bodyKey) throw new Refusal(quarantineRefusal['no-passing']);
  const stream = await kernel.files.open(kept.bodyKey);
  if (!stream) throw new Refusal(quarantineRefusal['no-passing']);
  const body = await buffer(stream);
  if (kept.path === SPOT_PATH) return replaySpot(kernel, who, kept, body);
  const box = kept.protocol === 'signed' ? await boxOfSerial(kernel, who, kept.serialNo) : null;
  const ofBox = box && !cameraId ? await findBoxCamera(kernel.database, box, readLaneCode(body)) : null;
  const id = cameraId ?? ofBox?.cameraId ?? kept.cameraId ?? (await cameraOfSerial(kernel, who, kept.serialNo));
  const found = id ? await findCameraById(kernel.database, who.tenantId, id) : null;
  if (!found || !coversLot(who, found.lotId)) throw new Refusal(quarantineRefusal['no-camera']);
  const { device, message } = await read(kernel, found, box ? { ...kept, serialNo: null } : kept, body);
  // The car is long gone: however the message came, it is booked as a late record now.
  await takePassing(intake, device, { ...message, isOffline: true });
  return device;
}

async function read(
  kernel: Kernel,
  device: DeviceContext,
  kept: KeptMessage,
  body: Buffer,
): Promise<{ device: DeviceContext; message: PassingMessage }> {
  if (kept.protocol === 'signed') {
    const message = kept.path === SWIPE_PATH ? readBoxSwipe(body, device.zone) : readBoxPassing(body, device.zone);
    return { device: kept.serialNo ? await checkSerial(kernel, device, kept.serialNo) : device, message };
  }
  const now = kernel.clock.now();
  const push =
    kept.protocol === 'vzenith-mqtt' ? readMqttPlate(parseJson(body), now) : readPlatePush(parseJson(body), now);
  return { device: await checkSerial(kernel, device, push.serialNo), message: push.message };
}

async function replaySpot(kernel: Kernel, who: Who, kept: KeptMessage, body: Buffer) {
  const box = await boxOfSerial(kernel, who, kept.serialNo);
  if (!box || !coversLot(who, box.lotId)) throw new Refusal(quarantineRefusal['no-box']);
  await takeSpot(kernel, { ...systemWho(who.tenantId, box.boxName), kind: 'device' }, box, body);
  return { cameraId: null, lotId: box.lotId };
}

/** The box of a serial number. It speaks for the cameras of its lanes, whose serial numbers are others. */
async function boxOfSerial(kernel: Kernel, who: Who, serialNo: string | null): Promise<BoxContext | null> {
  return kernel.database.inTenant(
    who,
    async (tx) => {
      const [row] = await tx.query<BoxContext>(
        `select b.tenant_id as "tenantId", b.id as "boxId", b.name as "boxName", b.lot_id as "lotId",
           l.time_zone as zone
         from box b join lot l on l.tenant_id = b.tenant_id and l.id = b.lot_id
         where b.tenant_id = $1 and b.serial_no = $2`,
        [tx.tenantId, serialNo],
      );
      return row ?? null;
    },
    { isRead: true },
  );
}

async function cameraOfSerial(kernel: Kernel, who: Who, serialNo: string | null): Promise<string | null> {
  if (!serialNo) return null;
  return kernel.database.inTenant(
    who,
    async (tx) => {
      const [row] = await tx.query<{ id: string }>('select id from camera where tenant_id = $1 and serial_no = $2', [
        tx.tenantId,
        serialNo,
      ]);
      return row?.id ?? null;
    },
    { isRead: true },
  );
}
