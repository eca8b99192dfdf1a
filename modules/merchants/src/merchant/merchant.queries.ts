import { piece, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import type { CreditKind } from './merchant.contract.ts';

/** A merchant as business sees it; amounts in fen. */
export interface MerchantRow {
  readonly id: string;
  readonly name: string;
  readonly status: 1 | 2;
  readonly lotIds: readonly string[];
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly creditKind: CreditKind;
  readonly limitFen: number | null;
  readonly lowCreditFen: number | null;
  readonly balanceFen: number;
}

const COLUMNS = `id, name, status, lot_ids, valid_from, valid_until, credit_kind, limit_fen, low_credit_fen, balance_fen`;

/** Returns a merchant, locked so that its credit changes in one transaction at a time; null where there is none. */
export async function lockMerchant(tx: TenantTx, id: string): Promise<MerchantRow | null> {
  const [row] = await tx.query<MerchantRow>(
    `select ${COLUMNS} from merchant where tenant_id = $1 and id = $2 for no key update`,
    [tx.tenantId, id],
  );
  return row ?? null;
}

/** Returns the merchant that an account belongs to; null where it belongs to none. */
export async function findMerchantOf(
  tx: TenantTx,
  accountId: string | null,
): Promise<(MerchantRow & { readonly isManager: boolean }) | null> {
  const [row] = await tx.query<MerchantRow & { isManager: boolean }>(
    `select m.id, m.name, m.status, m.lot_ids, m.valid_from, m.valid_until, m.credit_kind, m.limit_fen, m.low_credit_fen,
       m.balance_fen, s.is_manager
     from merchant_staff s join merchant m on m.tenant_id = s.tenant_id and m.id = s.merchant_id
     where s.tenant_id = $1 and s.account_id = $2`,
    [tx.tenantId, accountId],
  );
  return row ?? null;
}

/** Returns what open grants hold of the credit of merchants, in fen by merchant id. */
export async function reservedOf(tx: TenantTx, merchantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: string; fen: number }>(
    `select merchant_id as id, sum(reserve_fen)::bigint as fen from merchant_grant
     where tenant_id = $1 and merchant_id = any($2::uuid[]) and state = 'granted' and valid_until > $3 group by 1`,
    [tx.tenantId, merchantIds, tx.now],
  );
  return new Map(rows.map((one) => [one.id, one.fen]));
}

/** What a merchant can still spend: its balance and credit limit, less what open grants hold. */
export const availableOf = (
  { balanceFen, limitFen }: Pick<MerchantRow, 'balanceFen' | 'limitFen'>,
  reservedFen: number,
): number => balanceFen + (limitFen ?? 0) - reservedFen;

/** A change of a merchant's balance that comes with money or with a package. */
export interface CreditMove {
  readonly kind: 'top-up' | 'refund' | 'refund-failed' | 'package';
  readonly amountFen: number;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly note: string | null;
  readonly actorName?: string;
}

/** Adds an amount to the balance of a locked merchant and returns the new balance. The ledger is booked by the caller. */
export async function moveCredit(
  tx: TenantTx,
  { id, lotIds }: Pick<MerchantRow, 'id' | 'lotIds'>,
  move: CreditMove,
): Promise<number> {
  const [row] = await tx.query<{ balanceFen: number; number: number }>(
    `update merchant set balance_fen = balance_fen + $3, entry_count = entry_count + 1
     where tenant_id = $1 and id = $2 returning balance_fen, entry_count as number`,
    [tx.tenantId, id, move.amountFen],
  );
  await tx.query(
    `insert into merchant_entry (tenant_id, id, merchant_id, number, at, lot_id, kind, amount_fen, balance_fen, payment_id, refund_id,
       note, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      tx.newId(),
      id,
      row!.number,
      tx.now,
      lotIds[0],
      move.kind,
      move.amountFen,
      row!.balanceFen,
      move.paymentId ?? null,
      move.refundId ?? null,
      move.note,
      move.actorName ?? tx.who.name,
    ],
  );
  return row!.balanceFen;
}

/** The condition that a row's merchant is in one of the caller's lots. */
export const ofLots = (alias: string): string =>
  `exists (select from merchant m where m.tenant_id = ${alias}.tenant_id and m.id = ${alias}.merchant_id and m.lot_ids && ?::uuid[])`;

/** The condition that a row is of the merchant of the caller's account. */
export const ofOwnMerchant = (tx: TenantTx, alias: string): Sql =>
  sql`${piece(alias)}.merchant_id = (select merchant_id from merchant_staff where tenant_id = ${tx.tenantId} and account_id = ${tx.who.userId})`;
