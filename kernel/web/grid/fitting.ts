import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { GridColumn } from './grid-column.tsx';
import { LEAST_SHARE } from './grid-layout.ts';

/** Room of a list beside the open menu of a laptop's window, in pixels: narrower grids scroll. */
const LAPTOP_PX = 1110;
/** Beside a grid: the menu, and the margins of the page. */
const BESIDE_PX = 242;
/** A vertical scroll bar, where the system draws one. */
const SCROLL_BAR_PX = 14;

type Fitted = Pick<GridColumn<never>, 'width' | 'isGrowing' | 'pin' | 'isHiddenAtFirst'>;

/** How many of the columns, which are declared most important first, stand side by side in so many pixels. */
export function fittingCount(columns: readonly Fitted[], roomPx: number): number {
  const least = ({ width = 140, isGrowing }: Fitted) => (isGrowing ? width * LEAST_SHARE : width);
  const shown = columns.filter((one) => !one.isHiddenAtFirst);
  let left = Math.max(roomPx, LAPTOP_PX);
  for (const one of shown) if (one.pin === 'end') left -= least(one);
  for (const [index, one] of columns.entries()) {
    if (one.isHiddenAtFirst || one.pin === 'end') continue;
    left -= least(one);
    if (left < 0) return index;
  }
  return columns.length;
}

/** The columns as a page of this width shows them at first: those there is no room for wait in the column settings. */
export function useFitting<T>(
  columns: readonly GridColumn<T>[],
  page: RefObject<HTMLElement | null>,
): readonly GridColumn<T>[] {
  const [count, setCount] = useState(() => fittingCount(columns, innerWidth - BESIDE_PX - SCROLL_BAR_PX));
  useLayoutEffect(() => {
    const box = page.current!;
    const look = new ResizeObserver(() => {
      // A page that is not shown has no width.
      if (box.clientWidth > 0) setCount(fittingCount(columns, box.clientWidth - SCROLL_BAR_PX));
    });
    look.observe(box);
    return () => look.disconnect();
  }, [columns, page]);
  return useMemo(() => {
    if (count >= columns.length) return columns;
    return columns.map((one, index) => (index < count || one.pin === 'end' ? one : { ...one, isHiddenAtFirst: true }));
  }, [columns, count]);
}
