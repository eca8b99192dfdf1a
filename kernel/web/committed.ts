import { useInsertionEffect, useRef } from 'react';

/**
 * Returns a reference to the value of the last committed render, for handlers and effects that keep their identity. A render must not read
 * it: a render that is discarded leaves it unchanged.
 */
export function useCommitted<T>(value: T): { readonly current: T } {
  const committed = useRef(value);
  useInsertionEffect(() => {
    committed.current = value;
  });
  return committed;
}
