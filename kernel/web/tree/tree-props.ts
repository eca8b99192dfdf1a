import type { ReactNode } from 'react';
import type { TreeMove, TreeNode } from './tree-shape.ts';

/** Props of a tree; an act without a handler is not offered. */
export interface TreeProps<T extends TreeNode> {
  /** Accessible name of the tree. */
  readonly label: string;
  /** Nodes in the order of siblings; the hierarchy follows from `parentId`. */
  readonly nodes: readonly T[];
  /** A node's text: shown unless `face` is given, searched, and used for type-ahead. */
  readonly textOf: (node: T) => string;
  readonly face?: (node: T) => ReactNode;
  /** Buttons at the end of a line, shown on hover or focus. */
  readonly acts?: (node: T) => ReactNode;
  readonly selectedId?: string | null;
  readonly onSelect?: (node: T) => void;
  /** Ids of checked leaves; the state of parents follows from them. */
  readonly checked?: ReadonlySet<string>;
  readonly onCheck?: (checked: ReadonlySet<string>) => void;
  /** Why a leaf cannot be checked or unchecked, shown as its title; null where it can. */
  readonly fixedReason?: (node: T) => string | null;
  /** Moves a node, by dragging it or with Alt and the arrow keys. */
  readonly onMove?: (node: T, to: TreeMove) => unknown;
  /** Whether a node may be moved there, in addition to the tree's own rules. */
  readonly canMove?: (node: T, to: TreeMove) => boolean;
  /** Shows only nodes that contain this text, with their ancestors. */
  readonly search?: string;
  /** Levels expanded at first; all by default. */
  readonly openLevels?: number;
}
