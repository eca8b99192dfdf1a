import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** Slot for buttons in a spot's row. */
export const spotActs =
  slot<ComponentType<{ spot: { readonly id: string; readonly number: string; readonly lotId: string } }>>('spot.acts');
