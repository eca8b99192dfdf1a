import type { Fields } from '@boyun/kernel/contract';
import { type CSSProperties, memo, type PointerEvent as ReactPointerEvent } from 'react';
import { fieldText } from '../cell.tsx';
import type { Translate } from '../language.ts';
import { MIN_WIDTH, type PlacedColumn } from './grid-layout.ts';
import type { DataGridProps } from './grid-props.ts';

function cellClass(one: PlacedColumn<never>): string {
  const { column, pinned, isLastStart } = one;
  return `by-cell by-align-${column.align ?? 'start'}${pinned ? ` by-pin-${pinned}` : ''}${isLastStart ? ' by-pin-edge' : ''}`;
}

function cellStyle(one: PlacedColumn<never>): CSSProperties {
  const { key } = one.column;
  return { width: `var(--w-${key})`, ...(one.pinned && { '--by-offset': `var(--o-${key})` }) } as CSSProperties;
}

/** A column heading: sorts on click; dragging its right edge resizes the column. */
export function HeadCell<T extends { readonly id: string }>({
  one,
  sort,
  onSort,
  setting,
  onSetting,
  t,
}: DataGridProps<T> & { one: PlacedColumn<T>; t: Translate }) {
  const { column } = one;
  const direction = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : undefined;
  const next = direction === undefined ? column.key : direction === 'ascending' ? `-${column.key}` : null;
  const resize = (event: ReactPointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const sheet = handle.closest<HTMLElement>('.by-grid-scroll')!;
    const startX = event.clientX;
    let width = one.width;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent) => {
      width = Math.max(MIN_WIDTH, Math.round(one.width + moved.clientX - startX));
      // While dragging only the column's CSS variable changes; React is updated at the end.
      sheet.style.setProperty(`--w-${column.key}`, `${width}px`);
    };
    const end = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('lostpointercapture', end);
      if (width !== one.width) onSetting({ ...setting, widths: { ...setting.widths, [column.key]: width } });
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end);
  };
  const label = t(column.label);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element
    <div
      role="columnheader"
      className={cellClass(one as PlacedColumn<never>)}
      style={cellStyle(one as PlacedColumn<never>)}
      aria-sort={direction}
    >
      {column.head ??
        (column.isSortable && onSort ? (
          <button type="button" className="by-sort" title={label} onClick={() => onSort(next)}>
            <span>{label}</span>
            <span className={`by-sort-mark ${direction ? `is-${direction}` : ''}`} aria-hidden />
          </button>
        ) : (
          <span className="by-head-label" title={label}>
            {label}
          </span>
        ))}
      {column.pin !== 'end' && !column.head && <span className="by-resize" onPointerDown={resize} aria-hidden />}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly row: { id: string };
  readonly index: number;
  readonly top: number;
  readonly placed: readonly PlacedColumn<{ id: string }>[];
  readonly isActive: boolean;
  readonly className?: string;
  readonly onOpen?: (row: { id: string }) => void;
  readonly onActive: (index: number) => void;
  /** Changes with the language, so that memoised rows re-render. */
  readonly t: Translate;
}

/** One row of the grid; re-renders only when its data changed. */
export const Line = memo(
  function Line({ id, row, index, top, placed, isActive, className, onOpen, onActive }: LineProps) {
    const open = () => {
      // A click that ends a text selection does not open the row.
      if (getSelection()?.toString()) return;
      onActive(index);
      onOpen?.(row);
    };
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keyboard
      // biome-ignore lint/a11y/useFocusableInteractive: rows are active descendants of the grid
      // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element
      <div
        id={id}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isActive}
        className={`by-line${isActive ? ' is-active' : ''}${onOpen ? ' is-openable' : ''}${className ? ` ${className}` : ''}`}
        style={{ top }}
        onClick={open}
      >
        {placed.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
          <div
            key={one.column.key}
            role="gridcell"
            className={cellClass(one as PlacedColumn<never>)}
            style={cellStyle(one as PlacedColumn<never>)}
          >
            <div className="by-cell-in">{one.column.cell(row)}</div>
          </div>
        ))}
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.top === after.top &&
    before.index === after.index &&
    before.placed === after.placed &&
    before.isActive === after.isActive &&
    before.className === after.className &&
    before.t === after.t,
);

/** Sums over the whole result at the foot of the grid. */
export function TotalsLine<T>({
  placed,
  totals,
  fields,
  t,
}: {
  placed: readonly PlacedColumn<T>[];
  totals: Readonly<Record<string, unknown>>;
  fields: Fields | undefined;
  t: Translate;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: rows are active descendants of the grid
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element
    <div className="by-grid-foot" role="row">
      {placed.map((one, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid
        <div
          key={one.column.key}
          role="gridcell"
          className={cellClass(one as PlacedColumn<never>)}
          style={cellStyle(one as PlacedColumn<never>)}
        >
          {one.column.field && totals[one.column.key] !== undefined && totals[one.column.key] !== null ? (
            <span className="by-figure" title={fields?.[one.column.key] && t(fields[one.column.key]!.label)}>
              {one.column.total?.(totals[one.column.key]) ?? fieldText(one.column.field, one.column.key, totals, t)}
            </span>
          ) : (
            index === 0 && t({ zh: '合计', en: 'Total' })
          )}
        </div>
      ))}
    </div>
  );
}
