import { zoneOfLot } from '@boyun/facilities/server';
import type { RefusalRule } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { merchantRefusal } from './merchant.contract.ts';
import type { MerchantRow } from './merchant.queries.ts';

/** The zone in which the days of a merchant's limits begin: that of its first lot. */
export const zoneOf = (tx: TenantTx, { lotIds }: Pick<MerchantRow, 'lotIds'>): Promise<string> =>
  zoneOfLot(tx, lotIds[0]!);

/** Returns why a merchant can grant nothing now; null where it can. */
export function whyClosed({ status, validFrom, validUntil }: MerchantRow, now: Date): RefusalRule | null {
  if (status === 1) return merchantRefusal.disabled;
  return validFrom > now || (validUntil && validUntil <= now) ? merchantRefusal.over : null;
}
