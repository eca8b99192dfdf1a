import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { GridColumn } from './grid-column.tsx';
import { type GridSetting, isPinned, isShown, orderedKeys } from './grid-setting.ts';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
const NO_ROWS: { id: string }[] = [];

/** One column where it stands: its width, and its distance from the edge it is fixed to. */
export interface PlacedColumn<T> {
  readonly column: GridColumn<T>;
  readonly width: number;
  readonly pinned: 'start' | 'end' | false;
  readonly offset: number;
  readonly isLastStart: boolean;
}

/** Narrowest width of a column in pixels. */
export const MIN_WIDTH = 56;

/** How far a column that grows may also shrink before the grid scrolls. */
export const LEAST_SHARE = 0.85;
/** Pixels of room left over that a growing column takes; more is shared by all. */
const MOST_SHARE = 280;

/**
 * Columns as the setting wants them, from left to right, filling `room` pixels where they would leave some over. Where they
 * want a little more, those that grow shrink; where they want much more, what is seen without scrolling ends with a column.
 */
export function useGridLayout<T>(columns: readonly GridColumn<T>[], setting: GridSetting, room: number) {
  const order = useMemo(() => orderedKeys(columns, setting), [columns, setting]);
  const defs = useMemo(
    () =>
      columns.map((column) => ({
        id: column.key,
        accessorFn: () => null,
        size: column.width ?? 140,
        minSize: MIN_WIDTH,
      })),
    [columns],
  );
  const state = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    return {
      columnOrder: order,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.key, isShown(column, setting)])),
      columnPinning: {
        start: order.filter((key) => byKey.get(key)!.pin !== 'end' && isPinned(byKey.get(key)!, setting)),
        end: order.filter((key) => byKey.get(key)!.pin === 'end'),
      },
      columnSizing: { ...setting.widths },
    };
  }, [columns, order, setting]);
  const table = useTable({ features, columns: defs, data: NO_ROWS, state });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the table answers from `state` and is one object for the life of the component
  return useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const start = table.getStartLeafColumns().filter((column) => column.getIsVisible());
    const center = table.getCenterLeafColumns().filter((column) => column.getIsVisible());
    const end = table.getEndLeafColumns().filter((column) => column.getIsVisible());
    const all = [...start, ...center, ...end];
    const natural = all.reduce((sum, column) => sum + column.getSize(), 0);
    type Column = (typeof all)[number];
    const isFree = ({ id }: Column) => byKey.get(id)!.isGrowing === true && setting.widths[id] === undefined;
    const yieldOf = (column: Column) => {
      const least = Math.max(byKey.get(column.id)!.minWidth ?? MIN_WIDTH, column.getSize() * LEAST_SHARE);
      return isFree(column) ? Math.max(0, column.getSize() - least) : 0;
    };
    const canYield = all.reduce((sum, column) => sum + yieldOf(column), 0);
    const over = room > 0 ? natural - room : 0;
    const shrink = over > 0 && over <= canYield ? over / canYield : 0;

    const inSight: Column[] = [];
    let left = room - end.reduce((sum, column) => sum + column.getSize(), 0);
    for (const column of [...start, ...center]) {
      if (column.getSize() > left) break;
      left -= column.getSize();
      inSight.push(column);
    }
    const growing = inSight.filter(isFree);
    const plain = inSight.filter((column) => center.includes(column) && setting.widths[column.id] === undefined);
    const isMuch = growing.length === 0 || left / growing.length > MOST_SHARE;
    const stretched = isMuch ? plain : growing;
    const share = shrink === 0 && stretched.length > 0 ? Math.max(0, Math.floor(left / stretched.length)) : 0;
    const widthOf = (column: Column) =>
      Math.floor(column.getSize() - yieldOf(column) * shrink) + (stretched.includes(column) ? share : 0);

    const placed: PlacedColumn<T>[] = [];
    let fromStart = 0;
    start.forEach((column, index) => {
      const width = widthOf(column);
      const isLastStart = index === start.length - 1;
      placed.push({ column: byKey.get(column.id)!, width, pinned: 'start', offset: fromStart, isLastStart });
      fromStart += width;
    });
    for (const column of center)
      placed.push({
        column: byKey.get(column.id)!,
        width: widthOf(column),
        pinned: false,
        offset: 0,
        isLastStart: false,
      });
    let fromEnd = end.reduce((sum, column) => sum + widthOf(column), 0);
    for (const column of end) {
      const width = widthOf(column);
      fromEnd -= width;
      placed.push({ column: byKey.get(column.id)!, width, pinned: 'end', offset: fromEnd, isLastStart: false });
    }
    return { placed, order, width: placed.reduce((sum, one) => sum + one.width, 0) };
  }, [columns, state, order, room]);
}
