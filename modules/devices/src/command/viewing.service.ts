import type { TenantTx } from '@boyun/kernel/server';
import { callsOf, ordersOf } from '../camera/protocol.contract.ts';
import { createCommand } from './command.service.ts';

/** Seconds for which an earlier picture stays, because pages may still show it. */
const SHOWN_SECONDS = 120;

interface Watched {
  readonly id: string;
  readonly lotId: string;
  readonly laneId: string;
  readonly protocol: string;
  readonly state: string;
  readonly callUrl: string | null;
}

/**
 * Asks cameras for a picture for people who watch them; not those that were asked within `everySeconds`, cannot take pictures or are not
 * reachable. Of several callers at once, one asks.
 */
export async function requestPictures(tx: TenantTx, cameraIds: readonly string[], everySeconds: number): Promise<void> {
  const rows = await tx.query<Watched>(
    `select id, lot_id, lane_id, protocol, state, call_url from camera c
     where tenant_id = $1 and id = any($2::uuid[]) and not exists (select from gate_command g where g.tenant_id = c.tenant_id
       and g.camera_id = c.id and g.kind = 'snapshot' and g.created_at > $3 and g.id >= first_uuid($3))
     order by id for update skip locked`,
    [tx.tenantId, cameraIds, new Date(tx.now.getTime() - everySeconds * 1000)],
  );
  const able = rows.filter(
    ({ protocol, state, callUrl }) =>
      ordersOf(protocol).includes('snapshot') && (callsOf(protocol) ? callUrl !== null : state === 'online'),
  );
  if (able.length === 0) return;
  await tx.query(
    `delete from gate_command where tenant_id = $1 and camera_id = any($2::uuid[]) and is_viewing
       and state in ('done', 'failed', 'unreported', 'uncertain') and created_at < $3`,
    [tx.tenantId, able.map(({ id }) => id), shownSince(tx)],
  );
  for (const { id, lotId, laneId } of able)
    createCommand(tx, {
      lotId,
      laneId,
      cameraId: id,
      kind: 'snapshot',
      reason: { zh: '视频监控', en: 'Live video' },
      passingId: null,
      plate: null,
      isViewing: true,
      isSentWithAnswer: false,
    });
}

/** Marks a picture as taken for people who watch, and forgets the earlier ones; returns their files. */
export async function replaceViewed(tx: TenantTx, cameraId: string, messageId: string): Promise<string[]> {
  await tx.query('update camera_message set is_viewing = true where tenant_id = $1 and id = $2', [
    tx.tenantId,
    messageId,
  ]);
  const rows = await tx.query<{ picture: string | null }>(
    `delete from camera_message where tenant_id = $1 and camera_id = $2 and is_viewing and received_at < $3 returning picture`,
    [tx.tenantId, cameraId, shownSince(tx)],
  );
  return rows.flatMap(({ picture }) => picture ?? []);
}

const shownSince = (tx: TenantTx) => new Date(tx.now.getTime() - SHOWN_SECONDS * 1000);
