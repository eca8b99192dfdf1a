import type { Label } from './label.ts';

/** A state machine: which act leads from which states to which, and why it is not allowed otherwise. */
export type Transitions<State extends string | number, Act extends string> = Readonly<
  Record<Act, { readonly from: readonly State[]; readonly to: State | null; readonly otherwise: Label }>
>;

/**
 * Returns why an act is not possible in a state, in both languages; null when it is. The server checks it before acting, and the page for
 * its buttons.
 */
export function disabledReason<State extends string | number, Act extends string>(
  table: Transitions<State, Act>,
  act: Act,
  state: State,
): Label | null {
  return table[act].from.includes(state) ? null : table[act].otherwise;
}
