import type { Sql } from '@boyun/kernel/server';
import { grantState } from '@boyun/orders/server';

/** The state of a granted coupon `u` at an instant: a quote holds it, or it is over, without anybody having changed it. */
export const stateAt = (now: Date): Sql => grantState('u', now);
