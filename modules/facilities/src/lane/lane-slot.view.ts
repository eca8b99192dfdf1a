import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';
import type { LaneMode } from './lane.contract.ts';

/** A lane with its lot. */
interface LaneOfSlot {
  readonly id: string;
  readonly name: string;
  readonly lotId: string;
  readonly lotName?: string | null;
  readonly mode: keyof typeof LaneMode;
}

/** Slot for buttons in a lane's row. */
export const laneActs = slot<ComponentType<{ lane: LaneOfSlot }>>('lane.acts');
