import type { ComponentType } from 'react';

/** What an act offered on a lane is given. */
export interface LaneActProps {
  readonly lane: { readonly id: string; readonly name: string };
}

const offered: ComponentType<LaneActProps>[] = [];

/**
 * Puts buttons of modules that build on places (moving the barrier) into the list of lanes. Places come before them and may
 * not know them, so the program that puts the modules together says what there is.
 */
export function offerLaneActs(...acts: readonly ComponentType<LaneActProps>[]): void {
  offered.push(...acts);
}

/** The acts offered from outside. */
export function offeredLaneActs(): readonly ComponentType<LaneActProps>[] {
  return offered;
}
