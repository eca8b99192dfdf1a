import type { OnRefund } from '@boyun/domain/wallet';
import type { TenantTx } from '@boyun/kernel/server';

/** A top-up as business sees it. */
export interface TopUpRow {
  readonly id: string;
  readonly walletId: string;
  readonly number: number;
  readonly lotId: string;
  readonly state: 'paying' | 'succeeded' | 'closed';
  readonly amountFen: number;
  readonly giftFen: number;
  readonly giftDays: number | null;
  readonly giftRuleId: string | null;
  readonly onRefund: OnRefund;
  readonly note: string | null;
  readonly actorId: string | null;
  readonly actorName: string;
}

const TOP_UP = `select id, wallet_id, number, lot_id, state, amount_fen, gift_fen, gift_days, gift_rule_id, on_refund, note, actor_id,
    actor_name
  from wallet_top_up where tenant_id = $1`;

/** Returns a top-up of a locked wallet; null where there is none. */
export async function findTopUp(tx: TenantTx, id: string): Promise<TopUpRow | null> {
  const [row] = await tx.query<TopUpRow>(`${TOP_UP} and id = $2`, [tx.tenantId, id]);
  return row ?? null;
}

/** Returns a top-up of a locked wallet by the number of its bill; null where there is none. */
export async function findTopUpOf(tx: TenantTx, walletId: string, number: number): Promise<TopUpRow | null> {
  const [row] = await tx.query<TopUpRow>(`${TOP_UP} and wallet_id = $2 and number = $3`, [
    tx.tenantId,
    walletId,
    number,
  ]);
  return row ?? null;
}

/** Writes a top-up that begins. */
export async function insertTopUp(tx: TenantTx, topUp: TopUpRow): Promise<void> {
  await tx.query(
    `insert into wallet_top_up (tenant_id, id, wallet_id, number, lot_id, created_at, state, amount_fen, gift_fen, gift_days,
       gift_rule_id, on_refund, note, actor_id, actor_name)
     values ($1, $2, $3, $4, $5, $6, 'paying', $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.tenantId,
      topUp.id,
      topUp.walletId,
      topUp.number,
      topUp.lotId,
      tx.now,
      topUp.amountFen,
      topUp.giftFen,
      topUp.giftDays,
      topUp.giftRuleId,
      topUp.onRefund,
      topUp.note,
      topUp.actorId,
      topUp.actorName,
    ],
  );
}

/** Ends a top-up: its money arrived by a payment, or it can no longer be paid. */
export async function endTopUp(
  tx: TenantTx,
  topUpId: string,
  by: { readonly channel: string; readonly paymentId: string; readonly paidAt: Date } | null,
): Promise<void> {
  await tx.query(
    `update wallet_top_up set state = $3, channel = coalesce($4, channel), payment_id = $5, paid_at = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, topUpId, by ? 'succeeded' : 'closed', by?.channel ?? null, by?.paymentId ?? null, by?.paidAt ?? null],
  );
}
