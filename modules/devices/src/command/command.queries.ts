import type { Database } from '@boyun/kernel/server';
import type { DeviceContext } from '../camera/camera.service.ts';
import { type CommandRoute, UNDER_WAY_SECONDS } from './command.service.ts';

/**
 * Whether a call of a camera on a route changes any command: one is queued for it, or its previous response carried one. One statement, so
 * that the many calls of cameras that are to do nothing open no transaction.
 */
export async function hasCommands(
  database: Database,
  { tenantId, cameraId }: Pick<DeviceContext, 'tenantId' | 'cameraId'>,
  route: CommandRoute,
): Promise<boolean> {
  const since = new Date(database.clock.now().getTime() - UNDER_WAY_SECONDS * 1000);
  const found = await database.systemOf.gate(
    `select 1 from gate_command where tenant_id = $1 and camera_id = $2 and state in ('queued', 'sent')
       and (state = 'queued' or route = $3) and id >= first_uuid($4) limit 1`,
    [tenantId, cameraId, route, since],
  );
  return found.length > 0;
}
