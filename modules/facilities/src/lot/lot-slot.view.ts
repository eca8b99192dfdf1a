import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** Buttons above the list of lots. */
export const lotTools = slot<ComponentType<object>>('lot.tools');
