/** The part of a tab that decides whether its page is kept and has a tag. */
interface KeptTab {
  readonly path: string;
  readonly page: { readonly key: string; readonly noCache?: boolean };
  /** Increases with every visit; zero for a restored tab that was not shown yet. */
  readonly visit: number;
}

/** Maximum number of kept pages. */
export const KEPT_PAGES = 12;
/** Component keys of pages that never get a tag (spec §2). */
const UNTAGGED = new Set(['parkEdit']);

/** Whether a page's tag is shown. */
export function isTagged(tab: KeptTab): boolean {
  return !UNTAGGED.has(tab.page.key);
}

/**
 * Returns the pages to keep: the shown one, the most recently used, and those with unsaved input; pages marked noCache only while shown.
 */
export function keptTabs<T extends KeptTab>(
  all: readonly T[],
  shownPath: string,
  unsaved: ReadonlySet<string>,
): readonly T[] {
  const alive = [...all]
    .filter((tab) => tab.visit > 0 && (tab.path === shownPath || !tab.page.noCache))
    .sort((a, b) => b.visit - a.visit)
    .filter((tab, index) => index < KEPT_PAGES || unsaved.has(tab.path));
  return all.filter((tab) => alive.includes(tab));
}
