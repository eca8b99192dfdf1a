import { singleSlot } from '@boyun/kernel/contract';

/** The last car at a lane, and its picture. */
export interface LaneCar {
  readonly plate: string | null;
  readonly plateColor?: number | string | null;
  readonly picture: string | null;
  readonly at: Date | null;
  /** Whether it stands at the barrier. */
  readonly isWaiting: boolean;
}

/** Fetches the last car at a lane; null if none has passed. Rejects where the account may not see it. */
export const laneCar =
  singleSlot<(lane: { readonly id: string; readonly lotId: string }) => Promise<LaneCar | null>>('lane.car');
