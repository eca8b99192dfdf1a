import { useMemo } from 'react';
import type { GridColumn } from './grid-column.tsx';
import { type GridSetting, isPinned, isShown, orderedKeys } from './grid-setting.ts';

/** A placed column: its width, and its distance from the edge it is pinned to. */
export interface PlacedColumn<T> {
  readonly column: GridColumn<T>;
  readonly width: number;
  readonly pinned: 'start' | 'end' | false;
  readonly offset: number;
  readonly isLastStart: boolean;
}

/** Minimum width of a column in pixels. */
export const MIN_WIDTH = 56;

/** Smallest share of its width to which a growing column shrinks before the grid scrolls. */
export const MIN_SHARE = 0.85;
/** Most pixels of remaining width that a growing column takes; the rest is distributed over all. */
const MAX_GROWTH_PX = 280;

/**
 * Returns the columns of the setting from left to right, widened to fill `room` pixels. When they need slightly more, growing columns
 * shrink; when they need much more, the part visible without scrolling ends at a column's edge.
 */
export function useGridLayout<T>(columns: readonly GridColumn<T>[], setting: GridSetting, room: number) {
  return useMemo(() => placeColumns(columns, setting, room), [columns, setting, room]);
}

/** Returns the positions of the columns and their total width. */
export function placeColumns<T>(columns: readonly GridColumn<T>[], setting: GridSetting, room: number) {
  type Column = GridColumn<T>;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const shown = orderedKeys(columns, setting)
    .map((key) => byKey.get(key)!)
    .filter((column) => isShown(column, setting));
  const end = shown.filter((column) => column.pin === 'end');
  const start = shown.filter((column) => column.pin !== 'end' && isPinned(column, setting));
  const center = shown.filter((column) => column.pin !== 'end' && !isPinned(column, setting));
  const all = [...start, ...center, ...end];
  const sizeOf = ({ key, width = 140 }: Column) => Math.max(MIN_WIDTH, setting.widths[key] ?? width);
  const sum = (list: readonly Column[]) => list.reduce((total, column) => total + sizeOf(column), 0);
  const isFree = ({ key, isGrowing }: Column) => isGrowing === true && setting.widths[key] === undefined;
  const yieldOf = (column: Column) => {
    const least = Math.max(column.minWidth ?? MIN_WIDTH, sizeOf(column) * MIN_SHARE);
    return isFree(column) ? Math.max(0, sizeOf(column) - least) : 0;
  };
  const canYield = all.reduce((total, column) => total + yieldOf(column), 0);
  const over = room > 0 ? sum(all) - room : 0;
  const shrink = over > 0 && over <= canYield ? over / canYield : 0;

  const inSight: Column[] = [];
  let left = room - sum(end);
  for (const column of [...start, ...center]) {
    if (sizeOf(column) > left) break;
    left -= sizeOf(column);
    inSight.push(column);
  }
  const growing = inSight.filter(isFree);
  const plain = inSight.filter(
    (column) => isFree(column) || (center.includes(column) && setting.widths[column.key] === undefined),
  );
  const isMuch = growing.length === 0 || left / growing.length > MAX_GROWTH_PX;
  const stretched = isMuch ? plain : growing;
  const share = shrink === 0 && stretched.length > 0 ? Math.max(0, Math.floor(left / stretched.length)) : 0;
  const widthOf = (column: Column) =>
    Math.floor(sizeOf(column) - yieldOf(column) * shrink) + (stretched.includes(column) ? share : 0);

  const placed: PlacedColumn<T>[] = [];
  let offset = 0;
  for (const column of start) {
    const width = widthOf(column);
    placed.push({ column, width, pinned: 'start', offset, isLastStart: column === start.at(-1) });
    offset += width;
  }
  for (const column of center)
    placed.push({ column, width: widthOf(column), pinned: false, offset: 0, isLastStart: false });
  offset = end.reduce((total, column) => total + widthOf(column), 0);
  for (const column of end) {
    const width = widthOf(column);
    offset -= width;
    placed.push({ column, width, pinned: 'end', offset, isLastStart: false });
  }
  return { placed, width: placed.reduce((total, one) => total + one.width, 0) };
}
