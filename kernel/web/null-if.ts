import { CallFailure } from './transport.ts';

/** Takes one refusal of a call for an answer without a value: `call(…).catch(nullIf(refusal))`. Other failures stay failures. */
export function nullIf(refusal: { readonly code: string }): (failure: unknown) => null {
  return (failure) => {
    if (failure instanceof CallFailure && failure.code === refusal.code) return null;
    throw failure;
  };
}
