import type { Output } from '@boyun/kernel/contract';
import { call } from '@boyun/kernel/web';
import { keepWatching, MOST_AT_ONCE, stopWatching } from '../viewing/viewing.contract.ts';

/** What is watched, as the server describes it. */
export type Watched = Output<typeof keepWatching>['viewings'][number];

/** Gets the latest of a viewing; null where it has ended. */
type Listener = (watched: Watched | null) => void;

/** Stills and cars change every few seconds; tokens are renewed along the way. */
const KEEP_MS = 3000;

const listeners = new Map<string, Listener>();
const stopped = new Set<string>();
let timer: ReturnType<typeof setInterval> | null = null;

/** Keeps a viewing open and passes on what changes, with one call for all of the window; returns the function that ends it. */
export function keepViewing(viewingId: string, listener: Listener): () => void {
  listeners.set(viewingId, listener);
  timer ??= setInterval(() => void keepAll(), KEEP_MS);
  return () => {
    listeners.delete(viewingId);
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
    stopViewing(viewingId);
  };
}

async function keepAll(): Promise<void> {
  const ids = [...listeners.keys()];
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) await keepSome(ids.slice(at, at + MOST_AT_ONCE));
}

async function keepSome(viewingIds: string[]): Promise<void> {
  // Without an answer the pages go on with what they have: tokens are valid for minutes.
  const answer = await call(keepWatching, { viewingIds }, { isQuiet: true }).catch(() => null);
  if (!answer) return;
  const byId = new Map(answer.viewings.map((one) => [one.viewingId, one]));
  for (const id of viewingIds) listeners.get(id)?.(byId.get(id) ?? null);
}

/** Ends a viewing on the server; those that end together are told together. */
export function stopViewing(viewingId: string): void {
  stopped.add(viewingId);
  if (stopped.size > 1) return;
  queueMicrotask(() => {
    const ids = [...stopped];
    stopped.clear();
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
      // One that is not told ends by itself.
      void call(stopWatching, { viewingIds: ids.slice(at, at + MOST_AT_ONCE) }, { isQuiet: true }).catch(() => null);
  });
}
