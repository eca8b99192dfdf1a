import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { coversLot, type Kernel, type Sweep, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { type LaneMode, lane } from './lane.contract.ts';
import { laneModeChanged } from './lane-event.contract.ts';

/** A mode for a lane: `until` is null where it lasts until somebody changes it. The normal mode has no end. */
export interface NewLaneMode {
  readonly mode: keyof typeof LaneMode;
  readonly until: Date | null;
  readonly reason: string;
}

/** The lane whose mode was set, and the mode it had before. */
export interface LaneOfMode {
  readonly name: string;
  readonly lotId: string;
  readonly direction: string;
  readonly before: { readonly mode: keyof typeof LaneMode; readonly until: Date | null };
}

/** Sets the mode of a lane and emits its event. Throws `not-found` where the account may not see the lane. */
export async function setLaneMode(tx: TenantTx, laneId: string, to: NewLaneMode): Promise<LaneOfMode> {
  const [row] = await tx.query<{
    name: string;
    lotId: string;
    direction: string;
    mode: keyof typeof LaneMode;
    modeUntil: Date | null;
  }>('select name, lot_id, direction, mode, mode_until from lane where tenant_id = $1 and id = $2 for update', [
    tx.tenantId,
    laneId,
  ]);
  if (!row || !coversLot(tx.who, row.lotId))
    throw new Refusal(kernelRefusal['not-found'], { what: lane.title[tx.who.language] });
  const { mode, reason } = to;
  const until = mode === 'normal' ? null : to.until;
  await tx.query(
    `update lane set mode = $3, mode_until = $4, mode_reason = $5, updated_at = $6, version = version + 1
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, laneId, mode, until, mode === 'normal' ? null : reason, tx.now],
  );
  const { name, lotId, direction } = row;
  const actorName = tx.who.name;
  tx.emit(laneModeChanged, { lotId, subjectId: laneId, data: { laneId, mode, until, reason, actorName } });
  return { name, lotId, direction, before: { mode: row.mode, until: row.modeUntil } };
}

/** Returns lanes to the normal mode once their time is over; the gate compares the time itself. */
export const laneModesEnded: Sweep = {
  name: 'lane-modes-ended',
  everySeconds: 10,
  async run(kernel: Kernel) {
    const sql = 'select tenant_id, id from lane where mode_until <= $1 limit 1000';
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, async (tx, { tenantId, id }) => {
      const [row] = await tx.query<{ lotId: string }>(
        `update lane set mode = 'normal', mode_until = null, mode_reason = null, updated_at = $3, version = version + 1
         where tenant_id = $1 and id = $2 and mode_until <= $3 returning lot_id`,
        [tenantId, id, tx.now],
      );
      if (!row) return;
      const data = { laneId: id, mode: 'normal', until: null, reason: null, actorName: tx.who.name } as const;
      tx.emit(laneModeChanged, { lotId: row.lotId, subjectId: id, data });
    });
  },
};
