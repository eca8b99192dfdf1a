import { useEffect, useRef } from 'react';
import { isStill, onFrame } from './frame-loop.view.ts';

const LASTS_MS = 1200;

/** A figure that runs to its new value. Only its text changes, between frames of one loop: nothing is laid out anew around it. */
export function CountUp({
  value,
  write,
  className,
}: {
  value: number;
  write: (value: number) => string;
  className?: string;
}) {
  const box = useRef<HTMLElement>(null);
  const shown = useRef<number | null>(null);
  useEffect(() => {
    const from = shown.current ?? 0;
    const set = (next: number) => {
      shown.current = next;
      if (box.current) box.current.textContent = write(next);
    };
    if (from === value || isStill()) {
      set(value);
      return;
    }
    let startMs: number | null = null;
    return onFrame((nowMs) => {
      startMs ??= nowMs;
      const share = Math.min(1, (nowMs - startMs) / LASTS_MS);
      // Fast at first, then settling.
      set(share === 1 ? value : Math.round(from + (value - from) * (1 - (1 - share) ** 3)));
      return share < 1;
    });
  }, [value, write]);
  return <b ref={box} className={`wall-number ${className ?? ''}`} />;
}
