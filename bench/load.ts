import { setTimeout as sleep } from 'node:timers/promises';

/** The measurements of a run. */
export interface Run {
  readonly perSecond: number;
  /** Milliseconds of each piece of work. */
  readonly tookMs: readonly number[];
}

/** Runs all pieces of work with the given concurrency. */
export async function runAtOnce(works: readonly (() => Promise<unknown>)[], atOnce: number): Promise<Run> {
  const tookMs: number[] = [];
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < works.length; at = next++) {
        const start = performance.now();
        await works[at]!();
        tookMs.push(performance.now() - start);
      }
    }),
  );
  return { perSecond: (works.length / (performance.now() - begin)) * 1000, tookMs };
}

/**
 * Begins each piece of work at its time, whether or not those before are done; a piece counts from the moment it was
 * due, so that a stall is felt by all that wait behind it.
 */
export async function runPaced(works: readonly (() => Promise<unknown>)[], perSecond: number): Promise<Run> {
  const tookMs: number[] = [];
  const running: Promise<void>[] = [];
  const begin = performance.now();
  for (let at = 0; at < works.length; at += 1) {
    const due = begin + (at * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0.5) await sleep(early);
    running.push(works[at]!().then(() => void tookMs.push(performance.now() - due)));
  }
  await Promise.all(running);
  return { perSecond: (works.length / (performance.now() - begin)) * 1000, tookMs };
}
