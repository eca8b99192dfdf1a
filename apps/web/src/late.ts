import { type ComponentType, lazy } from 'react';

/** A component whose code is loaded when it is first rendered, or earlier. */
export interface LatePart<P extends object> {
  readonly Component: ComponentType<P>;
  /** Loads the code; if that fails, rendering retries and throws the error. */
  fetch(): Promise<void>;
}

/**
 * Makes a late component. Code that is already loaded renders immediately: React delays a suspended tree by 300 ms, and even a resolved
 * promise suspends it.
 */
export function late<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LatePart<P> {
  type Found = Awaited<ReturnType<typeof load>>;
  let there: Found | null = null;
  // biome-ignore lint/suspicious/noThenProperty: to React what calls back within `then` is no wait
  const atOnce = { then: (take: (found: Found) => void) => take(there!) };
  return {
    Component: lazy(() => (there ? (atOnce as unknown as Promise<Found>) : load())) as ComponentType<P>,
    fetch: () =>
      load().then(
        (found) => {
          there = found;
        },
        () => undefined,
      ),
  };
}
