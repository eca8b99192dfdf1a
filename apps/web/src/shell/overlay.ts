import { createStore, useStore } from '@boyun/kernel/web';
import type { GuideType } from './guide-step.ts';

/** The overlay of the shell: the command palette, the search for a car, the help sheet, a guide, or none. */
export type Overlay = 'palette' | 'car' | 'help' | GuideType | null;

const overlay = createStore<Overlay>(null);

/** Returns the current overlay. */
export function useOverlay(): Overlay {
  return useStore(overlay);
}

/** Opens an overlay; null closes it. */
export function showOverlay(next: Overlay): void {
  overlay.set(next);
}
