import { Refusal } from '@boyun/kernel/contract';
import { coversLot, handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { camera } from '../camera/camera.contract.ts';
import { cameraAccessRefusal } from '../camera/camera-access.contract.ts';
import { CameraOrder } from '../camera/camera-order.contract.ts';
import { callsOf, ordersOf } from '../camera/protocol.contract.ts';
import { announceAtCamera, cameraOrderRefusal, orderCamera, rebootCamera } from './camera-order.contract.ts';
import { createCommand } from './command.service.ts';

interface Told {
  readonly name: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly protocol: string;
  readonly state: string;
  readonly callUrl: string | null;
  readonly isUnderWay: boolean;
}

/** Queues a command to a camera. Throws a refusal where it cannot be done or would not arrive. */
async function tell(
  tx: TenantTx,
  act: Parameters<Parameters<typeof handle>[1]>[2],
  given: { cameraId: string; order: CameraOrder; content?: string; reason?: string },
): Promise<{ commandId: string }> {
  const { cameraId, order, content = null } = given;
  // Locked: of two that ask for the same at once, one is refused.
  const [row] = await tx.query<Told>(
    `select name, lot_id, lane_id, protocol, state, call_url, exists (select from gate_command g where g.tenant_id = c.tenant_id
       and g.camera_id = c.id and g.kind = $3 and g.state = 'queued') as "isUnderWay"
     from camera c where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, cameraId, order],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, camera.title);
  const words = { order: CameraOrder[order][tx.who.language] };
  if (!ordersOf(row.protocol).includes(order)) throw new Refusal(cameraOrderRefusal.unable, words);
  if (callsOf(row.protocol)) {
    if (!row.callUrl) throw new Refusal(cameraAccessRefusal['no-address']);
  } else if (row.state !== 'online') throw new Refusal(cameraOrderRefusal.offline);
  if (row.isUnderWay) throw new Refusal(cameraOrderRefusal['under-way'], words);
  const reason = given.reason ? { zh: given.reason, en: given.reason } : CameraOrder[order];
  const { lotId, laneId } = row;
  const { id } = createCommand(tx, {
    lotId,
    laneId,
    cameraId,
    kind: order,
    content,
    reason,
    passingId: null,
    plate: null,
    isSentWithAnswer: false,
  });
  act.describe({
    subjectKind: camera.name,
    subjectId: cameraId,
    subject: row.name,
    after: {
      kind: order,
      commandId: id,
      ...(content ? { content } : {}),
      ...(given.reason ? { reason: given.reason } : {}),
    },
  });
  return { commandId: id };
}

/** What a camera is told. */
export const cameraOrderServers = [
  handle(orderCamera, (tx, { cameraId, order }, act) => tell(tx, act, { cameraId, order })),
  handle(announceAtCamera, (tx, { cameraId, by, words }, act) =>
    tell(tx, act, { cameraId, order: by, content: words }),
  ),
  handle(rebootCamera, (tx, { cameraId, reason }, act) => tell(tx, act, { cameraId, order: 'reboot', reason })),
];
