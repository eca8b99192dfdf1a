import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../state.tsx';
import type { TreeMove, TreeNode } from './tree-shape.ts';

/** What a tree shows and what can be done in it; an act that is not given is not offered. */
export interface TreeProps<T extends TreeNode> {
  /** Name of the tree for screen readers. */
  readonly label: string;
  /** Nodes in the order of siblings; the hierarchy follows from `parentId`. */
  readonly nodes: readonly T[];
  /** A node in plain words: what is drawn unless `face` is given, searched, and found by typing its beginning. */
  readonly textOf: (node: T) => string;
  readonly face?: (node: T) => ReactNode;
  /** Buttons at the end of a line; they come with the pointer or the focus. */
  readonly acts?: (node: T) => ReactNode;
  readonly selectedId?: string | null;
  readonly onSelect?: (node: T) => void;
  /** Ids of checked leaves; parents follow from them. */
  readonly checked?: ReadonlySet<string>;
  readonly onCheck?: (checked: ReadonlySet<string>) => void;
  /** Why a leaf cannot be checked or unchecked: it is drawn faint with this as its title; null where it can. */
  readonly whyFixed?: (node: T) => string | null;
  /** Moves a node by dragging it or with Alt and the arrow keys. */
  readonly onMove?: (node: T, to: TreeMove) => unknown;
  /** Whether a node may go there, beside the tree's own rules. */
  readonly canMove?: (node: T, to: TreeMove) => boolean;
  /** Shows only what contains this text, and the way to it. */
  readonly search?: string;
  /** Down to this level everything is unfolded at first; all unless given. */
  readonly openLevels?: number;
}

const TreeView = lazy(() => import('./tree-view.tsx'));

/**
 * A tree for the keyboard and the pointer: arrows walk and fold, Enter selects, Space checks, Alt with arrows moves, letters
 * find. Its code comes with the first page that shows one.
 */
export function Tree<T extends TreeNode>(props: TreeProps<T>) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <TreeView {...(props as unknown as TreeProps<TreeNode>)} />
    </Suspense>
  );
}
