import { coversLot, notFound, type Sql, sql, type Who } from '@boyun/kernel/server';

/** Whether an account sees the money of channels: that of all lots, which an account limited to lots or to its own records does not see. */
export const seesWhole = (who: Who): boolean => coversLot(who, null) && !who.isOwnOnly;

/** The condition of lists, which show nothing to accounts that do not see the money of channels. */
export const whereWhole = (who: Who): readonly Sql[] => (seesWhole(who) ? [] : [sql`false`]);

/** Refuses accounts that do not see the money of channels. */
export function requireWhole(who: Who): void {
  if (!seesWhole(who)) throw notFound(who, { zh: '对账数据', en: 'Reconciliation' });
}
