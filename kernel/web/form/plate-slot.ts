import type { ComponentType } from 'react';
import { singleSlot } from '../../contract/slot.ts';

/** Component that shows what is known about a car below the input of its plate. */
export const plateStanding = singleSlot<ComponentType<{ plate: string }>>('web.plate-standing');
