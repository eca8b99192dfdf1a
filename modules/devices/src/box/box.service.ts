import { type Kernel, sweepTenants, systemWho, type TenantTx, type Who } from '@boyun/kernel/server';
import type { BoxContext } from './box.queries.ts';
import {
  boxClockFine,
  boxClockWrong,
  boxConfirmed,
  boxOffline,
  boxOnline,
  boxQueueCleared,
  boxQueueFull,
} from './box-event.contract.ts';

/** The state a box reports with each heartbeat. */
export interface BoxStatus {
  readonly appVersion: string;
  /** Number of records it has not uploaded yet. */
  readonly queueLength: number;
  /** The configuration it works with; 0 for none. */
  readonly configurationNumber: number;
  /** Its clock when it sent this; null where it does not say. */
  readonly sentAt?: Date | null;
  /** Records it can keep. */
  readonly queueCapacity?: number | null;
  /** When the oldest record it keeps happened. */
  readonly oldestAt?: Date | null;
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
       queue_capacity = $7, oldest_at = $8,
       acknowledged_number = case when $6 then configuration_number else acknowledged_number end,
       acknowledged_at = case when $6 then $3 else acknowledged_at end
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      box.boxId,
      tx.now,
      status.appVersion,
      status.queueLength,
      isNewlyAcknowledged,
      status.queueCapacity ?? null,
      status.oldestAt ?? null,
    ],
  );
  if (before.state !== 'online') tx.emit(boxOnline, factsOf(box));
  await noteQueue(tx, box, status);
  if (status.sentAt) await noteBoxClock(tx, box, status.sentAt);
  if (isNewlyAcknowledged) {
    const { data, ...facts } = factsOf(box);
    tx.emit(boxConfirmed, { ...facts, data: { ...data, number: before.number } });
  }
  return status.configurationNumber === before.number || before.number === 0
    ? null
    : { number: before.number, content: before.content };
}

/** Records that may wait on a box, and how few must be left until it counts as having caught up. */
const QUEUE_FULL = 500;
const QUEUE_CLEARED = 50;
const FULL_SHARE = 0.8;

/** Milliseconds the clock of a box may be off, and how few count as right again. */
const CLOCK_WRONG_MS = 30_000;
const CLOCK_FINE_MS = 10_000;

/** Notes how far the clock of a box is off, by what it shows now; tells when that becomes too much, and when it is right again. */
export async function noteBoxClock(tx: TenantTx, box: BoxContext, shows: Date): Promise<void> {
  const offMs = shows.getTime() - tx.now.getTime();
  const offsetMs = Math.max(-MOST_OFFSET_MS, Math.min(MOST_OFFSET_MS, offMs));
  const [row] = await tx.query<{ isWrong: boolean; wasWrong: boolean }>(
    `update box b set clock_offset_ms = $3,
       is_clock_wrong = case when $4::boolean then true when $5::boolean then false else b.is_clock_wrong end
     from box old where b.tenant_id = $1 and b.id = $2 and old.tenant_id = b.tenant_id and old.id = b.id
     returning b.is_clock_wrong as "isWrong", old.is_clock_wrong as "wasWrong"`,
    [tx.tenantId, box.boxId, offsetMs, Math.abs(offsetMs) > CLOCK_WRONG_MS, Math.abs(offsetMs) < CLOCK_FINE_MS],
  );
  if (!row || row.isWrong === row.wasWrong) return;
  const { data, ...facts } = factsOf(box);
  if (row.isWrong) tx.emit(boxClockWrong, { ...facts, data: { ...data, offSeconds: Math.round(offsetMs / 1000) } });
  else tx.emit(boxClockFine, { ...facts, data });
}

/** What the column holds: some 24 days. */
const MOST_OFFSET_MS = 2_000_000_000;

async function noteQueue(
  tx: TenantTx,
  box: BoxContext,
  { queueLength, queueCapacity }: Pick<BoxStatus, 'queueLength' | 'queueCapacity'>,
): Promise<void> {
  // A box that says how much it can keep is full shortly before that.
  const full = queueCapacity ? Math.max(QUEUE_CLEARED + 1, Math.floor(queueCapacity * FULL_SHARE)) : QUEUE_FULL;
  if (queueLength > QUEUE_CLEARED && queueLength < full) return;
  const isFull = queueLength >= full;
  const changed = await tx.query(
    'update box set is_queue_full = $3 where tenant_id = $1 and id = $2 and is_queue_full <> $3 returning id',
    [tx.tenantId, box.boxId, isFull],
  );
  if (changed.length === 0) return;
  const { data, ...facts } = factsOf(box);
  if (isFull) tx.emit(boxQueueFull, { ...facts, data: { ...data, queueLength } });
  else tx.emit(boxQueueCleared, { ...facts, data });
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
