import { can, clearUnsaved, createStore, readSession, useStore, writeSession } from '@boyun/kernel/web';
import type { Location } from 'react-router';
import { pageAt, type ShownPage } from '../page-registry.tsx';
import { type Closing, moved, pinned, staying, successor, type Tag } from './tag-order.ts';
import { readViews, viewsText } from './visited-view.ts';

/** A visited page: its location and whether it is shown or kept; one tab per page path. */
export interface Tab extends Tag {
  readonly page: ShownPage;
  readonly location: Location;
  /** Increases with every visit; the least recently used pages are dropped first. */
  readonly visit: number;
  /** Increases with every refresh, which re-creates the page. */
  readonly drawing: number;
}

const tabs = createStore<readonly Tab[]>([]);
let visits = 0;

/** Returns the visited pages in the order of their tags, and re-renders on a change. */
export function useTabs(): readonly Tab[] {
  return useStore(tabs);
}

/** Returns the visited pages, for event handlers. */
export function tabsNow(): readonly Tab[] {
  return tabs.get();
}

/** Records that a page is shown at a location: opens or updates its tab. */
export function visit(page: ShownPage, location: Location): void {
  const before = tabs.get();
  const known = before.find((tab) => tab.path === page.path);
  if (known && known.location === location) return;
  visits += 1;
  if (known) storeTabs(before.map((one) => (one === known ? { ...known, page, location, visit: visits } : one)));
  else storeTabs([...before, { path: page.path, page, location, visit: visits, drawing: 0, isPinned: false }]);
}

/** Whether any page was shown since the shell was loaded. */
export function hasShownPages(): boolean {
  return visits > 0;
}

/** Returns the address of a tab. */
export function addressOf(tab: Tab): string {
  return tab.location.pathname + tab.location.search;
}

/** Closes tags relative to the one of `path`; returns the address to navigate to when the shown one was closed, else null. */
export function closeTabs(path: string, which: Closing, shownPath: string, homePath: string): string | null {
  const before = tabs.get();
  const left = staying(before, path, which);
  storeTabs(left);
  for (const { path: gone } of before) if (!left.some((tab) => tab.path === gone)) clearUnsaved(gone);
  if (which === 'all') return homePath;
  if (left.some((tab) => tab.path === shownPath) || !before.some((tab) => tab.path === shownPath)) return null;
  const next = left.find((tab) => tab.path === path) ?? successor(before, path);
  return next ? addressOf(next) : homePath;
}

/** Pins or unpins a tag. */
export function togglePin(path: string): void {
  storeTabs(pinned(tabs.get(), path));
}

/** Moves a tag to the place of another one. */
export function moveTab(path: string, toPath: string): void {
  storeTabs(moved(tabs.get(), path, toPath));
}

/** Re-creates a page as if it were opened for the first time; its address and with it its filters stay. */
export function refreshTab(path: string): void {
  clearUnsaved(path);
  storeTabs(tabs.get().map((tab) => (tab.path === path ? { ...tab, drawing: tab.drawing + 1 } : tab)));
}

/** Restores the tags of a session after a reload; their pages load when they are shown. */
export function restoreTabs(dashboardPath: string): void {
  const restored = readViews(readSession('visitedViews')).flatMap(({ path, search, isPinned }) => {
    const page = pageAt(path, dashboardPath);
    if (!page || !can(page.access)) return [];
    const location: Location = { pathname: path, search, hash: '', state: null, key: path, mask: undefined };
    return [{ path: page.path, page, location, visit: 0, drawing: 0, isPinned }];
  });
  tabs.set(restored);
}

function storeTabs(next: readonly Tab[]): void {
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
