import { kernelRefusal, Refusal, UUID } from '@boyun/kernel/contract';
import { coversLot, type TenantTx } from '@boyun/kernel/server';
import { deviceMessageList } from './device-message.contract.ts';

/** A kept message. */
export interface KeptDeviceMessage {
  readonly id: string;
  readonly cameraId: string;
  readonly lotId: string;
  readonly receivedAt: Date;
  readonly protocol: string;
  readonly path: string;
  readonly contentType: string;
  readonly hasPicture: boolean;
  readonly body: string;
  readonly isWhole: boolean;
  readonly reply: string;
  readonly outcome: 'taken' | 'refused' | 'captured';
}

const COLUMNS =
  'id, camera_id, lot_id, received_at, protocol, path, content_type, has_picture, body, is_whole, reply, outcome';

/** A message of a lot the caller may see; throws Refusal. */
export async function requireMessage(tx: TenantTx, id: string): Promise<KeptDeviceMessage> {
  const [row] = UUID.test(id)
    ? await tx.query<KeptDeviceMessage>(`select ${COLUMNS} from device_message where tenant_id = $1 and id = $2`, [
        tx.tenantId,
        id,
      ])
    : [];
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: deviceMessageList.title[tx.who.language] });
  return row;
}

/** The newest messages of a camera. */
export function latestMessages(tx: TenantTx, cameraId: string, limit: number): Promise<KeptDeviceMessage[]> {
  return tx.query<KeptDeviceMessage>(
    `select ${COLUMNS} from device_message where tenant_id = $1 and camera_id = $2 order by id desc limit $3`,
    [tx.tenantId, cameraId, limit],
  );
}

/** The passing a camera's event was booked as, or null. */
export async function passingOf(tx: TenantTx, cameraId: string, eventKey: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'select passing_id as id from passing_key_fact where tenant_id = $1 and camera_id = $2 and event_key = $3',
    [tx.tenantId, cameraId, eventKey],
  );
  return row?.id ?? null;
}
