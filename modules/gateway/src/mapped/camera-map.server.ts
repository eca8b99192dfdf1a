import { findCameraById } from '@boyun/devices/server';
import { isTimePattern, type MessageMap } from '@boyun/domain/message-map';
import { zoneClock } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { cameraMapRefusal, getCameraMap, saveCameraMap } from './camera-map.contract.ts';
import { mapOf } from './camera-map.queries.ts';
import { cameraMapSaved } from './camera-map-event.contract.ts';
import { mappedJson } from './mapped.contract.ts';

const EMPTY = {
  plate: null,
  time: null,
  timeFormat: 'iso',
  timePattern: null,
  timeZone: null,
  confidence: null,
  confidenceScale: 'percent',
  color: null,
  direction: null,
  entryWord: null,
  picture: null,
  deviceId: null,
  eventId: null,
} as const;

interface Named {
  readonly name: string;
  readonly lotId: string;
}

/** A camera of the caller's lots. Throws Refusal. */
async function requireCamera(tx: TenantTx, cameraId: string): Promise<Named> {
  const [row] = await tx.query<Named>('select name, lot_id from camera_fact where tenant_id = $1 and id = $2', [
    tx.tenantId,
    cameraId,
  ]);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, saveCameraMap.input.cameraId.label);
  return row;
}

/** Returns the map of a camera, empty where none was set up. */
export const getCameraMapServer = handle(getCameraMap, async (tx, { cameraId }) => {
  await requireCamera(tx, cameraId);
  const map = await mapOf(tx, cameraId);
  return { ...(map ?? EMPTY), isSet: map !== null };
});

/** Stores the map of a camera. */
export const saveCameraMapServer = handle(saveCameraMap, async (tx, { cameraId, ...map }, act, kernel) => {
  const row = await requireCamera(tx, cameraId);
  const device = await findCameraById(kernel.database, tx.tenantId, cameraId);
  if (device?.protocol !== mappedJson.name) throw new Refusal(cameraMapRefusal['not-mapped']);
  if (map.timeFormat === 'pattern' && !isTimePattern(map.timePattern ?? ''))
    throw new Refusal(cameraMapRefusal['bad-pattern']);
  if (map.timeZone && !isZone(map.timeZone)) throw new Refusal(cameraMapRefusal['bad-zone'], { zone: map.timeZone });
  const before = await mapOf(tx, cameraId);
  await tx.query(
    `insert into camera_map (tenant_id, camera_id, map, saved_at, saved_by) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, camera_id) do update set map = excluded.map, saved_at = excluded.saved_at, saved_by = excluded.saved_by`,
    [tx.tenantId, cameraId, JSON.stringify(map satisfies MessageMap), tx.now, tx.who.name],
  );
  act.describe({
    subjectKind: 'camera',
    subjectId: cameraId,
    subject: row.name,
    ...(before ? { before: { ...before } } : {}),
    after: map,
  });
  tx.emit(cameraMapSaved, { lotId: row.lotId, subjectId: cameraId, data: { cameraId } });
  return {};
});

function isZone(zone: string): boolean {
  try {
    return Boolean(zoneClock(zone));
  } catch {
    return false;
  }
}
