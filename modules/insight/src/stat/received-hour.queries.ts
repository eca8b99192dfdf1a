import type { TenantTx } from '@boyun/kernel/server';
import type { Range } from './stat-range.service.ts';

/** Returns what lots received in each full hour of a stretch, by the start of the hour; hours without money are left out. */
export async function receivedByHour(
  tx: TenantTx,
  lotIds: readonly string[],
  { fromMs, toMs }: Range,
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ hour: Date; amountFen: number }>(
    `select hour, sum(amount_fen)::bigint as "amountFen" from stat_hour
     where tenant_id = $1 and lot_id = any($2::uuid[]) and metric = 'received' and hour >= $3 and hour < $4
     group by 1`,
    [tx.tenantId, lotIds, new Date(fromMs), new Date(toMs)],
  );
  return new Map(rows.map((one) => [one.hour.getTime(), one.amountFen]));
}
