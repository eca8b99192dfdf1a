import { type ComponentType, lazy } from 'react';

/** A component whose code comes when it is first drawn, or before. */
export interface LatePart<P extends object> {
  readonly Component: ComponentType<P>;
  /** Fetches the code; where that fails, drawing it tries again and says so. */
  fetch(): Promise<void>;
}

/**
 * Makes a late part. Code that is there already is drawn at once: React holds everything back by 300 ms that had to wait
 * behind a fallback, and to it even a promise that is kept is a wait.
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
