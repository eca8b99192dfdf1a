import type { MessageMap } from '@boyun/domain/message-map';
import type { TenantTx } from '@boyun/kernel/server';

/** The map of a camera, or null. */
export async function mapOf(tx: Pick<TenantTx, 'query' | 'tenantId'>, cameraId: string): Promise<MessageMap | null> {
  const [row] = await tx.query<{ map: MessageMap }>(
    'select map from camera_map where tenant_id = $1 and camera_id = $2',
    [tx.tenantId, cameraId],
  );
  return row?.map ?? null;
}
