import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { type OwnerState, spotOwner, spotOwnerRefusal } from './spot-owner.contract.ts';

/** An owner. */
export interface OwnerRow {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly lotId: string;
  readonly state: OwnerState;
  readonly balanceFen: number;
  readonly bankName: string | null;
  readonly accountName: string | null;
  readonly accountNo: string | null;
}

const OWNER = `select id, name, mobile, lot_id, state, balance_fen, bank_name, account_name, account_no
  from spot_owner where tenant_id = $1`;

/** An owner by the code of the own page; null where there is none. */
export async function findOwnerByCode(tx: TenantTx, code: string): Promise<OwnerRow | null> {
  const [row] = await tx.query<OwnerRow>(`${OWNER} and code = $2`, [tx.tenantId, code]);
  return row ?? null;
}

/** An owner, locked; null where there is none. */
export async function lockOwner(tx: TenantTx, id: string): Promise<OwnerRow | null> {
  const [row] = await tx.query<OwnerRow>(`${OWNER} and id = $2 for update`, [tx.tenantId, id]);
  return row ?? null;
}

/** An owner in use of the caller's lots, locked. */
export async function requireOwner(tx: TenantTx, id: string): Promise<OwnerRow> {
  const row = await lockOwner(tx, id);
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, spotOwner.title);
  if (row.state === 'frozen') throw new Refusal(spotOwnerRefusal.frozen, { name: row.name });
  return row;
}

/** Kinds of movements of an owner's money. */
type OwnerEntryKind = 'booking' | 'overstay' | 'overstay-back' | 'withdrawal' | 'withdrawal-back';

/** Moves an owner's balance and writes the movement; nothing for zero. */
export async function moveOwnerMoney(
  tx: TenantTx,
  ownerId: string,
  move: {
    readonly kind: OwnerEntryKind;
    readonly amountFen: number;
    readonly lotId: string;
    readonly bookingId?: string;
    readonly withdrawalId?: string;
  },
): Promise<void> {
  if (move.amountFen === 0) return;
  await tx.query(
    `with moved as (
       update spot_owner set balance_fen = balance_fen + $4, updated_at = $8, version = version + 1
       where tenant_id = $1 and id = $2 returning balance_fen
     )
     insert into owner_entry (tenant_id, id, owner_id, kind, amount_fen, balance_fen, lot_id, booking_id, withdrawal_id, at)
     select $1, $9, $2, $3, $4, balance_fen, $5, $6, $7, $8 from moved`,
    [
      tx.tenantId,
      ownerId,
      move.kind,
      move.amountFen,
      move.lotId,
      move.bookingId ?? null,
      move.withdrawalId ?? null,
      tx.now,
      tx.newId(),
    ],
  );
}
