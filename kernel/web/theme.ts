import { readCookie, writeCookie } from './language.ts';
import { createStore, useStore } from './store.ts';

/** How the product looks: light or dark. */
export type Theme = 'light' | 'dark';

const theme = createStore<Theme>(readCookie('theme') === 'dark' ? 'dark' : 'light');

/** Switches the look and keeps the choice in a cookie. */
export function setTheme(next: Theme): void {
  writeCookie('theme', next);
  document.documentElement.dataset.theme = next;
  theme.set(next);
}

/** The look in force. */
export function useTheme(): Theme {
  return useStore(theme);
}
