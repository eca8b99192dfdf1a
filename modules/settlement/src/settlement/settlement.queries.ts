import type { ShareTerms } from '@boyun/domain/settlement';
import type { TenantTx } from '@boyun/kernel/server';
import type { SettlementState } from './settlement.contract.ts';

/** What a settlement keeps of the contract it was made by. */
export interface KeptTerms {
  readonly name: string;
  readonly share: ShareTerms;
  readonly bankName: string | null;
  readonly accountName: string | null;
  readonly accountNo: string | null;
}

/** A settlement as business sees it. */
export interface SettlementRow {
  readonly id: string;
  readonly settlementNo: string;
  readonly subMerchantId: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly state: SettlementState;
  readonly lotIds: readonly string[];
  readonly terms: KeptTerms;
  readonly shareFen: number;
  readonly adjustedFen: number;
  readonly carriedFen: number;
  readonly payableFen: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly settledBy: string | null;
  readonly settledAt: Date | null;
  readonly reviewers: readonly string[];
  readonly payoutId: string | null;
  readonly paidAt: Date | null;
}

const COLUMNS = `id, settlement_no, sub_merchant_id, from_day, to_day, state, lot_ids, terms, share_fen, adjusted_fen, carried_fen,
  payable_fen, created_by, created_at, settled_by, settled_at, reviewers, payout_id, paid_at`;

/** Returns a settlement; null where there is none. */
export async function findSettlement(tx: TenantTx, id: string, isLocked = false): Promise<SettlementRow | null> {
  const [row] = await tx.query<SettlementRow>(
    `select ${COLUMNS} from settlement where tenant_id = $1 and id = $2${isLocked ? ' for update' : ''}`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns settlements in the order of their sub-merchants and days. */
export function findSettlements(tx: TenantTx, ids: readonly string[], isLocked: boolean): Promise<SettlementRow[]> {
  return tx.query<SettlementRow>(
    `select ${COLUMNS} from settlement where tenant_id = $1 and id = any($2::uuid[])
     order by sub_merchant_id, from_day, id${isLocked ? ' for update' : ''}`,
    [tx.tenantId, ids],
  );
}

/** The figures of days, in fen. */
export interface Figures {
  readonly grossFen: number;
  readonly operatorFen: number;
  readonly merchantFen: number;
  readonly owingFen: number;
  readonly receivedFen: number;
  readonly refundedFen: number;
  readonly feeFen: number;
  readonly netFen: number;
}

/** Sums of the figures of rows `d` of `lot_day`. */
export const FIGURE_SUMS = {
  grossFen: 'coalesce(sum(d.gross_fen), 0)::bigint',
  operatorFen: 'coalesce(sum(d.operator_fen), 0)::bigint',
  merchantFen: 'coalesce(sum(d.merchant_fen), 0)::bigint',
  owingFen: 'coalesce(sum(d.gross_fen - d.operator_fen - d.merchant_fen - d.received_fen), 0)::bigint',
  receivedFen: 'coalesce(sum(d.received_fen), 0)::bigint',
  refundedFen: 'coalesce(sum(d.refunded_fen), 0)::bigint',
  feeFen: 'coalesce(sum(d.fee_fen), 0)::bigint',
  netFen: 'coalesce(sum(d.net_fen), 0)::bigint',
} as const;
const SUMS = Object.entries(FIGURE_SUMS)
  .map(([key, value]) => `${value} as "${key}"`)
  .join(', ');

/** The figures of a lot on a day. */
export interface LotDayFigures extends Figures {
  readonly lotId: string;
  readonly day: string;
  readonly settlementId: string | null;
  readonly shareFen: number | null;
}

const LOT_DAYS = `select d.lot_id, d.day, d.settlement_id, d.share_fen, ${SUMS} from lot_day d`;
const BY_LOT_DAY = 'group by d.lot_id, d.day, d.settlement_id, d.share_fen order by d.day, d.lot_id';

/** Returns the days of a settlement by lot. */
export function findDaysOf(tx: TenantTx, settlementId: string): Promise<LotDayFigures[]> {
  return tx.query<LotDayFigures>(`${LOT_DAYS} where d.tenant_id = $1 and d.settlement_id = $2 ${BY_LOT_DAY}`, [
    tx.tenantId,
    settlementId,
  ]);
}

/** Returns what lots brought from one day to another, both included, where they brought anything. */
export function findLotDays(
  tx: TenantTx,
  lotIds: readonly string[],
  from: string,
  to: string,
): Promise<LotDayFigures[]> {
  return tx.query<LotDayFigures>(
    `${LOT_DAYS} where d.tenant_id = $1 and d.lot_id = any($2::uuid[]) and d.day between $3 and $4 ${BY_LOT_DAY}`,
    [tx.tenantId, lotIds, from, to],
  );
}

/** The net of a sub-merchant's settled days of a month before a day. */
export async function netOfMonth(tx: TenantTx, subMerchantId: string, before: string): Promise<number> {
  const [row] = await tx.query<{ fen: number }>(
    `select coalesce(sum(d.net_fen), 0)::bigint as fen from settlement s
     join lot_day d on d.tenant_id = s.tenant_id and d.settlement_id = s.id
     where s.tenant_id = $1 and s.sub_merchant_id = $2 and s.to_day >= date_trunc('month', $3::date)
       and d.day >= date_trunc('month', $3::date) and d.day < $3`,
    [tx.tenantId, subMerchantId, before],
  );
  return row!.fen;
}

/** What earlier settlements of a sub-merchant left to be returned: zero or less. */
export async function carriedOver(tx: TenantTx, subMerchantId: string): Promise<number> {
  const [row] = await tx.query<{ fen: number }>(
    `select coalesce(sum(payable_fen), 0)::bigint as fen from settlement
     where tenant_id = $1 and sub_merchant_id = $2 and state = 'settled' and payable_fen < 0`,
    [tx.tenantId, subMerchantId],
  );
  return row!.fen;
}

/** An amount added to a settlement by a person. */
export interface Adjustment {
  readonly id: string;
  readonly amountFen: number;
  readonly note: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Returns the adjustments of a settlement, oldest first. */
export function findAdjustments(tx: TenantTx, settlementId: string): Promise<Adjustment[]> {
  return tx.query<Adjustment>(
    `select id, amount_fen, note, created_by, created_at from settlement_adjustment
     where tenant_id = $1 and settlement_id = $2 order by id`,
    [tx.tenantId, settlementId],
  );
}
