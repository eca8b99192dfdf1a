import { createStore, useStore } from '@boyun/kernel/web';
import type { GuideType } from './guide-step.ts';

/** What lies over the shell: the command palette, the help sheet, a guide, or nothing. */
export type Overlay = 'palette' | 'help' | GuideType | null;

const overlay = createStore<Overlay>(null);

/** What lies over the shell now. */
export function useOverlay(): Overlay {
  return useStore(overlay);
}

/** Puts something over the shell; null takes it away. */
export function showOverlay(next: Overlay): void {
  overlay.set(next);
}
