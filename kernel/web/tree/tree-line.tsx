import { ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { TreeDrag } from './tree-drag.ts';
import type { TreeProps } from './tree-props.ts';
import { checkOf, type TreeLine, type TreeNode, type TreeShape } from './tree-shape.ts';

interface LineProps {
  readonly line: TreeLine<TreeNode>;
  /** Props of the tree. */
  readonly props: TreeProps<TreeNode>;
  readonly shape: TreeShape<TreeNode>;
  readonly isTabStop: boolean;
  readonly drag: TreeDrag;
  readonly onFocus: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent, line: TreeLine<TreeNode>) => void;
  readonly onSelect: (node: TreeNode) => void;
  readonly onCheck: (node: TreeNode) => void;
  /** Null while a search opens the folders. */
  readonly onFold: ((id: string, next: boolean) => void) | null;
}

/** A line of a tree. */
export function TreeLineView(of: LineProps) {
  const { line, props, drag, onFocus } = of;
  const { node, level, isFolder } = line;
  const { id } = node;
  const why = !isFolder ? (props.fixedReason?.(node) ?? null) : null;
  const state = props.checked ? checkOf(of.shape, id, props.checked) : undefined;
  const part = drag.partOf(id);
  const classes = ['by-tree-line', part && `is-${part}`, drag.isDragged(id) && 'is-dragged', why && 'is-fixed'];
  return (
    <div
      data-node={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={line.place}
      aria-setsize={line.size}
      aria-expanded={isFolder ? line.isOpen : undefined}
      aria-selected={props.onSelect ? id === props.selectedId : undefined}
      aria-checked={state}
      aria-disabled={why ? true : undefined}
      aria-keyshortcuts={props.onMove ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
      title={why ?? undefined}
      tabIndex={of.isTabStop ? 0 : -1}
      className={classes.filter(Boolean).join(' ')}
      style={{ paddingInlineStart: (level - 1) * 20 + 4 }}
      draggable={props.onMove !== undefined}
      onFocus={(event) => event.target === event.currentTarget && onFocus(id)}
      onKeyDown={(event) => of.onKeyDown(event, line)}
      onClick={() => {
        onFocus(id);
        of.onSelect(node);
      }}
      onDragStart={(event) => drag.onStart(event, id, props.textOf(node))}
      onDragOver={(event) => drag.onOver(event, id)}
      onDrop={drag.onDrop}
      onDragEnd={drag.onEnd}
    >
      <LineContent of={of} state={state} />
    </div>
  );
}

/** The fold mark, the check box, the face and the buttons of a line. */
function LineContent({ of, state }: { of: LineProps; state: ReturnType<typeof checkOf> | undefined }) {
  const { line, props, onFold, onCheck } = of;
  const { node, isFolder } = line;
  return (
    <>
      {/* For the pointer only: the arrow keys fold too. */}
      <span
        className={`by-tree-fold${isFolder ? '' : ' is-leaf'}${line.isOpen ? ' is-open' : ''}`}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          if (isFolder) onFold?.(node.id, !line.isOpen);
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
            onCheck(node);
          }}
        />
      )}
      <span className="by-tree-face">{props.face ? props.face(node) : props.textOf(node)}</span>
      {props.acts && (
        // Clicks on the buttons must not select the line.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the click from going on
        // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops the click from going on
        <span className="by-tree-acts" onClick={(event) => event.stopPropagation()}>
          {props.acts(node)}
        </span>
      )}
    </>
  );
}
