import { useEffect, useState } from 'react';

/**
 * Returns the current time of this machine: the only use of the browser's clock. `performance.now()` may stop while the device sleeps
 * (W3C High Resolution Time, section 4.2), so it is not used for times.
 */
export function now(): Date {
  return new Date();
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
