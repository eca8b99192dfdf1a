import { lazy, Suspense } from 'react';
import { Skeleton } from '../state.tsx';
import type { TreeProps } from './tree-props.ts';
import type { TreeNode } from './tree-shape.ts';

const TreeView = lazy(() => import('./tree-view.tsx'));

/**
 * A tree for keyboard and pointer: arrow keys navigate and fold, Enter selects, Space checks, Alt with arrow keys moves, letters search.
 * Its code is loaded with the first page that shows one.
 */
export function Tree<T extends TreeNode>(props: TreeProps<T>) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <TreeView {...(props as unknown as TreeProps<TreeNode>)} />
    </Suspense>
  );
}
