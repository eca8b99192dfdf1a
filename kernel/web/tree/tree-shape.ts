/** The part of a node that the tree needs: its id and its parent. */
export interface TreeNode {
  readonly id: string;
  /** Null, or the id of a node not in the list, for a root node. */
  readonly parentId: string | null;
}

/** A list of nodes as a tree; siblings keep the order of the list. */
export interface TreeShape<T extends TreeNode> {
  readonly byId: ReadonlyMap<string, T>;
  parentOf(id: string): string | null;
  childrenOf(id: string | null): readonly T[];
}

/** One visible line of a tree. */
export interface TreeLine<T extends TreeNode> {
  readonly node: T;
  /** 1 for a root node. */
  readonly level: number;
  /** Position among its siblings, from 1, and their number. */
  readonly place: number;
  readonly size: number;
  readonly isFolder: boolean;
  readonly isOpen: boolean;
}

/** Target of a move: below a parent (null: the root), before one of its children or at their end. */
export interface TreeMove {
  readonly parentId: string | null;
  readonly beforeId: string | null;
}

/** Builds the tree of a list. */
export function shapeOf<T extends TreeNode>(nodes: readonly T[]): TreeShape<T> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string | null, T[]>();
  const parentOf = (id: string) => {
    const parentId = byId.get(id)?.parentId ?? null;
    return parentId !== null && byId.has(parentId) ? parentId : null;
  };
  for (const node of nodes) {
    const parentId = parentOf(node.id);
    const known = children.get(parentId);
    if (known) known.push(node);
    else children.set(parentId, [node]);
  }
  return { byId, parentOf, childrenOf: (id) => children.get(id) ?? [] };
}

/**
 * Returns the visible lines of a tree from the top down. With `matches`, only matching nodes with their ancestors and descendants, all
 * expanded.
 */
export function linesOf<T extends TreeNode>(
  shape: TreeShape<T>,
  isOpen: (id: string) => boolean,
  matches: ((node: T) => boolean) | null = null,
): TreeLine<T>[] {
  const lines: TreeLine<T>[] = [];
  const shown = matches ? wayTo(shape, matches) : null;
  const walk = (id: string | null, level: number) => {
    const siblings = shape.childrenOf(id).filter((node) => !shown || shown.has(node.id));
    for (const [index, node] of siblings.entries()) {
      const isFolder = shape.childrenOf(node.id).some((one) => !shown || shown.has(one.id));
      const isUnfolded = isFolder && (shown !== null || isOpen(node.id));
      lines.push({ node, level, place: index + 1, size: siblings.length, isFolder, isOpen: isUnfolded });
      if (isUnfolded) walk(node.id, level + 1);
    }
  };
  walk(null, 1);
  return lines;
}

/** Returns the matching nodes with all their ancestors and descendants. */
function wayTo<T extends TreeNode>(shape: TreeShape<T>, matches: (node: T) => boolean): Set<string> {
  const found = new Set<string>();
  const addBelow = (id: string) => {
    found.add(id);
    for (const one of shape.childrenOf(id)) addBelow(one.id);
  };
  for (const node of shape.byId.values()) {
    if (!matches(node)) continue;
    addBelow(node.id);
    for (let id = shape.parentOf(node.id); id !== null; id = shape.parentOf(id)) found.add(id);
  }
  return found;
}

/** Whether a node is another one or one of its descendants. */
export function isWithin<T extends TreeNode>(shape: TreeShape<T>, id: string | null, above: string): boolean {
  for (let at = id; at !== null; at = shape.parentOf(at)) if (at === above) return true;
  return false;
}

/** Whether a move is valid by the tree's own rules: not below itself, and not to its current place. */
export function isMove<T extends TreeNode>(shape: TreeShape<T>, id: string, to: TreeMove): boolean {
  if (isWithin(shape, to.parentId, id) || to.beforeId === id) return false;
  if (shape.parentOf(id) !== to.parentId) return true;
  const siblings = shape.childrenOf(to.parentId);
  const next = siblings[siblings.findIndex((one) => one.id === id) + 1];
  return (next?.id ?? null) !== to.beforeId;
}

/** Returns where an arrow key moves a node: up or down among its siblings, out of its parent, or into the sibling above it. */
export function moveByKey<T extends TreeNode>(shape: TreeShape<T>, id: string, key: string): TreeMove | null {
  const parentId = shape.parentOf(id);
  const siblings = shape.childrenOf(parentId);
  const place = siblings.findIndex((one) => one.id === id);
  const above = siblings[place - 1];
  switch (key) {
    case 'ArrowUp':
      return above ? { parentId, beforeId: above.id } : null;
    case 'ArrowDown':
      return place + 1 < siblings.length ? { parentId, beforeId: siblings[place + 2]?.id ?? null } : null;
    case 'ArrowRight':
      return above ? { parentId: above.id, beforeId: null } : null;
    case 'ArrowLeft': {
      if (parentId === null) return null;
      const outer = shape.parentOf(parentId);
      const uncles = shape.childrenOf(outer);
      return { parentId: outer, beforeId: uncles[uncles.findIndex((one) => one.id === parentId) + 1]?.id ?? null };
    }
    default:
      return null;
  }
}

/** Returns the leaves below a node; the node itself when it is one. */
export function leavesOf<T extends TreeNode>(shape: TreeShape<T>, id: string): string[] {
  const below = shape.childrenOf(id);
  return below.length === 0 ? [id] : below.flatMap((one) => leavesOf(shape, one.id));
}

/** Whether all, none or some (`mixed`) of the leaves below a node are checked. */
export function checkOf<T extends TreeNode>(
  shape: TreeShape<T>,
  id: string,
  checked: ReadonlySet<string>,
): boolean | 'mixed' {
  const leaves = leavesOf(shape, id);
  const count = leaves.filter((one) => checked.has(one)).length;
  return count === 0 ? false : count === leaves.length ? true : 'mixed';
}
