import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { PurchaseState } from './purchase.contract.ts';

/** What the payer reads about a purchase. */
export interface PurchaseWords {
  readonly title: Label;
  readonly lines: readonly { readonly label: Label; readonly text: Label }[];
}

/** A purchase; `P` is what its module keeps until the money has arrived. */
export interface PurchaseRow<P = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly number: number;
  readonly lotId: string | null;
  readonly plate: string;
  readonly amountFen: number;
  readonly state: PurchaseState;
  readonly code: string | null;
  readonly validUntil: Date;
  readonly words: PurchaseWords;
  readonly payload: P;
  readonly actorId: string | null;
  readonly actorName: string;
}

const PURCHASE = `select p.id, p.kind, p.subject_id, p.number, p.lot_id, b.plate, p.amount_fen, p.state, p.code, p.valid_until, p.words,
    p.payload, p.actor_id, p.actor_name
  from purchase p join bill b
    on b.tenant_id = p.tenant_id and b.kind = p.kind and b.subject_id = p.subject_id and b.number = p.number
  where p.tenant_id = $1`;

/** Returns a purchase by its id or its code; null where there is none. */
export async function findPurchase(tx: TenantTx, by: 'id' | 'code', value: string): Promise<PurchaseRow | null> {
  const [row] = await tx.query<PurchaseRow>(`${PURCHASE} and p.${by} = $2`, [tx.tenantId, value]);
  return row ?? null;
}

/** Returns the purchase of a bill; null for bills that were paid when they were made. */
export async function findPurchaseOf(
  tx: TenantTx,
  { kind, subjectId, number }: Pick<PurchaseRow, 'kind' | 'subjectId' | 'number'>,
): Promise<PurchaseRow | null> {
  const [row] = await tx.query<PurchaseRow>(`${PURCHASE} and p.kind = $2 and p.subject_id = $3 and p.number = $4`, [
    tx.tenantId,
    kind,
    subjectId,
    number,
  ]);
  return row ?? null;
}

/** Returns the purchases of a subject that are still to be paid, oldest first. */
export function findOpen(tx: TenantTx, kind: string, subjectId: string): Promise<PurchaseRow[]> {
  return tx.query<PurchaseRow>(`${PURCHASE} and p.kind = $2 and p.subject_id = $3 and p.state = 'open' order by p.id`, [
    tx.tenantId,
    kind,
    subjectId,
  ]);
}

/** Writes a purchase that begins, or that begins again for a bill that is owed: then it keeps its code. */
export async function insertPurchase(tx: TenantTx, purchase: Omit<PurchaseRow, 'plate'>): Promise<void> {
  await tx.query(
    `insert into purchase (tenant_id, id, kind, subject_id, number, lot_id, amount_fen, state, code, valid_until, words, payload, actor_id,
       actor_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $10, $11, $12, $13, $14)
     on conflict (tenant_id, kind, subject_id, number) do update set amount_fen = excluded.amount_fen, state = 'open',
       valid_until = excluded.valid_until, words = excluded.words, actor_id = excluded.actor_id, actor_name = excluded.actor_name,
       ended_at = null`,
    [
      tx.tenantId,
      purchase.id,
      purchase.kind,
      purchase.subjectId,
      purchase.number,
      purchase.lotId,
      purchase.amountFen,
      purchase.code,
      purchase.validUntil,
      JSON.stringify(purchase.words),
      JSON.stringify(purchase.payload),
      purchase.actorId,
      purchase.actorName,
      tx.now,
    ],
  );
}

/** Ends a purchase: its money arrived, or it can no longer be paid. */
export async function endPurchase(tx: TenantTx, id: string, state: 'paid' | 'closed'): Promise<void> {
  await tx.query('update purchase set state = $3, ended_at = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    state,
    tx.now,
  ]);
}

/** Ends the price of an open purchase now, so that no further payment begins. */
export async function stopPurchase(tx: TenantTx, id: string): Promise<void> {
  await tx.query(
    `update purchase set valid_until = least(valid_until, $3) where tenant_id = $1 and id = $2 and state = 'open'`,
    [tx.tenantId, id, tx.now],
  );
}
