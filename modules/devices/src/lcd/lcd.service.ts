import { type Kernel, sweepTenants } from '@boyun/kernel/server';
import { lcdOffline } from './lcd-event.contract.ts';

/** How long a display may be silent; it reports itself every twenty seconds. */
const SILENT_SECONDS = 90;

/** Marks the displays offline that were silent and files `lcd.offline` for each. */
export async function markSilentLcds(kernel: Kernel): Promise<void> {
  const now = kernel.clock.now();
  const isSilent = (place: number) =>
    `state = 'online' and last_seen_at < $${place}::timestamptz - make_interval(secs => ${SILENT_SECONDS})`;
  await sweepTenants(
    kernel,
    { sql: `select distinct tenant_id from lcd where ${isSilent(1)}`, values: [now] },
    async (tx) => {
      const silent = await tx.query<{ id: string; name: string; lotId: string; laneId: string | null }>(
        `update lcd set state = 'offline' where tenant_id = $1 and ${isSilent(2)} returning id, name, lot_id, lane_id`,
        [tx.tenantId, now],
      );
      for (const { id, name, lotId, laneId } of silent)
        tx.emit(lcdOffline, { lotId, subjectId: id, data: { lcdId: id, laneId, name } });
    },
  );
}
