import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** Slot for buttons in a lane's row. */
export const laneActs = slot<ComponentType<{ lane: { readonly id: string; readonly name: string } }>>('lane.acts');
