import { type RefObject, useEffect, useState } from 'react';

/** Returns the current width of an element in pixels. */
export function useWidth(element: RefObject<HTMLElement | null>, least: number): number {
  const [width, setWidth] = useState(least);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(least, entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, least]);
  return width;
}
