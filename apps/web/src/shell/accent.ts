import { createStore, readCookie, type Theme, useStore, writeCookie } from '@boyun/kernel/web';
import { DEFAULT_ACCENT, isColor, shadesOf } from './accent-shade.ts';

const COOKIE = 'themeColor';

function kept(): string {
  const color = readCookie(COOKIE) ?? '';
  return isColor(color) ? color.toLowerCase() : DEFAULT_ACCENT;
}

const accent = createStore(kept());

/** The colour the tenant has set holds for whoever has not chosen one. */
export function setTenantAccent(color: string | null): void {
  if (!isColor(readCookie(COOKIE) ?? '')) accent.set(color && isColor(color) ? color.toLowerCase() : DEFAULT_ACCENT);
}

/** The theme colour in force. */
export function useAccent(): string {
  return useStore(accent);
}

/** Chooses another theme colour and keeps it in a cookie. */
export function setAccent(color: string): void {
  writeCookie(COOKIE, color.toLowerCase());
  accent.set(color.toLowerCase());
}

/** Colours everything that is drawn by our own style sheets. */
export function paintAccent(color: string, look: Theme): void {
  const { style } = document.documentElement;
  // The default stands in the style sheet.
  for (const [name, shade] of Object.entries(shadesOf(color, look)))
    if (color === DEFAULT_ACCENT) style.removeProperty(`--by-${name}`);
    else style.setProperty(`--by-${name}`, shade);
}
