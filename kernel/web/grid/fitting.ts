import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { currentLanguage } from '../language.ts';
import type { GridColumn } from './grid-column.tsx';
import { MIN_SHARE } from './grid-layout.ts';

/** Width of a list next to the open menu of a laptop's window, in pixels, where its titles are English: narrower grids scroll. */
const LAPTOP_PX = 1086;
/** Width of the menu, which is wider with English titles, and the page margins. */
const besidePx = () => (currentLanguage() === 'en' ? 266 : 242);
/** A vertical scroll bar, where the system draws one. */
const SCROLL_BAR_PX = 14;

type Fitted = Pick<GridColumn<never>, 'width' | 'isGrowing' | 'pin' | 'isHiddenAtFirst'>;

/** Returns how many columns, declared most important first, fit into a width. */
export function fittingCount(columns: readonly Fitted[], roomPx: number): number {
  const least = ({ width = 140, isGrowing }: Fitted) => (isGrowing ? width * MIN_SHARE : width);
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

/** Returns the columns shown by default at the page's width; the others can be turned on in the column settings. */
export function useFitting<T>(
  columns: readonly GridColumn<T>[],
  page: RefObject<HTMLElement | null>,
): readonly GridColumn<T>[] {
  const [room, setRoom] = useState(() => innerWidth - besidePx() - SCROLL_BAR_PX);
  const measure = useEffectEvent((px: number) => {
    // A hidden page has no width. A width in which as many columns fit changes nothing.
    if (px > 0) setRoom((last) => (fittingCount(columns, last) === fittingCount(columns, px) ? last : px));
  });
  useLayoutEffect(() => {
    const box = page.current!;
    const look = new ResizeObserver(() => measure(box.clientWidth - SCROLL_BAR_PX));
    look.observe(box);
    return () => look.disconnect();
  }, [page]);
  const count = fittingCount(columns, room);
  return useMemo(() => {
    if (count >= columns.length) return columns;
    return columns.map((one, index) => (index < count || one.pin === 'end' ? one : { ...one, isHiddenAtFirst: true }));
  }, [columns, count]);
}
