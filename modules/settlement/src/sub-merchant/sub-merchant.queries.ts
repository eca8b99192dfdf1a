import type { ShareTerms, ShareTier } from '@boyun/domain/settlement';
import type { TenantTx } from '@boyun/kernel/server';
import type { SettlementCycle, ShareKind } from './sub-merchant.contract.ts';

/** A sub-merchant as settlements need it. */
export interface SubMerchantRow {
  readonly id: string;
  readonly name: string;
  readonly status: 1 | 2;
  readonly lotIds: readonly string[];
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly shareKind: ShareKind;
  readonly sharePercent: number | null;
  readonly tiers: readonly ShareTier[] | null;
  readonly rentFen: number | null;
  readonly cycle: SettlementCycle;
  readonly bankName: string | null;
  readonly accountName: string | null;
  readonly accountNo: string | null;
}

const COLUMNS = `id, name, status, lot_ids, valid_from, valid_until, share_kind, share_percent, tiers, rent_fen, cycle, bank_name,
  account_name, account_no`;

/** Returns a sub-merchant; null where there is none. A lock lets its settlements be made one after the other. */
export async function findSubMerchant(tx: TenantTx, id: string, isLocked = false): Promise<SubMerchantRow | null> {
  const [row] = await tx.query<SubMerchantRow>(
    `select ${COLUMNS} from sub_merchant where tenant_id = $1 and id = $2${isLocked ? ' for no key update' : ''}`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** What a sub-merchant gets, by its contract. */
export function termsOf({ shareKind, sharePercent, tiers, rentFen }: SubMerchantRow): ShareTerms {
  switch (shareKind) {
    case 'percent':
      return { kind: 'percent', basisPoints: Math.round(sharePercent! * 100) };
    case 'tiers':
      return { kind: 'tiers', tiers: tiers! };
    case 'rent':
      return { kind: 'rent', rentFen: rentFen! };
  }
}

/** Returns the sub-merchant whose account the caller is; null where it is an account of the operator. */
export async function findOwnSubMerchant(tx: TenantTx, accountId = tx.who.userId): Promise<string | null> {
  if (!accountId) return null;
  const [row] = await tx.query<{ id: string }>(
    'select sub_merchant_id as id from sub_account where tenant_id = $1 and account_id = $2',
    [tx.tenantId, accountId],
  );
  return row?.id ?? null;
}

/** Returns the last day up to which a sub-merchant is settled, or has a draft; null where there is none. */
export async function settledUntil(tx: TenantTx, subMerchantId: string): Promise<string | null> {
  const [row] = await tx.query<{ day: string | null }>(
    'select max(to_day) as day from settlement where tenant_id = $1 and sub_merchant_id = $2',
    [tx.tenantId, subMerchantId],
  );
  return row?.day ?? null;
}
