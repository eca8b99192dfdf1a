import './tree.css';
import { ChevronRight } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useText } from '../language.ts';
import type { TreeProps } from './tree-props.ts';
import {
  checkOf,
  isMove,
  isWithin,
  leavesOf,
  linesOf,
  moveByKey,
  shapeOf,
  type TreeLine,
  type TreeMove,
  type TreeNode,
} from './tree-shape.ts';

const FIND_MS = 600;

/** Drop target: the line and which part of it. */
interface Drop {
  readonly id: string;
  readonly part: 'before' | 'into' | 'after';
}

/** The tree itself; pages use `Tree`, which loads it. */
export default function TreeView(props: TreeProps<TreeNode>) {
  const { nodes, textOf, selectedId, onSelect, onMove, checked, onCheck, fixedReason } = props;
  const t = useText();
  const hintId = useId();
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focusId, setFocus] = useState<string | null>(null);
  const [dragId, setDrag] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [news, setNews] = useState('');
  const shape = useMemo(() => shapeOf(nodes), [nodes]);
  const search = props.search?.trim().toLowerCase() ?? '';
  const levelOf = (id: string): number => {
    const parentId = shape.parentOf(id);
    return parentId === null ? 1 : levelOf(parentId) + 1;
  };
  const isOpen = (id: string) => folds.get(id) ?? levelOf(id) <= (props.openLevels ?? Number.POSITIVE_INFINITY);
  const lines = linesOf(shape, isOpen, search ? (node) => textOf(node).toLowerCase().includes(search) : null);
  const current = lines.find((one) => one.node.id === focusId) ?? lines.find((one) => one.node.id === selectedId);
  const tabStop = (current ?? lines[0])?.node.id;

  const fold = (id: string, next: boolean) => setFolds((last) => new Map(last).set(id, next));
  const focus = (id: string | undefined) => {
    if (!id) return;
    setFocus(id);
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  };
  const isAllowed = (node: TreeNode, to: TreeMove) => isMove(shape, node.id, to) && (props.canMove?.(node, to) ?? true);
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
  const check = (node: TreeNode) => {
    if (!checked || !onCheck) return;
    const free = leavesOf(shape, node.id).filter((id) => !fixedReason?.(shape.byId.get(id)!));
    const isOn = free.length > 0 && free.every((id) => checked.has(id));
    const next = new Set(checked);
    for (const id of free) isOn ? next.delete(id) : next.add(id);
    onCheck(next);
  };

  const onKeyDown = (event: KeyboardEvent, line: TreeLine<TreeNode>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const { node } = line;
    const place = lines.indexOf(line);
    const consume = () => event.preventDefault();
    if (event.altKey) {
      const to = onMove ? moveByKey(shape, node.id, event.key) : null;
      if (to) {
        consume();
        void move(node, to);
      }
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
        consume();
        return focus(lines[place + 1]?.node.id);
      case 'ArrowUp':
        consume();
        return focus(lines[place - 1]?.node.id);
      case 'Home':
        consume();
        return focus(lines[0]?.node.id);
      case 'End':
        consume();
        return focus(lines.at(-1)?.node.id);
      case 'ArrowRight':
        consume();
        if (line.isFolder && !line.isOpen) return fold(node.id, true);
        return line.isFolder ? focus(lines[place + 1]?.node.id) : undefined;
      case 'ArrowLeft':
        consume();
        if (line.isOpen && !search) return fold(node.id, false);
        return focus(shape.parentOf(node.id) ?? undefined);
      case 'Enter':
        consume();
        return onSelect ? onSelect(node) : check(node);
      case ' ':
        consume();
        return onCheck ? check(node) : onSelect?.(node);
      default:
        if (event.key.length === 1) find(event.key, place, event.timeStamp);
    }
  };
  const find = (letter: string, place: number, at: number) => {
    const isGoingOn = at - typed.current.at < FIND_MS;
    const text = (isGoingOn ? typed.current.text : '') + letter.toLowerCase();
    typed.current = { text, at };
    const from = isGoingOn ? place : place + 1;
    const order = [...lines.slice(from), ...lines.slice(0, from)];
    focus(order.find((one) => textOf(one.node).toLowerCase().startsWith(text))?.node.id);
  };

  const targetOf = ({ id, part }: Drop): TreeMove => {
    if (part === 'into') return { parentId: id, beforeId: null };
    const parentId = shape.parentOf(id);
    if (part === 'before') return { parentId, beforeId: id };
    const siblings = shape.childrenOf(parentId);
    return { parentId, beforeId: siblings[siblings.findIndex((one) => one.id === id) + 1]?.id ?? null };
  };
  const onDragOver = (event: DragEvent, id: string) => {
    const node = dragId === null ? undefined : shape.byId.get(dragId);
    if (!node) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    const wanted: Drop['part'] = share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'into';
    const found = [wanted, 'into' as const, wanted === 'after' ? ('after' as const) : ('before' as const)]
      .map((part) => ({ id, part }))
      .find((one) => isAllowed(node, targetOf(one)));
    if (found) event.preventDefault();
    if (found?.id !== drop?.id || found?.part !== drop?.part) setDrop(found ?? null);
  };
  const endDrag = () => {
    setDrag(null);
    setDrop(null);
  };

  const draw = (line: TreeLine<TreeNode>) => {
    const { node, level, isFolder } = line;
    const { id } = node;
    const why = !isFolder ? (fixedReason?.(node) ?? null) : null;
    const state = checked ? checkOf(shape, id, checked) : undefined;
    const isGone = dragId !== null && isWithin(shape, id, dragId);
    const classes = ['by-tree-line', drop?.id === id && `is-${drop.part}`, isGone && 'is-dragged', why && 'is-fixed'];
    return (
      <div
        key={id}
        data-node={id}
        role="treeitem"
        aria-level={level}
        aria-posinset={line.place}
        aria-setsize={line.size}
        aria-expanded={isFolder ? line.isOpen : undefined}
        aria-selected={onSelect ? id === selectedId : undefined}
        aria-checked={state}
        aria-disabled={why ? true : undefined}
        aria-keyshortcuts={onMove ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
        title={why ?? undefined}
        tabIndex={id === tabStop ? 0 : -1}
        className={classes.filter(Boolean).join(' ')}
        style={{ paddingInlineStart: (level - 1) * 20 + 4 }}
        draggable={onMove !== undefined}
        onFocus={(event) => event.target === event.currentTarget && setFocus(id)}
        onKeyDown={(event) => onKeyDown(event, line)}
        onClick={() => {
          setFocus(id);
          if (onSelect) onSelect(node);
          else check(node);
        }}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', textOf(node));
          setDrag(id);
        }}
        onDragOver={(event) => onDragOver(event, id)}
        onDrop={(event) => {
          event.preventDefault();
          const moved = dragId === null ? undefined : shape.byId.get(dragId);
          if (moved && drop) void move(moved, targetOf(drop));
          endDrag();
        }}
        onDragEnd={endDrag}
      >
        {/* For the pointer only: the arrow keys fold too. */}
        <span
          className={`by-tree-fold${isFolder ? '' : ' is-leaf'}${line.isOpen ? ' is-open' : ''}`}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            if (isFolder && !search) fold(id, !line.isOpen);
          }}
        >
          <ChevronRight />
        </span>
        {state !== undefined && (
          <span
            className={`by-tree-box is-${state}`}
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation();
              check(node);
            }}
          />
        )}
        <span className="by-tree-face">{props.face ? props.face(node) : textOf(node)}</span>
        {props.acts && (
          // Clicks on the buttons must not select the line.
          // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
          // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
          <span className="by-tree-acts" onClick={(event) => event.stopPropagation()}>
            {props.acts(node)}
          </span>
        )}
      </div>
    );
  };
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
        {lines.map(draw)}
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
