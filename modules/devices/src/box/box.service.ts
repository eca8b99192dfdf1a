import { type Kernel, sweepTenants, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import type { BoxContext } from './box.queries.ts';
import { boxConfirmed, boxOffline, boxOnline } from './box-event.contract.ts';

/** The state a box reports with each heartbeat. */
export interface BoxStatus {
  readonly appVersion: string;
  /** Number of records it has not uploaded yet. */
  readonly queueLength: number;
  /** The configuration it works with; 0 for none. */
  readonly configurationNumber: number;
}

/** A configuration to be sent to a box. */
export interface BoxConfiguration {
  readonly number: number;
  readonly content: unknown;
}

/** Heartbeats a box may miss before it counts as offline. */
const MISSED_HEARTBEATS = 3;

/** Returns the box as the actor of a transaction. */
export function boxWho(box: BoxContext): Who {
  return { ...systemWho(box.tenantId, box.boxName), kind: 'device', zone: box.zone };
}

/** Records a heartbeat; returns the latest configuration where the box does not run it yet, otherwise null. */
export async function noteBoxStatus(
  tx: TenantTx,
  box: BoxContext,
  status: BoxStatus,
): Promise<BoxConfiguration | null> {
  const [before] = await tx.query<{ state: string; number: number; acknowledged: number; content: unknown }>(
    `select state, configuration_number as number, acknowledged_number as acknowledged, configuration as content
     from box where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, box.boxId],
  );
  if (!before) return null;
  const isNewlyAcknowledged = status.configurationNumber === before.number && before.acknowledged !== before.number;
  await tx.query(
    `update box set state = 'online', last_seen_at = $3, app_version = $4, queue_length = $5,
       acknowledged_number = case when $6 then configuration_number else acknowledged_number end,
       acknowledged_at = case when $6 then $3 else acknowledged_at end
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, box.boxId, tx.now, status.appVersion, status.queueLength, isNewlyAcknowledged],
  );
  if (before.state !== 'online') tx.emit(boxOnline, factsOf(box));
  if (isNewlyAcknowledged) {
    const { data, ...facts } = factsOf(box);
    tx.emit(boxConfirmed, { ...facts, data: { ...data, number: before.number } });
  }
  return status.configurationNumber === before.number || before.number === 0
    ? null
    : { number: before.number, content: before.content };
}

/** Marks the boxes offline that missed three heartbeats and files `box.offline` for each. */
export async function markSilentBoxes(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const isSilent = (place: number) =>
    `state = 'online' and last_seen_at < $${place}::timestamptz - make_interval(secs => heartbeat_seconds * ${MISSED_HEARTBEATS})`;
  const sql = `select distinct tenant_id from box where ${isSilent(1)}`;
  await sweepTenants(kernel, { sql, values: [now] }, async (tx) => {
    const silent = await tx.query<Pick<BoxContext, 'boxId' | 'boxName' | 'lotId'>>(
      `update box set state = 'offline' where tenant_id = $1 and ${isSilent(2)}
         returning id as "boxId", name as "boxName", lot_id`,
      [tx.tenantId, now],
    );
    for (const one of silent) tx.emit(boxOffline, factsOf(one));
  });
}

const factsOf = (box: Pick<BoxContext, 'boxId' | 'boxName' | 'lotId'>) => ({
  lotId: box.lotId,
  subjectId: box.boxId,
  data: { boxId: box.boxId, name: box.boxName },
});
