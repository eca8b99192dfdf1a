import { useEffect, useState } from 'react';

/** The moment it is on this machine: the only reading of the browser's clock. */
export function now(): Date {
  return new Date(performance.timeOrigin + performance.now());
}

/** The moment it is, re-rendering every `everyMs` while the page is shown. */
export function useNow(everyMs: number): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}
