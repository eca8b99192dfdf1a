import { setTimeout as sleep } from 'node:timers/promises';

/** The replay's time: instants cars live in, which may run faster than the wall's. */
export type ReplayClock = {
  /** The present instant, in milliseconds of the epoch. */
  nowMs(): number;
  /** Waits until an instant has come. */
  until(atMs: number): Promise<void>;
  /** Waits a span of replay time; at full speed not at all. */
  pause(spanMs: number): Promise<void>;
  /** Moves the present forward where nothing else does (at full speed). */
  reach(atMs: number): void;
};

/** A clock that runs `speed` times as fast as the wall, from an instant; aborting ends every wait by rejecting. */
export function createPacedClock(fromMs: number, speed: number, signal: AbortSignal): ReplayClock {
  const startedMs = performance.now();
  const nowMs = (): number => Math.round(fromMs + (performance.now() - startedMs) * speed);
  const pause = async (spanMs: number): Promise<void> => {
    if (spanMs > 0) await sleep(spanMs / speed, undefined, { signal });
  };
  return { nowMs, pause, until: (atMs) => pause(atMs - nowMs()), reach: () => undefined };
}

/** A clock for full speed: it shows the time of the latest event and never waits. */
export function createLeapingClock(fromMs: number, signal: AbortSignal): ReplayClock {
  let presentMs = fromMs;
  const go = async (): Promise<void> => signal.throwIfAborted();
  return {
    nowMs: () => presentMs,
    until: go,
    pause: go,
    reach: (atMs) => {
      presentMs = Math.max(presentMs, atMs);
    },
  };
}
