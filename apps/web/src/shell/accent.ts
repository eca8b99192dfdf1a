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

let libraryShades: typeof import('./library-shade.ts') | undefined;
/** What was asked for last: code that came late paints nothing that holds no more. */
let painted = '';

/** Fetches what another colour than the default needs, so that nothing is seen in the default first. */
export async function loadAccent(): Promise<void> {
  if (accent.get() !== DEFAULT_ACCENT) libraryShades ??= await import('./library-shade.ts');
}

/** Colours everything that is drawn by style sheets, our own and the component library's. */
export function paintAccent(color: string, look: Theme): void {
  painted = `${color} ${look}`;
  // The default stands in the style sheets.
  const isOwn = color !== DEFAULT_ACCENT;
  paint(shadesOf(color, look), isOwn);
  if (libraryShades) paint(libraryShades.libraryShadesOf(color, look), isOwn);
  else if (isOwn) void loadAccent().then(() => painted === `${color} ${look}` && paintAccent(color, look));
}

function paint(shades: object, isOwn: boolean): void {
  const { style } = document.documentElement;
  for (const [name, shade] of Object.entries(shades))
    if (isOwn) style.setProperty(`--by-${name}`, shade);
    else style.removeProperty(`--by-${name}`);
}
