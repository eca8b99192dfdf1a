import type { Output } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { readLaneBoard } from '@boyun/passings/server';
import type { getWallScreen } from './screen-data.contract.ts';
import { namesOfLanes } from './screen-lot.queries.ts';

type Lanes = Output<typeof getWallScreen>['lanes'];

/** Returns the lanes of a lot, at most some: those with a waiting car, then the busiest lately; in the order of the lane board. */
export async function readLanes(tx: TenantTx, lotId: string, most: number): Promise<Lanes> {
  const { lanes } = await readLaneBoard(tx, lotId);
  const names = await namesOfLanes(tx, lotId);
  const lastMs = (lane: (typeof lanes)[number]) => lane.happenedAt?.getTime() ?? 0;
  return lanes
    .toSorted((a, b) => Number(b.isWaiting) - Number(a.isWaiting) || lastMs(b) - lastMs(a))
    .slice(0, most)
    .sort((a, b) => lanes.indexOf(a) - lanes.indexOf(b))
    .map((lane) => ({ ...lane, id: lane.laneId, name: names.get(lane.laneId) ?? '' }));
}
