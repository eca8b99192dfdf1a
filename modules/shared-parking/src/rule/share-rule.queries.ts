import type { ShareTerms } from '@boyun/domain/shared-parking';
import type { TenantTx } from '@boyun/kernel/server';

/** The rule of a lot, without the prices, which are those of the offer. */
export interface ShareRuleRow extends Omit<ShareTerms, 'hourFen' | 'dayCapFen'> {
  readonly lotId: string;
  readonly isOpen: boolean;
  readonly daysAhead: number;
  readonly mostHours: number;
  readonly notice: string | null;
}

const COLUMNS = `lot_id, is_open, owner_percent, platform_percent, early_minutes, grace_minutes, overstay_percent,
  free_cancel_minutes, late_refund_percent, days_ahead, most_hours, notice`;

/** The rule of a lot; null where it shares no spots. */
export async function findRule(tx: TenantTx, lotId: string): Promise<ShareRuleRow | null> {
  const [row] = await tx.query<ShareRuleRow>(`select ${COLUMNS} from share_rule where tenant_id = $1 and lot_id = $2`, [
    tx.tenantId,
    lotId,
  ]);
  return row ?? null;
}

/** The rule behind a code; null where there is none. */
export async function findRuleByCode(tx: TenantTx, code: string): Promise<ShareRuleRow | null> {
  const [row] = await tx.query<ShareRuleRow>(`select ${COLUMNS} from share_rule where tenant_id = $1 and code = $2`, [
    tx.tenantId,
    code,
  ]);
  return row ?? null;
}
