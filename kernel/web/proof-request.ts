import type { Label } from '@boyun/kernel/contract';

/** An act that waits for the password: the question to ask, and the callback for the proof (null: cancelled). */
export interface ProofRequest {
  readonly question: Label;
  settle(proof: string | null): void;
}
