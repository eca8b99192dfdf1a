import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { DeviceContext } from '../camera/camera.service.ts';
import { keepCameraMessage } from '../camera/camera-message.service.ts';
import { endCommand, LATE_REPORT_SECONDS } from './command.service.ts';
import { replaceViewed } from './viewing.service.ts';

/**
 * Keeps a picture a camera took; the command that asked for it is done: the one named, or the oldest one under way of that camera where
 * its message names none. A picture for somebody who watches replaces the earlier ones.
 */
export async function keepSnapshot(
  kernel: Kernel,
  device: DeviceContext,
  picture: Uint8Array,
  commandId: string | null = null,
): Promise<void> {
  let replaced: readonly string[] = [];
  await keepCameraMessage(kernel, device, { kind: 'snapshot', picture }, async (tx, messageId) => {
    replaced = [];
    const id = commandId ?? (await findAsked(tx, device.cameraId));
    const ended = id ? await endCommand(tx, device.cameraId, id, { state: 'done', result: null }) : null;
    if (ended?.isViewing) replaced = await replaceViewed(tx, device.cameraId, messageId);
  });
  for (const one of replaced) await kernel.files.remove(one);
}

async function findAsked(tx: TenantTx, cameraId: string): Promise<string | null> {
  const since = new Date(tx.now.getTime() - LATE_REPORT_SECONDS * 1000);
  const [row] = await tx.query<{ id: string }>(
    `select id from gate_command where tenant_id = $1 and camera_id = $2 and kind = 'snapshot' and sent_at is not null
       and state in ('sent', 'accepted', 'uncertain') and id >= first_uuid($3) order by id limit 1`,
    [tx.tenantId, cameraId, since],
  );
  return row?.id ?? null;
}
