import { type KeyboardEvent, useRef } from 'react';
import type { TreeProps } from './tree-props.ts';
import { moveByKey, type TreeLine, type TreeMove, type TreeNode, type TreeShape } from './tree-shape.ts';

/** Letters typed within this time continue the search for a text. */
const FIND_MS = 600;

interface Options {
  readonly props: TreeProps<TreeNode>;
  readonly shape: TreeShape<TreeNode>;
  readonly lines: readonly TreeLine<TreeNode>[];
  readonly isSearching: boolean;
  readonly focus: (id: string | undefined) => void;
  readonly fold: (id: string, next: boolean) => void;
  readonly check: (node: TreeNode) => void;
  readonly move: (node: TreeNode, to: TreeMove) => Promise<void>;
}

/** The keys of a tree: arrow keys, Home, End, Enter, Space, Alt with arrow keys, and letters. */
export function useTreeKeys(options: Options): (event: KeyboardEvent, line: TreeLine<TreeNode>) => void {
  const { props, shape, lines, focus, move } = options;
  const find = useTypeAhead(options);
  return (event, line) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const { node } = line;
    if (event.altKey) {
      const to = props.onMove ? moveByKey(shape, node.id, event.key) : null;
      if (!to) return;
      event.preventDefault();
      void move(node, to);
      return;
    }
    const place = lines.indexOf(line);
    const act = actOf(event.key, line, place, options);
    if (act) {
      event.preventDefault();
      act();
    } else if (event.key.length === 1) focus(find(event.key, place, event.timeStamp));
  };
}

/** Returns what a key does on a line; null for a key without a meaning. */
function actOf(
  key: string,
  line: TreeLine<TreeNode>,
  place: number,
  { props, shape, lines, isSearching, focus, fold, check }: Options,
): (() => void) | null {
  const { node } = line;
  const { onSelect, onCheck } = props;
  switch (key) {
    case 'ArrowDown':
      return () => focus(lines[place + 1]?.node.id);
    case 'ArrowUp':
      return () => focus(lines[place - 1]?.node.id);
    case 'Home':
      return () => focus(lines[0]?.node.id);
    case 'End':
      return () => focus(lines.at(-1)?.node.id);
    case 'ArrowRight':
      if (line.isFolder && !line.isOpen) return () => fold(node.id, true);
      return () => line.isFolder && focus(lines[place + 1]?.node.id);
    case 'ArrowLeft':
      if (line.isOpen && !isSearching) return () => fold(node.id, false);
      return () => focus(shape.parentOf(node.id) ?? undefined);
    case 'Enter':
      return () => (onSelect ? onSelect(node) : check(node));
    case ' ':
      return () => (onCheck ? check(node) : onSelect?.(node));
    default:
      return null;
  }
}

/** Returns a function that finds the next line whose text begins with the letters typed. */
function useTypeAhead({ props, lines }: Options) {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string, place: number, at: number): string | undefined => {
    const isGoingOn = at - typed.current.at < FIND_MS;
    const text = (isGoingOn ? typed.current.text : '') + letter.toLowerCase();
    typed.current = { text, at };
    const from = isGoingOn ? place : place + 1;
    const order = [...lines.slice(from), ...lines.slice(0, from)];
    return order.find((one) => props.textOf(one.node).toLowerCase().startsWith(text))?.node.id;
  };
}
