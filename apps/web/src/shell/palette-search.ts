import type { Label } from '@boyun/kernel/contract';

/** Something the palette finds by its name: a page, an act. */
export interface Findable {
  readonly title: Label;
  /** Its context: the menu area of a page. */
  readonly hint: Label;
  readonly path: string;
}

/** Whether a query is the pinyin of a Chinese text, in full or by initials. */
export type Spells = (text: string, query: string) => boolean;

/** Returns how well an item matches the query: smaller is better, null is no match. */
function fit({ title, path }: Findable, query: string, spells: Spells): number | null {
  const [zh, en] = [title.zh.toLowerCase(), title.en.toLowerCase()];
  if (zh === query || en === query) return 0;
  if (zh.startsWith(query) || en.startsWith(query)) return 1;
  if (en.split(/[^a-z0-9]+/).some((word) => word.startsWith(query))) return 2;
  if (zh.includes(query)) return 3;
  if (spells(zh, query)) return 4;
  return en.includes(query) || path.toLowerCase().includes(query) ? 5 : null;
}

/** Returns the matching items, best first, equal matches in their original order; all items for an empty query. */
export function findByName<T extends Findable>(all: readonly T[], typed: string, spells: Spells): readonly T[] {
  const query = typed.trim().toLowerCase();
  if (!query) return all;
  return all
    .map((one) => ({ one, rank: fit(one, query, spells) }))
    .filter((found) => found.rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .map(({ one }) => one);
}
