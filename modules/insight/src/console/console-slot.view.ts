import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** Cards above the figures of the console. */
export const consoleHead = slot<ComponentType<object>>('console.head');
