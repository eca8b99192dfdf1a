import { type DragEvent, useState } from 'react';
import { isWithin, type TreeMove, type TreeNode, type TreeShape } from './tree-shape.ts';

/** Drop target: the line and which part of it. */
interface Drop {
  readonly id: string;
  readonly part: 'before' | 'into' | 'after';
}

/** State of dragging a line, and its handlers. */
export interface TreeDrag {
  /** Returns the part of a line that is the drop target; null for other lines. */
  partOf(id: string): Drop['part'] | null;
  /** Whether a line is dragged, by itself or below the dragged one. */
  isDragged(id: string): boolean;
  onStart(event: DragEvent, id: string, text: string): void;
  onOver(event: DragEvent, id: string): void;
  onDrop(event: DragEvent): void;
  onEnd(): void;
}

/** Dragging a line before, into or after another one, where the move is allowed. */
export function useTreeDrag(
  shape: TreeShape<TreeNode>,
  {
    isAllowed,
    move,
  }: {
    isAllowed: (node: TreeNode, to: TreeMove) => boolean;
    move: (node: TreeNode, to: TreeMove) => Promise<void>;
  },
): TreeDrag {
  const [dragId, setDrag] = useState<string | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const dragged = dragId === null ? undefined : shape.byId.get(dragId);
  const end = () => {
    setDrag(null);
    setDrop(null);
  };
  return {
    partOf: (id) => (drop?.id === id ? drop.part : null),
    isDragged: (id) => dragId !== null && isWithin(shape, id, dragId),
    onStart(event, id, text) {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', text);
      setDrag(id);
    },
    onOver(event, id) {
      if (!dragged) return;
      const found = partsAt(event)
        .map((part) => ({ id, part }))
        .find((one) => isAllowed(dragged, moveTo(shape, one)));
      if (found) event.preventDefault();
      if (found?.id !== drop?.id || found?.part !== drop?.part) setDrop(found ?? null);
    },
    onDrop(event) {
      event.preventDefault();
      if (dragged && drop) void move(dragged, moveTo(shape, drop));
      end();
    },
    onEnd: end,
  };
}

/** Returns the parts of a line that the pointer may mean, the nearest first. */
function partsAt(event: DragEvent): readonly Drop['part'][] {
  const box = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - box.top) / box.height;
  const wanted = share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'into';
  return [wanted, 'into', wanted === 'after' ? 'after' : 'before'];
}

function moveTo(shape: TreeShape<TreeNode>, { id, part }: Drop): TreeMove {
  if (part === 'into') return { parentId: id, beforeId: null };
  const parentId = shape.parentOf(id);
  if (part === 'before') return { parentId, beforeId: id };
  const siblings = shape.childrenOf(parentId);
  return { parentId, beforeId: siblings[siblings.findIndex((one) => one.id === id) + 1]?.id ?? null };
}
