import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, type ResourceHooks, requireRoom, type Sweep, serveResource } from '@boyun/kernel/server';
import { camera, rotateCameraSecret } from './camera.contract.ts';
import { countDevices } from './camera.queries.ts';
import { markSilentCameras, renewSecret } from './camera.service.ts';
import { cameraSecretRotated } from './camera-event.contract.ts';
import { addressesOf } from './protocol.contract.ts';

const hooks: ResourceHooks<typeof camera> = {
  /** A camera belongs to the lot of its lane. */
  async beforeWrite(tx, values, before) {
    if (!before) await requireRoom(tx, 'device', await countDevices(tx));
    const laneId = values.laneId ?? before?.laneId;
    const [lane] = await tx.query<{ lotId: string }>('select lot_id from lane_fact where tenant_id = $1 and id = $2', [
      tx.tenantId,
      laneId,
    ]);
    if (!lane || !coversLot(tx.who, lane.lotId))
      throw new Refusal(kernelRefusal['not-found'], { what: camera.fields.laneId.label[tx.who.language] });
    return { ...values, lotId: lane.lotId };
  },
};

/** The plain table of cameras. */
export const cameraServer = serveResource(camera, hooks);

/** Replaces the secrets of a camera; only this response contains them in plain text. */
export const rotateCameraSecretServer = handle(rotateCameraSecret, async (tx, { cameraId }, act, kernel) => {
  const [row] = await tx.query<{ name: string; lotId: string; protocol: string }>(
    'select name, lot_id, protocol from camera where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, cameraId],
  );
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: camera.title[tx.who.language] });
  const { token, deviceSecret } = await renewSecret(tx, kernel, cameraId);
  act.describe({ subjectKind: 'camera', subjectId: cameraId, subject: row.name });
  tx.emit(cameraSecretRotated, { lotId: row.lotId, subjectId: cameraId, data: { cameraId } });
  const addresses = addressesOf(row.protocol, token).map(({ name, path }) => ({ name, path }));
  return { token, deviceSecret, addresses };
});

/** Marks cameras that went offline. */
export const silentCameras: Sweep = { name: 'silent-cameras', everySeconds: 5, run: markSilentCameras };
