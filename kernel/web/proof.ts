import type { Label } from '@boyun/kernel/contract';
import { createStore, useStore } from './store.ts';
import { CallFailure } from './transport.ts';

/** An act that waits for the password: what is asked once it is given, and who waits for the proof (null: better not). */
export interface AskedProof {
  readonly question: Label;
  settle(proof: string | null): void;
}

const asked = createStore<AskedProof | null>(null);

/** The act that waits for the password now. */
export function useAskedProof(): AskedProof | null {
  return useStore(asked);
}

/** Fetches the dialog that asks. */
export const loadPasswordPrompt = () => import('./password-prompt.tsx');

/** Asks for the password of the signed-in account and then the question (spec §2, §4); rejects where the user leaves it. */
export function askForProof(question: Label): Promise<string> {
  asked.get()?.settle(null);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  asked.set({
    question,
    settle(proof) {
      asked.set(null);
      if (proof === null) reject(new CallFailure('', 'cancelled', 0));
      else resolve(proof);
    },
  });
  return promise;
}
