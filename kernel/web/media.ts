import { useSyncExternalStore } from 'react';

const stores = new Map<string, { subscribe: (changed: () => void) => () => void; matches: () => boolean }>();

// One store per query: creating one is not cheap, and a page needs it on every render.
function storeOf(query: string) {
  let store = stores.get(query);
  if (!store) {
    const media = matchMedia(query);
    store = {
      subscribe(changed) {
        media.addEventListener('change', changed);
        return () => media.removeEventListener('change', changed);
      },
      matches: () => media.matches,
    };
    stores.set(query, store);
  }
  return store;
}

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = storeOf(query);
  return useSyncExternalStore(subscribe, matches);
}

/** Whether the page is shown on a phone's width (up to 640 px): lists become cards, the menu a drawer. */
export function usePhone(): boolean {
  return useMedia('(max-width: 640px)');
}

/** Whether the main way to point is a finger: inputs of plates bring their own keyboard, pictures come from the camera. */
export function useTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}
