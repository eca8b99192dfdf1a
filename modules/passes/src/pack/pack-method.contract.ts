import { PayChannel, RefundWay, TakeMethod } from '@boyun/money/contract';

const free = { free: { zh: '赠送', en: 'Free of charge' } } as const;

/** How staff takes the money of a pack. */
export const PackMethod = { ...TakeMethod, ...free } as const;
export type PackMethod = keyof typeof PackMethod;

/** How money of a pack has moved, as its history tells. */
export const PackPaid = { ...PayChannel, ...RefundWay, ...free } as const;
export type PackPaid = keyof typeof PackPaid;
