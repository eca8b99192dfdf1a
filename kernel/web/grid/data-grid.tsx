import './grid.css';
import type { QueryKey } from '@tanstack/react-query';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { useCommitted } from '../committed.ts';
import { useText } from '../language.ts';
import { usePhone } from '../media.ts';
import { useIsLoading } from '../query.ts';
import { ErrorState, Skeleton } from '../state.tsx';
import { GridCards } from './grid-card.tsx';
import { type PlacedColumn, useGridLayout } from './grid-layout.ts';
import { HeadCell, Line, TotalsLine } from './grid-line.tsx';
import type { DataGridProps } from './grid-props.ts';
import { scrollTopFor, useRowWindow } from './row-window.ts';

const ROW_PX = 36;
const COMPACT_ROW_PX = 30;
const HEAD_PX = 36;
const FOOT_PX = 36;

/** The product's table: virtual rows, pinned columns, server-side sorting, totals, keyboard navigation; cards on a phone. */
export function DataGrid<T extends { readonly id: string }>(props: DataGridProps<T>) {
  const isPhone = usePhone();
  if (props.error && props.rows.length === 0) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  if (props.isLoading) return <Skeleton lines={isPhone ? 6 : 10} />;
  if (props.rows.length === 0) return props.empty;
  return isPhone ? <GridCards {...props} /> : <Sheet {...props} />;
}

function Sheet<T extends { readonly id: string }>(props: DataGridProps<T>) {
  const { columns, rows, totals, setting, onOpen } = props;
  const t = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const rowPx = props.rowPx ?? (setting.isCompact ? COMPACT_ROW_PX : ROW_PX);
  const { room, first, end } = useRowWindow(scroller, rows.length, rowPx);
  const { placed, width } = useGridLayout(columns, setting, room);
  const hasTotals = totals !== undefined && placed.some(({ column: { key } }) => (totals[key] ?? null) !== null);
  const onKeyDown = gridKeys(scroller, rows, { active, setActive, rowPx, footPx: hasTotals ? FOOT_PX : 0, onOpen });
  const open = useCurrent(onOpen);
  return (
    <Frame isCompact={setting.isCompact} asking={props.queryKey}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element */}
      <div
        ref={scroller}
        className={width > room ? 'by-grid-scroll is-wide' : 'by-grid-scroll'}
        style={gridSizes(placed, width, rowPx)}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + 1}
        aria-colcount={placed.length}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target === event.currentTarget && active < 0 && setActive(0)}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, rows are its active descendants */}
        {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element */}
        <div className="by-grid-head" role="row" aria-rowindex={1}>
          {placed.map((one) => (
            <HeadCell key={one.column.key} one={one} t={t} {...props} />
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element */}
        <div className="by-grid-body" role="rowgroup" style={{ height: rows.length * rowPx }}>
          {rows.slice(first, end).map((row, offset) => {
            const index = first + offset;
            return (
              <Line
                key={row.id}
                id={`${id}-${index}`}
                row={row}
                index={index}
                top={index * rowPx}
                placed={placed as PlacedColumn<{ id: string }>[]}
                isActive={index === active}
                className={props.rowClass?.(row)}
                onOpen={onOpen && open}
                onActive={setActive}
                t={t}
              />
            );
          })}
        </div>
        {hasTotals && <TotalsLine placed={placed} totals={totals} fields={props.totalFields} t={t} />}
      </div>
    </Frame>
  );
}

/** Returns a function that stays the same and calls the current one: unchanged rows keep their old props. */
function useCurrent<T>(onOpen: ((row: T) => void) | undefined): (row: { id: string }) => void {
  const held = useCommitted(onOpen);
  return useCallback((row: { id: string }) => held.current?.(row as T), [held]);
}

/** The widths and offsets of the columns as CSS variables. */
function gridSizes(placed: readonly PlacedColumn<never>[], width: number, rowPx: number): CSSProperties {
  const sizes: Record<string, string> = { '--by-grid-width': `${width}px`, '--by-row': `${rowPx}px` };
  for (const { column, width: columnWidth, offset } of placed) {
    sizes[`--w-${column.key}`] = `${columnWidth}px`;
    sizes[`--o-${column.key}`] = `${offset}px`;
  }
  return sizes as CSSProperties;
}

/** Returns the handler of the grid's keys: they move the active row, scroll sideways and open. */
function gridKeys<T>(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly T[],
  {
    active,
    setActive,
    rowPx,
    footPx,
    onOpen,
  }: {
    active: number;
    setActive: (index: number) => void;
    rowPx: number;
    footPx: number;
    onOpen: ((row: T) => void) | undefined;
  },
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target !== event.currentTarget) return;
    const box = scroller.current!;
    const perScreen = Math.max(1, Math.floor((box.clientHeight - HEAD_PX - FOOT_PX) / rowPx));
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + perScreen,
      PageUp: active - perScreen,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      box.scrollLeft += event.key === 'ArrowRight' ? 120 : -120;
    } else if (event.key in moves) {
      event.preventDefault();
      const next = Math.min(rows.length - 1, Math.max(0, moves[event.key]!));
      setActive(next);
      box.scrollTop = scrollTopFor(next, rowPx, { top: box.scrollTop, px: box.clientHeight, headPx: HEAD_PX, footPx });
    } else if ((event.key === 'Enter' || event.key === ' ') && rows[active] && onOpen) {
      event.preventDefault();
      onOpen(rows[active]);
    }
  };
}

// Re-renders while rows are loading, without re-rendering its children.
function Frame({ isCompact, asking, children }: { isCompact?: boolean; asking?: QueryKey; children: ReactNode }) {
  const isBusy = useIsLoading(asking);
  return (
    <div className={isCompact ? 'by-grid is-compact' : 'by-grid'} aria-busy={isBusy}>
      {isBusy && <div className="by-progress" />}
      {children}
    </div>
  );
}
