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

/** Columns as the setting wants them, from left to right, filling `room` pixels where they would leave some over. */
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

  // The table answers from `state` and is one object for the life of the component.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const start = table.getStartLeafColumns().filter((column) => column.getIsVisible());
    const center = table.getCenterLeafColumns().filter((column) => column.getIsVisible());
    const end = table.getEndLeafColumns().filter((column) => column.getIsVisible());
    const all = [...start, ...center, ...end];
    const natural = all.reduce((sum, column) => sum + column.getSize(), 0);
    const isFree = (key: string) => byKey.get(key)!.isGrowing === true && setting.widths[key] === undefined;
    const growing = all.filter((column) => isFree(column.id));
    const stretched = growing.length > 0 ? growing : center.slice(-1);
    const share = stretched.length > 0 ? Math.max(0, Math.floor((room - natural) / stretched.length)) : 0;
    const widthOf = (column: (typeof all)[number]) => column.getSize() + (stretched.includes(column) ? share : 0);

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
