import { notFound, type TenantTx } from '@boyun/kernel/server';
import { findLots, type LotPlace } from '../console/console.queries.ts';

/** The chosen lots, or all the caller may see; accounts limited to their own records see no totals. */
export async function requireLots(tx: TenantTx, lotIds: readonly string[] | null): Promise<LotPlace[]> {
  const chosen = lotIds && lotIds.length > 0 ? [...new Set(lotIds)] : null;
  const lots = tx.who.isOwnOnly ? [] : await findLots(tx, chosen);
  if (chosen && lots.length < chosen.length) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  return lots;
}
