import type { Output } from '@boyun/kernel/contract';
import type { TreeMove, TreeNode } from '@boyun/kernel/web';
import type { getMenu } from './menu.contract.ts';

/** A menu entry in the form the tree component expects. */
export type Entry = Output<typeof getMenu>['entries'][number] & TreeNode;

const MAX_LEVEL = 3;

const isLeaf = (one: Entry) => one.key.startsWith('page:') || one.isLink;

/** Number of levels an entry spans, including itself. */
function heightOf(entries: readonly Entry[], key: string): number {
  return 1 + Math.max(0, ...entries.filter((one) => one.parentId === key).map((one) => heightOf(entries, one.key)));
}

/** Returns whether an entry may be placed below another: folders hold entries, pages do not, and there are at most three levels. */
export function canStand(entries: readonly Entry[], entry: Entry, parentId: string | null): boolean {
  if (parentId !== null && entries.some((one) => one.id === parentId && isLeaf(one))) return false;
  const isContainer = !isLeaf(entry);
  // A folder on the lowest level could hold nothing.
  const height = Math.max(heightOf(entries, entry.key), isContainer ? 2 : 1);
  return levelOf(entries, parentId) + height <= MAX_LEVEL;
}

function levelOf(entries: readonly Entry[], key: string | null): number {
  if (key === null) return 0;
  return 1 + levelOf(entries, entries.find((one) => one.key === key)?.parentId ?? null);
}

/** Orders parents before their children, as the server expects. */
function inOrder(entries: readonly Entry[]): Entry[] {
  const below = (parent: string | null): Entry[] =>
    entries.filter((one) => one.parentId === parent).flatMap((one) => [one, ...below(one.key)]);
  return below(null);
}

/** Returns the menu with an entry moved. */
export function arrange(entries: readonly Entry[], key: string, { parentId, beforeId }: TreeMove): Entry[] {
  const moved = { ...entries.find((one) => one.key === key)!, parentId };
  const rest = entries.filter((one) => one.key !== key);
  const place = rest.findIndex((one) => one.key === beforeId);
  rest.splice(place < 0 ? rest.length : place, 0, moved);
  return inOrder(rest);
}

/** Returns the menu without a folder; its entries take its position. */
export function withoutFolder(entries: readonly Entry[], folder: Entry): Entry[] {
  const rest = entries
    .filter((one) => one.key !== folder.key)
    .map((one) => (one.parentId === folder.key ? { ...one, parentId: folder.parentId } : one));
  return inOrder(rest);
}
