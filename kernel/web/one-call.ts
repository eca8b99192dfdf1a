import { useRef, useState } from 'react';

/** Runs work; does nothing, and returns undefined, while other work is under way. */
type RunOne = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** Returns whether work is under way, and what runs it: a button that is pressed twice acts once. */
export function useOneCall(): [isBusy: boolean, run: RunOne] {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const run: RunOne = async (work) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [isBusy, run];
}
