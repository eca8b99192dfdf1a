import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { findHeldLanes, findLanesToHold, type LaneHolder, replaceHeldLanes } from './held-lane.queries.ts';
import { lane } from './lane.contract.ts';

interface Holding {
  readonly id: string;
  readonly lotId: string;
  laneIds?: readonly string[];
  laneNames?: string;
}

/**
 * Assigns lanes to a box or a booth after its row was written. The lanes must be in its lot and belong to no other
 * holder; a holder that moved to another lot loses its old lanes. Throws the refusals made by `elsewhere` and `taken`.
 */
export async function holdLanes(
  tx: TenantTx,
  holder: LaneHolder,
  row: Holding,
  before: Pick<Holding, 'lotId'> | null,
  refuse: { elsewhere: (lane: string) => Refusal; taken: (lane: string, other: string) => Refusal },
): Promise<void> {
  const hasMoved = before !== null && before.lotId !== row.lotId;
  if (row.laneIds === undefined && !hasMoved) return;
  const laneIds = [...new Set(row.laneIds ?? (await findHeldLanes(tx, holder, [row.id])).map((one) => one.laneId))];
  const lanes = await findLanesToHold(tx, holder, laneIds, row.id);
  if (lanes.length < laneIds.length)
    throw new Refusal(kernelRefusal['not-found'], { what: lane.title[tx.who.language] });
  for (const { name, lotId, other } of lanes) {
    if (lotId !== row.lotId) throw refuse.elsewhere(name);
    if (other) throw refuse.taken(name, other);
  }
  await replaceHeldLanes(tx, holder, row.id, laneIds);
}

/** Adds to each row of a box or a booth the lanes it holds. */
export async function showHeldLanes(tx: TenantTx, holder: LaneHolder, rows: readonly Holding[]): Promise<void> {
  const lanes = await findHeldLanes(
    tx,
    holder,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    const own = lanes.filter((one) => one.holderId === row.id);
    row.laneIds = own.map((one) => one.laneId);
    row.laneNames = own.map((one) => one.name).join(tx.who.language === 'zh' ? '、' : ', ');
  }
}
