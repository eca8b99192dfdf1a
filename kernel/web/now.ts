import { useEffect, useState } from 'react';

/** Returns the current time of this machine: the only use of the browser's clock. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}

/** Returns the current time, re-rendering every `everyMs` while the page is shown. */
export function useNow(everyMs: number): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}
