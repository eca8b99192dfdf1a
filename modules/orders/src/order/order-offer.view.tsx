import type { Output } from '@boyun/kernel/contract';
import type { ComponentType } from 'react';
import type { getOrder } from './order.contract.ts';

/** One order as its detail shows it. */
export type OrderFacts = Output<typeof getOrder>['order'];

/** What an act offered on an order is given. */
export interface OrderActProps {
  readonly order: OrderFacts;
  /** To be called when the act changed the order: everything that shows it is asked anew. */
  readonly onChanged: () => Promise<unknown>;
}

const offered: ComponentType<OrderActProps>[] = [];

/**
 * Puts buttons of modules that build on orders (taking money, matching plates) into the order's detail. Orders come before
 * them and may not know them, so the program that puts the modules together says what there is, in the order of the buttons.
 */
export function offerOrderActs(...acts: readonly ComponentType<OrderActProps>[]): void {
  offered.push(...acts);
}

/** The acts offered from outside. */
export function offeredOrderActs(): readonly ComponentType<OrderActProps>[] {
  return offered;
}
