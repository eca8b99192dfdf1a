import type { TenantTx } from '@boyun/kernel/server';

/** What holds money that was paid in advance: a card or a wallet. */
export interface Store {
  readonly kind: 'card' | 'wallet';
  readonly id: string;
}

/** Who moved money. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
}

/** A movement of the money of a store. */
export interface StoredMove<K extends string = string> {
  readonly kind: K;
  /** Below zero where it leaves the store. */
  readonly amountFen: number;
  readonly lotId: string;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly note: string | null;
  /** By default the caller. */
  readonly actor?: Actor;
}

/** Writes a movement of a locked store, whose owner has moved its balance and counted the entry. Returns its id. */
export async function writeEntry(
  tx: TenantTx,
  store: Store,
  move: StoredMove,
  { balanceFen, number }: { readonly balanceFen: number; readonly number: number },
): Promise<string> {
  const id = tx.newId();
  const actor = move.actor ?? { id: tx.who.userId, name: tx.who.name };
  await tx.query(
    `insert into stored_entry (tenant_id, id, store_kind, store_id, number, lot_id, at, kind, amount_fen, balance_fen, payment_id,
       refund_id, note, actor_id, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      tx.tenantId,
      id,
      store.kind,
      store.id,
      number,
      move.lotId,
      tx.now,
      move.kind,
      move.amountFen,
      balanceFen,
      move.paymentId ?? null,
      move.refundId ?? null,
      move.note,
      actor.id,
      actor.name,
    ],
  );
  return id;
}
