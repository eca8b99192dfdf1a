import { readCookie, writeCookie } from './language.ts';
import { createStore, useStore } from './store.ts';

/** Colour theme: light or dark. */
export type Theme = 'light' | 'dark';

const theme = createStore<Theme>(readCookie('theme') === 'dark' ? 'dark' : 'light');

/** Switches the theme and stores the choice in a cookie. */
export function setTheme(next: Theme): void {
  writeCookie('theme', next);
  document.documentElement.dataset.theme = next;
  theme.set(next);
}

/** Returns the current theme. */
export function useTheme(): Theme {
  return useStore(theme);
}
