import type { Label } from '@boyun/kernel/contract';
import type { ProofRequest } from './proof-request.ts';
import { createStore, useStore } from './store.ts';
import { CallFailure } from './transport.ts';

const request = createStore<ProofRequest | null>(null);

/** Returns the act that waits for the password now. */
export function useProofRequest(): ProofRequest | null {
  return useStore(request);
}

/** Loads the password dialog. */
export const loadPasswordPrompt = () => import('./password-prompt.tsx');

/** Asks for the password of the signed-in account and then the question (spec §2, §4); rejects if the user cancels. */
export function requestProof(question: Label): Promise<string> {
  request.get()?.settle(null);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request.set({
    question,
    settle(proof) {
      request.set(null);
      if (proof === null) reject(new CallFailure('', 'cancelled', 0));
      else resolve(proof);
    },
  });
  return promise;
}
