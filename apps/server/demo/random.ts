import { createHash } from 'node:crypto';

/** The same numbers from 0 to 1 for the same seed, so that the demo's past is the same everywhere. */
export function createRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
