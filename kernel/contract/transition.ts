import type { Label } from './label.ts';

/** A table of a thing's states: which act leads from which states to which, and why not otherwise. */
export type Transitions<State extends string, Act extends string> = Readonly<
  Record<Act, { readonly from: readonly State[]; readonly to: State | null; readonly otherwise: Label }>
>;

/**
 * Whether an act is possible in a state: null when it is, else the reason in both languages. Asked by the server before
 * it acts and by the page for its buttons.
 */
export function whyNot<State extends string, Act extends string>(
  table: Transitions<State, Act>,
  act: Act,
  state: State,
): Label | null {
  return table[act].from.includes(state) ? null : table[act].otherwise;
}
