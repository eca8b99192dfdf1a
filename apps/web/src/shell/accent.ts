import { createStore, readCookie, type Theme, useStore, writeCookie } from '@boyun/kernel/web';
import { DEFAULT_ACCENT, isColor, shadesOf } from './accent-shade.ts';

const COOKIE = 'themeColor';

function storedAccent(): string {
  const color = readCookie(COOKIE) ?? '';
  return isColor(color) ? color.toLowerCase() : DEFAULT_ACCENT;
}

const accent = createStore(storedAccent());

/** Sets the tenant's colour, which applies to users who have not chosen one. */
export function setTenantAccent(color: string | null): void {
  if (!isColor(readCookie(COOKIE) ?? '')) accent.set(color && isColor(color) ? color.toLowerCase() : DEFAULT_ACCENT);
}

/** Returns the current theme colour. */
export function useAccent(): string {
  return useStore(accent);
}

/** Sets the theme colour and stores it in a cookie. */
export function setAccent(color: string): void {
  writeCookie(COOKIE, color.toLowerCase());
  accent.set(color.toLowerCase());
}

let libraryShades: typeof import('./library-shade.ts') | undefined;
/** The latest request: code that loads late must not paint an outdated colour. */
let painted = '';

/** Loads what a colour other than the default needs, so that the default does not flash first. */
export async function loadAccent(): Promise<void> {
  if (accent.get() !== DEFAULT_ACCENT) libraryShades ??= await import('./library-shade.ts');
}

/** Applies the colour to everything styled by style sheets, our own and the component library's. */
export function paintAccent(color: string, look: Theme): void {
  painted = `${color} ${look}`;
  // The default is part of the style sheets.
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
