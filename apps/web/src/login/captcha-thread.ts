import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction, Solution } from 'altcha-lib/types';

/** The solution of a challenge. */
export interface SolvedChallenge {
  readonly solution: Pick<Solution, 'counter' | 'derivedKey'>;
}

/** Browsers have no WebCrypto on pages loaded without TLS, as in a private network; this is a few times slower. */
const deriveInScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength, asyncTick: 1000 }),
});

addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const found = await solveChallenge({ challenge, deriveKey: isSecureContext ? deriveKey : deriveInScript });
  if (!found) throw new Error('no solution in time');
  const answer: SolvedChallenge = { solution: { counter: found.counter, derivedKey: found.derivedKey } };
  postMessage(answer);
});
