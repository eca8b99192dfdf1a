import { useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the page is shown on a phone's width (up to 640 px): lists become cards, the menu a drawer. */
export function usePhone(): boolean {
  return useMedia('(max-width: 640px)');
}
