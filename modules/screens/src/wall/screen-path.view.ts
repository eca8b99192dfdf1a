import type { ScreenLayout } from '../wall-screen/wall-screen.contract.ts';

/** The address of a screen. */
export function screenPath(layout: ScreenLayout, wallScreenId: string | null, rotates = false): string {
  const query = new URLSearchParams();
  if (wallScreenId) query.set('wallScreenId', wallScreenId);
  if (rotates) query.set('rotate', '1');
  return `/dashboard${layout.toUpperCase()}${query.size > 0 ? `?${query}` : ''}`;
}
