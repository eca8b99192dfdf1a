import type { RefusalRule } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { merchantRefusal } from './merchant.contract.ts';
import type { MerchantRow } from './merchant.queries.ts';

/** The zone in which the days of a merchant's limits begin: that of its first lot. */
export async function zoneOf(tx: TenantTx, { lotIds }: Pick<MerchantRow, 'lotIds'>): Promise<string> {
  const [lot] = await tx.query<{ zone: string }>(
    'select time_zone as zone from lot_fact where tenant_id = $1 and id = $2',
    [tx.tenantId, lotIds[0]],
  );
  return lot!.zone;
}

/** Returns why a merchant can grant nothing now; null where it can. */
export function whyClosed({ status, validFrom, validUntil }: MerchantRow, now: Date): RefusalRule | null {
  if (status === 1) return merchantRefusal.disabled;
  return validFrom > now || (validUntil && validUntil <= now) ? merchantRefusal.over : null;
}
