import type { Output } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';
import type { getOrder } from './order.contract.ts';

/** One order as its detail shows it. */
export type OrderFacts = Output<typeof getOrder>['order'];

/** The props of a button in an order's detail. */
export interface OrderActProps {
  readonly order: OrderFacts;
  /** To be called when the act changed the order: everything that shows it is fetched again. */
  readonly onChanged: () => Promise<unknown>;
}

/** Buttons in an order's detail, in front of those that change it. */
export const orderActs = slot<ComponentType<OrderActProps>>('order.acts');
