import './tree.css';
import { type Dispatch, type SetStateAction, useId, useMemo, useRef, useState } from 'react';
import { type Translate, useText } from '../language.ts';
import { useTreeDrag } from './tree-drag.ts';
import { useTreeKeys } from './tree-keys.ts';
import { TreeLineView } from './tree-line.tsx';
import type { TreeProps } from './tree-props.ts';
import { isMove, leavesOf, linesOf, shapeOf, type TreeMove, type TreeNode, type TreeShape } from './tree-shape.ts';

type Folds = ReadonlyMap<string, boolean>;

/** The tree itself; pages use `Tree`, which loads it. */
export default function TreeView(props: TreeProps<TreeNode>) {
  const { nodes, textOf, selectedId, onSelect, onMove, checked } = props;
  const t = useText();
  const hintId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [focusId, setFocus] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const shape = useMemo(() => shapeOf(nodes), [nodes]);
  const search = props.search?.trim().toLowerCase() ?? '';
  const { isOpen, fold } = useFolds(shape, props.openLevels);
  const lines = linesOf(shape, isOpen, search ? (node) => textOf(node).toLowerCase().includes(search) : null);
  const current = lines.find((one) => one.node.id === focusId) ?? lines.find((one) => one.node.id === selectedId);
  const tabStop = (current ?? lines[0])?.node.id;
  const focus = (id: string | undefined) => {
    if (!id) return;
    setFocus(id);
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  };
  const moves = treeMoves(props, shape, fold, t, setNews);
  const check = (node: TreeNode) => toggleChecked(props, shape, node);
  const select = (node: TreeNode) => (onSelect ? onSelect(node) : check(node));
  const onKeyDown = useTreeKeys({ props, shape, lines, isSearching: search !== '', focus, fold, check, ...moves });
  const drag = useTreeDrag(shape, moves);
  return (
    <>
      <div
        ref={list}
        className="by-tree"
        role="tree"
        aria-label={props.label}
        aria-multiselectable={checked ? true : undefined}
        aria-describedby={onMove ? hintId : undefined}
      >
        {lines.map((line) => (
          <TreeLineView
            key={line.node.id}
            line={line}
            props={props}
            shape={shape}
            isTabStop={line.node.id === tabStop}
            drag={drag}
            onFocus={setFocus}
            onKeyDown={onKeyDown}
            onSelect={select}
            onCheck={check}
            onFold={search ? null : fold}
          />
        ))}
      </div>
      {search && lines.length === 0 && (
        <p className="by-faint by-tree-none">{t({ zh: '没有匹配项', en: 'Nothing found' })}</p>
      )}
      {onMove && (
        <p id={hintId} className="by-sr">
          {t({ zh: '拖动或按 Alt 加方向键移动', en: 'Drag, or press Alt and an arrow key, to move' })}
        </p>
      )}
      <p className="by-sr" role="status">
        {news}
      </p>
    </>
  );
}

/** Which folders are open: those the user opened, and the first levels until the user closes them. */
function useFolds(shape: TreeShape<TreeNode>, openLevels = Number.POSITIVE_INFINITY) {
  const [folds, setFolds] = useState<Folds>(new Map());
  const levelOf = (id: string): number => {
    const parentId = shape.parentOf(id);
    return parentId === null ? 1 : levelOf(parentId) + 1;
  };
  return {
    isOpen: (id: string) => folds.get(id) ?? levelOf(id) <= openLevels,
    fold: (id: string, next: boolean) => setFolds((last) => new Map(last).set(id, next)),
  };
}

/** Moves of nodes: whether one is allowed, and carrying it out. */
function treeMoves(
  { onMove, canMove, textOf }: TreeProps<TreeNode>,
  shape: TreeShape<TreeNode>,
  fold: (id: string, next: boolean) => void,
  t: Translate,
  setNews: Dispatch<SetStateAction<string>>,
) {
  const isAllowed = (node: TreeNode, to: TreeMove) => isMove(shape, node.id, to) && (canMove?.(node, to) ?? true);
  const move = async (node: TreeNode, to: TreeMove) => {
    if (!onMove || !isAllowed(node, to)) return;
    if (to.parentId) fold(to.parentId, true);
    try {
      await onMove(node, to);
      setNews(t({ zh: '已移动“{name}”', en: 'Moved "{name}"' }, { name: textOf(node) }));
    } catch {
      // The transport has already shown the error.
    }
  };
  return { isAllowed, move };
}

/** Checks or unchecks all leaves below a node that can be. */
function toggleChecked(
  { checked, onCheck, fixedReason }: TreeProps<TreeNode>,
  shape: TreeShape<TreeNode>,
  node: TreeNode,
): void {
  if (!checked || !onCheck) return;
  const free = leavesOf(shape, node.id).filter((id) => !fixedReason?.(shape.byId.get(id)!));
  const isOn = free.length > 0 && free.every((id) => checked.has(id));
  const next = new Set(checked);
  for (const id of free) isOn ? next.delete(id) : next.add(id);
  onCheck(next);
}
