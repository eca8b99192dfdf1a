import { BarrierCommand, type CommandKind } from './command.contract.ts';

/** A command to a barrier. */
export type BarrierKind = keyof typeof BarrierCommand;

/** Whether a command is one to a barrier. */
export const isOfBarrier = <C extends { readonly kind: keyof typeof CommandKind }>(
  command: C,
): command is C & { kind: BarrierKind } => command.kind in BarrierCommand;
