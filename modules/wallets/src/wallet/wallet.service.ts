import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { walletRefusal, walletTransitions } from './wallet.contract.ts';
import { findParts, insertPart, lockRow, moveMoney, type WalletRow } from './wallet.queries.ts';
import { walletAdjusted, walletFrozen, walletGiftEnded, walletReleased } from './wallet-event.contract.ts';

const DAY_MS = 24 * 3_600_000;

/** The facts of an event of a wallet, which is filed under the wallet. */
export function factsOf<T extends object>({ id: walletId, mobile, lotId }: WalletRow, more: T) {
  return { lotId, subjectId: walletId, data: { walletId, mobile, ...more } };
}

/** The wallet of an audit entry. */
export const subjectOf = (row: Pick<WalletRow, 'id' | 'mobile' | 'holderName'>) => ({
  subjectKind: 'wallet',
  subjectId: row.id,
  subject: `${row.mobile} ${row.holderName}`,
});

/** Returns a wallet, locked, after gifts that have ended were taken out of it; null where there is none. */
export async function lockWallet(tx: TenantTx, walletId: string): Promise<WalletRow | null> {
  const row = await lockRow(tx, walletId);
  return row && endGifts(tx, row);
}

/** A wallet the caller may see, locked, where its state allows the act. */
export async function requireWallet(
  tx: TenantTx,
  walletId: string,
  act: keyof typeof walletTransitions | null,
): Promise<WalletRow> {
  const wallet = await lockWallet(tx, walletId);
  if (!wallet || !coversLot(tx.who, wallet.lotId)) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
  if (act) requireAct(tx, wallet, act);
  return wallet;
}

/** Refuses an act that the state of a wallet does not allow. */
export function requireAct(tx: TenantTx, { state }: WalletRow, act: keyof typeof walletTransitions): void {
  const reason = disabledReason(walletTransitions, act, state);
  if (reason) throw new Refusal(walletRefusal['not-possible'], { reason: reason[tx.who.language] });
}

/**
 * Takes gifts that have ended out of a locked wallet and gives their expense back. Every use does so first, so that money that ended a moment
 * ago pays nothing, whether the sweep came by or not; a second call finds nothing left.
 */
export async function endGifts(tx: TenantTx, wallet: WalletRow): Promise<WalletRow> {
  const ended = (await findParts(tx, wallet.id)).filter((one) => one.endsAt && one.endsAt <= tx.now && one.leftFen > 0);
  if (ended.length === 0) return wallet;
  const shares = ended.map(({ id: partId, leftFen }) => ({ partId, amountFen: -leftFen }));
  const balanceFen = await takeGifts(tx, wallet, { kind: 'gift-ended', shares, note: null });
  const amountFen = shares.reduce((sum, one) => sum + one.amountFen, 0);
  tx.emit(walletGiftEnded, factsOf(wallet, { amountFen, balanceFen }));
  return { ...wallet, balanceFen };
}

interface GiftMove {
  readonly shares: readonly { readonly partId: string; readonly amountFen: number }[];
  readonly note: string | null;
  readonly actor?: { readonly id: string | null; readonly name: string };
}

/** Moves gifts of a locked wallet and books the expense for them, or gives it back; returns the balance. */
async function moveGifts(
  tx: TenantTx,
  wallet: WalletRow,
  move: GiftMove & { readonly kind: 'gift' | 'gift-ended' | 'gift-forfeited' | 'adjusted-up' | 'adjusted-down' },
): Promise<number> {
  const balanceFen = await moveMoney(tx, wallet.id, { ...move, lotId: wallet.lotId });
  const amountFen = move.shares.reduce((sum, one) => sum + one.amountFen, 0);
  const entries = [
    { account: 'promotion', party: 'wallet', amountFen },
    { account: 'wallet', party: wallet.id, amountFen: -amountFen },
  ] as const;
  await book(tx, entries, { lotId: wallet.lotId });
  return balanceFen;
}

/** Takes gifts out of a locked wallet; the amounts of the shares are below zero. Returns the balance. */
export const takeGifts = (
  tx: TenantTx,
  wallet: WalletRow,
  move: GiftMove & { readonly kind: 'gift-ended' | 'gift-forfeited' | 'adjusted-down' },
): Promise<number> => moveGifts(tx, wallet, move);

/** Puts a gift into a locked wallet. Returns the balance. */
export async function addGift(
  tx: TenantTx,
  wallet: WalletRow,
  gift: {
    readonly kind: 'gift' | 'adjusted-up';
    readonly amountFen: number;
    readonly validDays: number | null;
    readonly topUpId: string | null;
    readonly onRefund: 'whole' | 'proportional';
    readonly note: string | null;
    readonly actor: { readonly id: string | null; readonly name: string };
  },
): Promise<number> {
  const { amountFen, validDays, topUpId, onRefund, ...move } = gift;
  const endsAt = validDays === null ? null : new Date(tx.now.getTime() + validDays * DAY_MS);
  const partId = await insertPart(tx, wallet.id, { kind: 'gift', topUpId, amountFen, onRefund, endsAt });
  return moveGifts(tx, wallet, { ...move, shares: [{ partId, amountFen }] });
}

/** Freezes or releases a wallet. Returns its previous state. */
export async function setFrozen(
  tx: TenantTx,
  walletId: string,
  act: 'freeze' | 'release',
  note: string,
): Promise<WalletRow> {
  const wallet = await requireWallet(tx, walletId, act);
  await tx.query(
    'update wallet set state = $3, updated_at = $4, version = version + 1 where tenant_id = $1 and id = $2',
    [tx.tenantId, walletId, walletTransitions[act].to, tx.now],
  );
  tx.emit(act === 'freeze' ? walletFrozen : walletReleased, factsOf(wallet, { note }));
  return wallet;
}

/** Emits that a wallet was adjusted. */
export function emitAdjusted(
  tx: TenantTx,
  wallet: WalletRow,
  data: { readonly amountFen: number; readonly balanceFen: number; readonly note: string },
): void {
  tx.emit(walletAdjusted, factsOf(wallet, data));
}
