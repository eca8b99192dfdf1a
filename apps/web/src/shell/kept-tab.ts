/** What of a tab says whether its page is kept alive and tagged. */
interface KeptTab {
  readonly path: string;
  readonly page: { readonly key: string; readonly noCache?: boolean };
  /** Grows with every visit; zero for a tab that came back and was not shown yet. */
  readonly visit: number;
}

/** Most pages kept alive at once. */
export const KEPT_PAGES = 12;
/** Component keys of pages that never get a tag (spec §2). */
const UNTAGGED = new Set(['parkEdit']);

/** Whether a page's tag is shown. */
export function isTagged(tab: KeptTab): boolean {
  return !UNTAGGED.has(tab.page.key);
}

/**
 * The pages to keep alive: the shown one, those used most recently, and those that hold something unsaved; those marked
 * noCache only while shown.
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
