import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Rows rendered beyond each visible end, so that fast scrolling shows no gap. */
const BEYOND = 4;
/** The window moves in steps of this many rows, so that most scrolling renders nothing. */
const STEP = 4;

/** Returns the range of rows to render, from `first` up to but excluding `end`, for rows of equal height. */
export function rowWindow(scrollTop: number, seenPx: number, rowPx: number, count: number) {
  const at = Math.floor(Math.max(0, scrollTop) / rowPx / STEP) * STEP;
  const end = Math.min(count, at + STEP + Math.ceil(seenPx / rowPx) + BEYOND);
  // When the number of rows has just shrunk, the scroll position is too large for a moment.
  const first = Math.max(0, Math.min(at - BEYOND, count - Math.ceil(seenPx / rowPx) - BEYOND));
  return { first, end };
}

/** Returns the scroll position at which one of a list of equal rows is fully visible between `headPx` above and `footPx` below. */
export function scrollTopFor(
  index: number,
  rowPx: number,
  seen: { top: number; px: number; headPx: number; footPx: number },
): number {
  const highest = index * rowPx;
  const lowest = highest + rowPx + seen.headPx + seen.footPx - seen.px;
  return Math.max(Math.min(seen.top, highest), lowest);
}

/** Tracks the size and scroll position of a scroller of equal rows; returns its width and the rows to render. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number) {
  // Until it is measured it is assumed to be as high as the window, so that visible rows are rendered immediately.
  const [box, setBox] = useState({ room: 0, seenPx: innerHeight });
  const [scrollTop, setScrollTop] = useState(0);
  const isMeasured = useRef(false);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => {
      const { clientWidth: room, clientHeight: seenPx } = element;
      // A hidden page has no size.
      if (room > 0) setBox((before) => (before.room === room && before.seenPx === seenPx ? before : { room, seenPx }));
    };
    const observer = new ResizeObserver(measure);
    // Measuring forces a layout of the whole page, so a grid that is shown again reuses its last measurement.
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
