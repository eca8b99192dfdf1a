import { useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that notes how a dialog is open now, and returns whether it still is. A person may close a dialog during its call and
 * open it for something else: the end of that call must not close it then.
 */
export function useOpening(isOpen: boolean, about?: unknown): () => () => boolean {
  const opening = useRef<object | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: about something else it is another opening
  useInsertionEffect(() => {
    opening.current = isOpen ? {} : null;
  }, [isOpen, about]);
  return () => {
    const own = opening.current;
    return () => opening.current === own;
  };
}
