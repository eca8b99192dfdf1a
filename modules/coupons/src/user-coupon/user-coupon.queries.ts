import { type Sql, sql } from '@boyun/kernel/server';

/** The state of a granted coupon `u` at an instant: a quote holds it, or it is over, without anybody having changed it. */
export const stateAt = (now: Date): Sql =>
  sql`case when u.state <> 'granted' then u.state when u.held_until > ${now} then 'held'
    when u.valid_until <= ${now} then 'expired' else 'granted' end`;
