import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn beyond each end of what is seen, so that a quick turn of the wheel shows no gap. */
const BEYOND = 4;
/** The window moves by so many rows at once: most steps of scrolling draw nothing. */
const STEP = 4;

/** The rows to draw, from `first` up to but not including `end`, of all that have the same height. */
export function rowWindow(scrollTop: number, seenPx: number, rowPx: number, count: number) {
  const at = Math.floor(Math.max(0, scrollTop) / rowPx / STEP) * STEP;
  const end = Math.min(count, at + STEP + Math.ceil(seenPx / rowPx) + BEYOND);
  // Rows that have just become fewer leave the scroll position behind for a moment.
  const first = Math.max(0, Math.min(at - BEYOND, count - Math.ceil(seenPx / rowPx) - BEYOND));
  return { first, end };
}

/** Where a list of equal rows has to be scrolled to for one of them to be seen whole, between `headPx` above and `footPx` below. */
export function scrollTopFor(
  index: number,
  rowPx: number,
  seen: { top: number; px: number; headPx: number; footPx: number },
): number {
  const highest = index * rowPx;
  const lowest = highest + rowPx + seen.headPx + seen.footPx - seen.px;
  return Math.max(Math.min(seen.top, highest), lowest);
}

/** Follows the size and the scrolling of a box of equal rows: its width, and the rows to draw. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number) {
  // Until it is measured it is taken to be as high as the window: what is seen is drawn at once.
  const [box, setBox] = useState({ room: 0, seenPx: innerHeight });
  const [scrollTop, setScrollTop] = useState(0);
  const isMeasured = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => {
      const { clientWidth: room, clientHeight: seenPx } = element;
      // A page that is not shown has no size.
      if (room > 0) setBox((before) => (before.room === room && before.seenPx === seenPx ? before : { room, seenPx }));
    };
    const observer = new ResizeObserver(measure);
    // Asked for at once, the whole page is laid out there and then; a grid that comes back knows its room already.
    if (!isMeasured.current) measure();
    isMeasured.current = true;
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const stepPx = STEP * rowPx;
    const follow = () => setScrollTop(Math.floor(element.scrollTop / stepPx) * stepPx);
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, rowPx]);
  return { room: box.room, ...rowWindow(scrollTop, box.seenPx, rowPx, count) };
}
