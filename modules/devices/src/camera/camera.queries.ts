import { type Database, hashToken, type Query, type TenantTx, tenantOfToken } from '@boyun/kernel/server';
import type { DeviceContext } from './camera.service.ts';

const CONTEXT = `c.tenant_id, c.id as "cameraId", c.name as "cameraName", c.serial_no,
  c.lane_id, c.lot_id, l.direction, c.protocol, c.state,
  lot.time_zone as zone,
  (select json_build_object('id', s.id, 'route', s.route, 'format', s.format, 'channel', s.channel, 'address', s.address, 'port', s.port,
     'isSpeaking', s.is_speaking, 'brightnessPlan', s.brightness_plan)
   from screen s where s.tenant_id = c.tenant_id and s.lane_id = c.lane_id) as "laneScreen"`;
const JOINED = `from camera c
     join lane_fact l on l.tenant_id = c.tenant_id and l.id = c.lane_id
     join lot_fact lot on lot.tenant_id = c.tenant_id and lot.id = c.lot_id`;

/** Queries all tenants except those being erased. */
export const openTo = (database: Database): Query => database.closed.without(database.systemOf.gate);

/** The camera a token belongs to, or null; one statement. */
export async function findCamera(database: Database, token: string): Promise<DeviceContext | null> {
  const tenantId = tenantOfToken(token);
  if (tenantId === null) return null;
  const [device] = await openTo(database)<DeviceContext>(
    `select ${CONTEXT} ${JOINED}
     where c.tenant_id = $1 and c.token_hash = $2`,
    [tenantId, hashToken(token)],
  );
  return device ?? null;
}

/** A camera by its id within a tenant, or null. */
export async function findCameraById(
  database: Database,
  tenantId: number,
  cameraId: string,
): Promise<DeviceContext | null> {
  const [device] = await openTo(database)<DeviceContext>(
    `select ${CONTEXT} ${JOINED}
     where c.tenant_id = $1 and c.id = $2`,
    [tenantId, cameraId],
  );
  return device ?? null;
}

/** A camera that may sign its calls, with the sealed key its signature is checked with. */
export interface SigningCamera extends DeviceContext {
  readonly secretSealed: string;
}

/**
 * The cameras with a serial number, in the tenant of that code or (null) in all: serial numbers are unique within a
 * tenant only, so the signature decides between them. At most five.
 */
export async function findSigningCameras(
  database: Database,
  serialNo: string,
  tenantCode: string | null,
): Promise<SigningCamera[]> {
  return openTo(database)<SigningCamera>(
    `select ${CONTEXT}, c.secret_sealed
     ${JOINED}
     join tenant t on t.id = c.tenant_id
     where c.serial_no = $1 and c.secret_sealed is not null and ($2::text is null or t.code = $2)
     order by c.tenant_id limit 5`,
    [serialNo, tenantCode],
  );
}

/** The cameras of a protocol with a serial number, in all tenants; at most two, since two are already ambiguous. */
export async function findCamerasOf(database: Database, protocol: string, serialNo: string): Promise<DeviceContext[]> {
  return openTo(database)<DeviceContext>(
    `select ${CONTEXT} ${JOINED}
     where c.serial_no = $1 and c.protocol = $2 order by c.tenant_id limit 2`,
    [serialNo, protocol],
  );
}

/** Returns the number of cameras and boxes of the tenant. */
export async function countDevices(tx: Pick<TenantTx, 'query' | 'tenantId'>): Promise<number> {
  const [row] = await tx.query<{ devices: number }>(
    `select (select count(*) from camera where tenant_id = $1) + (select count(*) from box where tenant_id = $1) as devices`,
    [tx.tenantId],
  );
  return row!.devices;
}
