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

let offered: ComponentType<OrderActProps> | null = null;

/**
 * Puts buttons of a module that builds on orders (taking money) into the order's detail. Orders come before payments and
 * may not know them, so the program that puts the modules together says what there is.
 */
export function offerOrderActs(acts: ComponentType<OrderActProps>): void {
  offered = acts;
}

/** The acts offered from outside, or null. */
export function offeredOrderActs(): ComponentType<OrderActProps> | null {
  return offered;
}
