import type { Page } from '@boyun/kernel/contract';
import { createStore, readSession, useStore, writeSession } from '@boyun/kernel/web';
import type { Location } from 'react-router';
import { pageAt } from '../page-registry.tsx';

/** A visited page with its own place: what its tab shows, whether it is on screen or kept. */
export interface Tab {
  /** The page's own address: one tab per page, whichever of its addresses it is shown at. */
  readonly path: string;
  readonly page: Page;
  readonly location: Location;
  /** Grows with every visit; the least recently used are let go first. */
  readonly visit: number;
}

/** Most pages kept alive at once. */
export const KEPT_PAGES = 12;
/** Component keys of pages that never get a tag (spec §2). */
const UNTAGGED = new Set(['parkEdit']);

const tabs = createStore<readonly Tab[]>([]);
let visits = 0;

/** The visited pages in the order of their tags. */
export function useTabs(): readonly Tab[] {
  return useStore(tabs);
}

/** Notes that a page is shown at a location: opens its tab or brings it up to date. */
export function visit(page: Page, location: Location): void {
  const before = tabs.get();
  const known = before.find((tab) => tab.path === page.path);
  if (known && known.location === location) return;
  visits += 1;
  const tab: Tab = { path: page.path, page, location, visit: visits };
  keep(known ? before.map((one) => (one === known ? tab : one)) : [...before, tab]);
}

/** Takes a tag away; answers the address to go to when it was the one shown. */
export function closeTab(path: string): string | null {
  const before = tabs.get();
  const index = before.findIndex((tab) => tab.path === path);
  const next = before[index + 1] ?? before[index - 1] ?? null;
  keep(before.filter((tab) => tab.path !== path));
  return next ? next.location.pathname + next.location.search : null;
}

/** Takes all tags away. */
export function closeAllTabs(): void {
  keep([]);
}

/** Tags of a session before a reload come back; their pages load when they are shown. */
export function restoreTabs(dashboardPath: string): void {
  try {
    const kept = JSON.parse(readSession('visitedViews') ?? '[]') as { path: string; query: string }[];
    const restored = kept.flatMap(({ path, query }) => {
      const page = pageAt(path, dashboardPath);
      const location: Location = {
        pathname: path,
        search: query,
        hash: '',
        state: null,
        key: path,
        mask: undefined,
      } as Location;
      return page ? [{ path: page.path, page, location, visit: 0 }] : [];
    });
    tabs.set(restored);
  } catch {
    tabs.set([]);
  }
}

/** Whether a page's tag is shown. */
export function isTagged(tab: Tab): boolean {
  return !UNTAGGED.has(tab.page.key);
}

/** The pages to keep alive: the shown one and those used most recently; those marked noCache only while shown. */
export function keptTabs(all: readonly Tab[], shownPath: string): readonly Tab[] {
  const alive = [...all]
    .filter((tab) => tab.visit > 0 && (tab.path === shownPath || !tab.page.noCache))
    .sort((a, b) => b.visit - a.visit)
    .slice(0, KEPT_PAGES);
  return all.filter((tab) => alive.includes(tab));
}

function keep(next: readonly Tab[]): void {
  tabs.set(next);
  const views = next.map((tab) => ({
    name: tab.page.key,
    path: tab.location.pathname,
    title: tab.page.title.zh,
    query: tab.location.search,
  }));
  writeSession('visitedViews', JSON.stringify(views));
}
