import { createStore, forgetUnsaved, may, readSession, useStore, writeSession } from '@boyun/kernel/web';
import type { Location } from 'react-router';
import { pageAt, type ShownPage } from '../page-registry.tsx';
import { type Closing, moved, pinned, staying, successor, type Tag } from './tag-order.ts';
import { readViews, viewsText } from './visited-view.ts';

/** A visited page with its own place: what its tab shows, whether it is on screen or kept; one tab for each page's path. */
export interface Tab extends Tag {
  readonly page: ShownPage;
  readonly location: Location;
  /** Grows with every visit; the least recently used are let go first. */
  readonly visit: number;
  /** Grows with every refresh: the page is drawn anew. */
  readonly drawing: number;
}

const tabs = createStore<readonly Tab[]>([]);
let visits = 0;

/** The visited pages in the order of their tags. */
export function useTabs(): readonly Tab[] {
  return useStore(tabs);
}

/** The visited pages, for whoever acts upon them. */
export function tabsNow(): readonly Tab[] {
  return tabs.get();
}

/** Notes that a page is shown at a location: opens its tab or brings it up to date. */
export function visit(page: ShownPage, location: Location): void {
  const before = tabs.get();
  const known = before.find((tab) => tab.path === page.path);
  if (known && known.location === location) return;
  visits += 1;
  if (known) keep(before.map((one) => (one === known ? { ...known, page, location, visit: visits } : one)));
  else keep([...before, { path: page.path, page, location, visit: visits, drawing: 0, isPinned: false }]);
}

/** Whether any page was shown since the shell was loaded. */
export function hasShownPages(): boolean {
  return visits > 0;
}

/** Where a tab stands. */
export function addressOf(tab: Tab): string {
  return tab.location.pathname + tab.location.search;
}

/** Closes tags as seen from the one of `path`; answers where to go when the shown one went, null when it stayed. */
export function closeTabs(path: string, which: Closing, shownPath: string, homePath: string): string | null {
  const before = tabs.get();
  const left = staying(before, path, which);
  keep(left);
  for (const { path: gone } of before) if (!left.some((tab) => tab.path === gone)) forgetUnsaved(gone);
  if (which === 'all') return homePath;
  if (left.some((tab) => tab.path === shownPath) || !before.some((tab) => tab.path === shownPath)) return null;
  const next = left.find((tab) => tab.path === path) ?? successor(before, path);
  return next ? addressOf(next) : homePath;
}

/** Pins a tag in front of the others, or lets it go. */
export function turnPin(path: string): void {
  keep(pinned(tabs.get(), path));
}

/** Puts a tag where another one stands. */
export function moveTab(path: string, toPath: string): void {
  keep(moved(tabs.get(), path, toPath));
}

/** Draws a page anew, as when it is opened for the first time; its address and with it its filters stay. */
export function refreshTab(path: string): void {
  forgetUnsaved(path);
  keep(tabs.get().map((tab) => (tab.path === path ? { ...tab, drawing: tab.drawing + 1 } : tab)));
}

/** Tags of a session before a reload come back; their pages load when they are shown. */
export function restoreTabs(dashboardPath: string): void {
  const restored = readViews(readSession('visitedViews')).flatMap(({ path, search, isPinned }) => {
    const page = pageAt(path, dashboardPath);
    if (!page || !may(page.access)) return [];
    const location: Location = { pathname: path, search, hash: '', state: null, key: path, mask: undefined };
    return [{ path: page.path, page, location, visit: 0, drawing: 0, isPinned }];
  });
  tabs.set(restored);
}

function keep(next: readonly Tab[]): void {
  tabs.set(next);
  writeSession(
    'visitedViews',
    viewsText(
      next.map(({ page, location, isPinned }) => ({
        name: page.key,
        path: location.pathname,
        title: page.title.zh,
        search: location.search,
        isPinned,
      })),
    ),
  );
}
