import type { Label } from '../contract/label.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { TenantTx } from './database.ts';

const QUOTAS: Readonly<Record<'lot' | 'account' | 'device', { column: string; what: Label }>> = {
  lot: { column: 'lot_quota', what: { zh: '车场', en: 'lots' } },
  account: { column: 'account_quota', what: { zh: '员工账号', en: 'accounts' } },
  device: { column: 'device_quota', what: { zh: '设备', en: 'devices' } },
};

/** Refuses one more lot, account or device than the tenant's plan allows; `count` is the number before adding it. */
export async function requireRoom(tx: TenantTx, of: keyof typeof QUOTAS, count: number): Promise<void> {
  const { column, what } = QUOTAS[of];
  const [row] = await tx.query<{ limit: number | null }>(`select ${column} as limit from tenant where id = $1`, [
    tx.tenantId,
  ]);
  const limit = row?.limit ?? null;
  if (limit !== null && count >= limit)
    throw new Refusal(kernelRefusal['over-quota'], { what: what[tx.who.language], limit });
}
