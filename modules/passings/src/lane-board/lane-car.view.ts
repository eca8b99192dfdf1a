import type { LaneCar } from '@boyun/devices/web';
import { call } from '@boyun/kernel/web';
import { getLaneBoard } from './lane-board.contract.ts';
import type { Lane } from './lane-fact.view.tsx';

/** Fetches the last car at a lane from the board. */
export async function carAt({ id, lotId }: { id: string; lotId: string }): Promise<LaneCar | null> {
  const { lanes } = await call(getLaneBoard, { lotId }, { isQuiet: true });
  const lane: Lane | undefined = lanes.find((one) => one.laneId === id);
  if (!lane?.passingId) return null;
  const { plate, plateColor, picture, happenedAt, isWaiting } = lane;
  return { plate, plateColor, picture, at: happenedAt, isWaiting };
}
