import { monthStart } from '@boyun/domain/period';
import type { ZonedLot } from '@boyun/facilities/server';
import { isAllowed, type TenantTx } from '@boyun/kernel/server';
import { seeStatistics } from './see-statistics.contract.ts';
import { sumStretches } from './stat-sum.queries.ts';

/** Returns what each lot has received since the month began in its zone, in fen; null for accounts that may not see statistics. */
export async function incomeOfMonth(
  tx: TenantTx,
  lots: readonly ZonedLot[],
): Promise<ReadonlyMap<string, number> | null> {
  if (!isAllowed(seeStatistics, tx.who)) return null;
  const toMs = tx.now.getTime();
  const income = new Map<string, number>();
  for (const zone of new Set(lots.map((lot) => lot.timeZone))) {
    const ids = lots.filter((lot) => lot.timeZone === zone).map((lot) => lot.id);
    const sums = await sumStretches(tx, ids, [{ fromMs: monthStart(toMs, zone), toMs }], [0]);
    for (const { lotId, metric, amountFen } of sums)
      if (lotId && metric === 'received') income.set(lotId, (income.get(lotId) ?? 0) + amountFen);
  }
  return income;
}
