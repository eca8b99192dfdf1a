import { type Kernel, retainedTable, type TenantTx } from '@boyun/kernel/server';
import { type DeviceContext, deviceWho } from './camera.service.ts';
import type { MessageKind } from './camera-message.contract.ts';

/** A message to be kept: a picture, or bytes from a serial line. */
export type CameraMessage =
  | { readonly kind: Extract<MessageKind, 'snapshot'>; readonly picture: Uint8Array }
  | { readonly kind: Extract<MessageKind, 'serial'>; readonly channel: number; readonly data: Uint8Array };

/** Stores a camera message other than a passing; `also` runs in the same transaction, with the id of the message. */
export async function keepCameraMessage(
  kernel: Kernel,
  device: DeviceContext,
  message: CameraMessage,
  also?: (tx: TenantTx, id: string) => Promise<unknown>,
): Promise<void> {
  await kernel.database.inTenant(deviceWho(device), async (tx) => {
    const id = tx.newId();
    const isPicture = message.kind === 'snapshot';
    const picture = isPicture ? `${tx.tenantId}/camera/${tx.now.toISOString().slice(0, 10)}/${id}.jpg` : null;
    await tx.query(
      `insert into camera_message (tenant_id, id, camera_id, lot_id, kind, received_at, channel, picture, data)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        tx.tenantId,
        id,
        device.cameraId,
        device.lotId,
        message.kind,
        tx.now,
        isPicture ? null : message.channel,
        picture,
        isPicture ? null : Buffer.from(message.data).toString('hex'),
      ],
    );
    await also?.(tx, id);
    // Within the transaction: a row that promises a picture has one.
    if (isPicture) await kernel.files.put(picture!, message.picture);
  });
}

/** Deletes messages and their pictures after the tenant's retention period. */
export const retainedMessages = retainedTable({
  key: 'deviceMessage',
  table: 'camera_message',
  fileColumn: 'picture',
});
