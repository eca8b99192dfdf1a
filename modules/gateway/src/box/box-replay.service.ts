import { type BoxContext, findBoxCamera } from '@boyun/devices/server';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, type Kernel, systemWho, type Who } from '@boyun/kernel/server';
import type { KeptCall } from '../driver/driver.service.ts';
import { quarantineRefusal } from '../quarantine/quarantine.contract.ts';
import { readLane } from './box-message.service.ts';
import { SPOT_PATH, takeSpot } from './box-spot.service.ts';

/** Takes a kept report of a detector for its box; null where the message reports none. Throws DeviceFault and Refusal. */
export async function replaySpot(kernel: Kernel, who: Who, { path, serialNo, body }: KeptCall) {
  if (path !== SPOT_PATH) return null;
  const box = await boxOfSerial(kernel, who, serialNo);
  if (!box || !coversLot(who, box.lotId)) throw new Refusal(quarantineRefusal['no-box']);
  await takeSpot(kernel, { ...systemWho(who.tenantId, box.boxName), kind: 'device' }, box, body);
  return { cameraId: null, lotId: box.lotId };
}

/** The chosen camera or that of the lane a box named; null where the message is of a camera itself. Throws DeviceFault. */
export async function findSender(kernel: Kernel, who: Who, { serialNo, body }: KeptCall, chosenId: string | null) {
  const box = await boxOfSerial(kernel, who, serialNo);
  if (!box) return null;
  if (chosenId) return { cameraId: chosenId };
  const { laneCode, cameraSerialNo } = readLane(body);
  const camera = await findBoxCamera(kernel.database, box, laneCode, cameraSerialNo);
  return { cameraId: camera?.cameraId ?? null };
}

/** The box with a serial number. It reports for the cameras of its lanes, which have serial numbers of their own. */
async function boxOfSerial(kernel: Kernel, who: Who, serialNo: string | null): Promise<BoxContext | null> {
  return kernel.database.inTenant(
    who,
    async (tx) => {
      const [row] = await tx.query<BoxContext>(
        `select b.tenant_id, b.id as "boxId", b.name as "boxName", b.lot_id,
           l.time_zone as zone
         from box_fact b join lot_fact l on l.tenant_id = b.tenant_id and l.id = b.lot_id
         where b.tenant_id = $1 and b.serial_no = $2`,
        [tx.tenantId, serialNo],
      );
      return row ?? null;
    },
    { isRead: true },
  );
}
