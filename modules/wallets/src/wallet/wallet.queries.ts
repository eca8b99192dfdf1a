import type { MoneyPart, OnRefund, Share, ToppedUpPart } from '@boyun/domain/wallet';
import type { TenantTx } from '@boyun/kernel/server';
import { type StoredMove, writeEntry } from '@boyun/payments/server';
import type { WalletState } from './wallet.contract.ts';
import type { WalletEntryKind } from './wallet-list.contract.ts';

/** A wallet as business sees it. */
export interface WalletRow {
  readonly id: string;
  readonly mobile: string;
  readonly holderName: string;
  readonly plates: string;
  readonly lotId: string;
  readonly state: WalletState;
  readonly balanceFen: number;
}

/** A part of the money of a wallet, as the database has it. */
export interface PartRow extends ToppedUpPart {
  readonly amountFen: number;
  readonly createdAt: Date;
  readonly endsAt: Date | null;
}

/** Returns a wallet, locked: everything that moves its money waits here. Null where there is none. */
export async function lockRow(tx: TenantTx, walletId: string): Promise<WalletRow | null> {
  const [row] = await tx.query<WalletRow>(
    `select id, mobile, holder_name, plates, lot_id, state, balance_fen from wallet where tenant_id = $1 and id = $2 for update`,
    [tx.tenantId, walletId],
  );
  return row ?? null;
}

/** Returns the wallet of a mobile; null where it has none. */
export async function findWalletOf(tx: TenantTx, mobile: string): Promise<{ id: string; balanceFen: number } | null> {
  const [row] = await tx.query<{ id: string; balanceFen: number }>(
    'select id, balance_fen from wallet where tenant_id = $1 and mobile = $2',
    [tx.tenantId, mobile],
  );
  return row ?? null;
}

/** Returns the parts of a wallet, oldest first; without those that are used up, unless they are named. */
export async function findParts(tx: TenantTx, walletId: string, alsoIds: readonly string[] = []): Promise<PartRow[]> {
  const rows = await tx.query<Omit<PartRow, 'endsAtMs'>>(
    `select id, number, kind, top_up_id, on_refund, amount_fen, left_fen, ends_at, created_at from wallet_part
     where tenant_id = $1 and wallet_id = $2 and (left_fen > 0 or id = any($3::uuid[])) order by number`,
    [tx.tenantId, walletId, alsoIds],
  );
  return rows.map((row) => ({ ...row, endsAtMs: row.endsAt?.getTime() ?? null }));
}

/** A part to be made; its money comes with the entry that moves it in. */
export interface NewPart {
  readonly kind: MoneyPart['kind'];
  readonly topUpId: string | null;
  readonly amountFen: number;
  readonly onRefund: OnRefund;
  readonly endsAt: Date | null;
}

/** Makes an empty part of a locked wallet and returns its id. */
export async function insertPart(tx: TenantTx, walletId: string, part: NewPart): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `with counted as (
       update wallet set part_count = part_count + 1 where tenant_id = $1 and id = $3 returning part_count
     )
     insert into wallet_part (tenant_id, id, wallet_id, number, kind, top_up_id, amount_fen, left_fen, on_refund, ends_at, created_at)
     select $1, $2, $3, part_count, $4, $5, $6, 0, $7, $8, $9 from counted`,
    [tx.tenantId, id, walletId, part.kind, part.topUpId, part.amountFen, part.onRefund, part.endsAt, tx.now],
  );
  return id;
}

/** A movement of a wallet's money. */
export interface Move extends Omit<StoredMove<keyof typeof WalletEntryKind>, 'amountFen'> {
  /** What moves of each part; below zero where it leaves the wallet. */
  readonly shares: readonly Share[];
}

/** Moves money of a locked wallet, its parts and its balance alike, and returns the balance; the database refuses a negative one. */
export async function moveMoney(tx: TenantTx, walletId: string, { shares, ...move }: Move): Promise<number> {
  const amountFen = shares.reduce((sum, one) => sum + one.amountFen, 0);
  const [row] = await tx.query<{ balanceFen: number; number: number }>(
    `update wallet set balance_fen = balance_fen + $3, entry_count = entry_count + 1, updated_at = $4
     where tenant_id = $1 and id = $2 returning balance_fen, entry_count as number`,
    [tx.tenantId, walletId, amountFen, tx.now],
  );
  const entryId = await writeEntry(tx, { kind: 'wallet', id: walletId }, { ...move, amountFen }, row!);
  await tx.query(
    `with share as (
       select * from unnest($3::uuid[], $4::bigint[]) as s(part_id, amount_fen)
     ), moved as (
       update wallet_part p set left_fen = p.left_fen + s.amount_fen from share s
       where p.tenant_id = $1 and p.id = s.part_id returning p.id, s.amount_fen, p.left_fen
     )
     insert into wallet_entry_part (tenant_id, entry_id, part_id, amount_fen, left_fen)
     select $1, $2, id, amount_fen, left_fen from moved`,
    [tx.tenantId, entryId, shares.map((one) => one.partId), shares.map((one) => one.amountFen)],
  );
  return row!.balanceFen;
}

/** Returns what is still away of each part by the entries of one payment or refund. */
export function findTaken(tx: TenantTx, by: 'payment_id' | 'refund_id', id: string): Promise<Share[]> {
  return tx.query<Share>(
    `select s.part_id, -sum(s.amount_fen)::bigint as "amountFen" from stored_entry_fact e
     join wallet_entry_part s on s.tenant_id = e.tenant_id and s.entry_id = e.id
     where e.tenant_id = $1 and e.${by} = $2 group by s.part_id having sum(s.amount_fen) < 0`,
    [tx.tenantId, id],
  );
}

/** Returns the wallet a plate is bound to, with what its customer allows at exits; null where it is in none. */
export async function findByPlate(
  tx: TenantTx,
  plate: string,
): Promise<{ walletId: string; isAutomatic: boolean; limitFen: number | null } | null> {
  const [row] = await tx.query<{ walletId: string; isAutomatic: boolean; limitFen: number | null }>(
    'select wallet_id, is_automatic, limit_fen from wallet_plate where tenant_id = $1 and plate = $2',
    [tx.tenantId, plate],
  );
  return row ?? null;
}
