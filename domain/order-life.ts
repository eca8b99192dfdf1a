/**
 * The states of an order as tables: where the car is, what is paid, which act leads where, and why one is not possible. Server and page use
 * the same tables.
 */
import type { Words } from './stay.ts';

/** Where the car of an order is. */
export type OrderPlace = 'inside' | 'left' | 'no-exit' | 'void';
/** Payment state of an order. */
export type OrderPay =
  | 'unpaid'
  | 'paying'
  | 'part-paid'
  | 'paid'
  | 'free'
  | 'arrears'
  | 'settled'
  | 'part-refunded'
  | 'refunded';

/** What decides which acts an order allows. */
export interface OrderFacts {
  readonly parkingState: OrderPlace;
  readonly payState: OrderPay;
  readonly paidFen: number;
  /** Amount still due; never negative. */
  readonly dueFen: number;
}

/** Acts of people on an order. */
export type OrderAct =
  | 'collect'
  | 'leave'
  | 'close'
  | 'void'
  | 'restore'
  | 'correct-plate'
  | 'correct-times'
  | 'correct-picture'
  | 'waive'
  | 'refund';

interface Transition {
  readonly from: readonly OrderPlace[];
  /** Null: the car's place does not change. */
  readonly to: OrderPlace | null;
  readonly otherwise: Words;
  /** Not possible while a payment is in progress. */
  readonly isStoppedByPayment: boolean;
}

const ALIVE = ['inside', 'left', 'no-exit'] as const;
const isVoid: Words = { zh: '订单已作废', en: 'The order is void' };

/** Transitions of an order by act. */
export const orderActs: Readonly<Record<OrderAct, Transition>> = {
  collect: {
    from: ALIVE,
    to: null,
    otherwise: { zh: '订单已作废，不能收费', en: 'The order is void, nothing can be collected' },
    isStoppedByPayment: true,
  },
  leave: {
    from: ['inside'],
    to: 'left',
    otherwise: { zh: '车辆已离场', en: 'The car has already left' },
    isStoppedByPayment: false,
  },
  close: {
    from: ['inside'],
    to: 'no-exit',
    otherwise: { zh: '车辆不在场内', en: 'The car is not inside' },
    isStoppedByPayment: true,
  },
  void: {
    from: ALIVE,
    to: 'void',
    otherwise: { zh: '订单已作废', en: 'The order is already void' },
    isStoppedByPayment: true,
  },
  restore: {
    from: ['void'],
    to: null,
    otherwise: { zh: '订单未作废，无需恢复', en: 'The order is not void' },
    isStoppedByPayment: false,
  },
  'correct-plate': { from: ALIVE, to: null, otherwise: isVoid, isStoppedByPayment: true },
  'correct-times': { from: ALIVE, to: null, otherwise: isVoid, isStoppedByPayment: true },
  'correct-picture': { from: ALIVE, to: null, otherwise: isVoid, isStoppedByPayment: false },
  waive: {
    from: ['left', 'no-exit'],
    to: null,
    otherwise: { zh: '只能减免已结束订单的欠费', en: 'Only what an ended order owes can be waived' },
    isStoppedByPayment: true,
  },
  refund: {
    // Money received after the order was voided can be refunded too.
    from: [...ALIVE, 'void'],
    to: null,
    otherwise: isVoid,
    isStoppedByPayment: true,
  },
};

/** Reasons related to money. */
export const orderWords = {
  locked: { zh: '订单正在支付，请稍候', en: 'A payment for this order is in progress, please wait' },
  'nothing-due': { zh: '订单没有待收金额', en: 'Nothing is due for this order' },
  'nothing-to-refund': { zh: '没有可退的款项', en: 'There is nothing to refund' },
  'refund-inside': {
    zh: '车辆在场内，离场后才能退已付的停车费',
    en: 'The car is inside: its payments can be refunded after it has left',
  },
  'has-payment': {
    zh: '订单已有收款，不能作废，请先退款',
    en: 'This order has payments, refund them before voiding it',
  },
} as const satisfies Record<string, Words>;

/** Returns why an act is not possible on an order; null when it is. */
export function orderDisabledReason(act: OrderAct, order: OrderFacts): Words | null {
  const { from, otherwise, isStoppedByPayment } = orderActs[act];
  if (!from.includes(order.parkingState)) return otherwise;
  if (isStoppedByPayment && order.payState === 'paying') return orderWords.locked;
  if ((act === 'collect' || act === 'waive') && order.dueFen <= 0) return orderWords['nothing-due'];
  if (act === 'void' && order.paidFen > 0) return orderWords['has-payment'];
  return null;
}

/** Returns why an order's money cannot be refunded; null when it can. Of a stay that continues or is void, only the overpaid amount can. */
export function refundDisabledReason(order: OrderFacts & { readonly overpaidFen: number }): Words | null {
  const impossible = orderDisabledReason('refund', order);
  if (impossible || order.overpaidFen > 0) return impossible;
  if (order.paidFen === 0) return orderWords['nothing-to-refund'];
  return order.parkingState === 'inside' ? orderWords['refund-inside'] : null;
}

/**
 * Returns the pay state that follows from where the car is and what is paid. A debt that was paid or waived after the car left is settled;
 * `wasOwed` says that there was one.
 */
export function payStateOf(order: {
  readonly parkingState: OrderPlace;
  readonly paidFen: number;
  readonly dueFen: number;
  /** Amount paid for the stay and refunded. */
  readonly refundedFen: number;
  readonly wasOwed: boolean;
  /** Everything due was paid before the car left. */
  readonly isSettled: boolean;
}): OrderPay {
  const { parkingState, paidFen, dueFen, refundedFen, wasOwed, isSettled } = order;
  if (parkingState === 'void') return 'free';
  if (parkingState === 'inside') return paidFen === 0 ? 'unpaid' : dueFen > 0 || !isSettled ? 'part-paid' : 'paid';
  if (dueFen > 0) return 'arrears';
  if (refundedFen > 0) return paidFen > 0 ? 'part-refunded' : 'refunded';
  if (wasOwed) return 'settled';
  return paidFen > 0 ? 'paid' : 'free';
}
