import { formatYuan } from '@boyun/domain/money';
import { putBack, takeFrom } from '@boyun/domain/wallet';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Payment } from '@boyun/money/server';
import type { ParkingOrder } from '@boyun/orders/server';
import { askedNow, collectPayment, type StoredReturn } from '@boyun/payments/server';
import { walletRefusal } from '../wallet/wallet.contract.ts';
import { findByPlate, findParts, findTaken, moveMoney, type WalletRow } from '../wallet/wallet.queries.ts';
import { endGifts, lockWallet } from '../wallet/wallet.service.ts';

const negative = <T extends { readonly amountFen: number }>(shares: readonly T[]) =>
  shares.map((one) => ({ ...one, amountFen: -one.amountFen }));

/** Pays exactly this amount for a locked order from a locked wallet in use; refuses where it is not enough. */
export async function payFromWallet(
  tx: TenantTx,
  wallet: WalletRow,
  order: ParkingOrder,
  amountFen: number,
): Promise<{ payment: Payment; balanceFen: number }> {
  const shares = takeFrom(await findParts(tx, wallet.id), amountFen, tx.now.getTime());
  if (!shares)
    throw new Refusal(walletRefusal.short, { balance: formatYuan(wallet.balanceFen), due: formatYuan(amountFen) });
  const payment = await collectPayment(tx, order, amountFen, { channel: 'balance', sourceId: wallet.id });
  const { id: paymentId } = payment;
  const move = { kind: 'payment', shares: negative(shares), lotId: order.lotId, paymentId, note: null } as const;
  return { payment, balanceFen: await moveMoney(tx, wallet.id, move) };
}

/** What the wallet of a car paid at its exit, in fen. */
export interface WalletPaid {
  readonly amountFen: number;
  readonly balanceFen: number;
}

/**
 * Pays the amount due of a stay, with the debts collected along with it, from the wallet its plate is bound to, where the customer allows as
 * much without a question; all or nothing. Null where nothing was paid: the driver is then asked as ever.
 */
export async function payAtExit(tx: TenantTx, orderId: string, plate: string): Promise<WalletPaid | null> {
  const allowed = await findByPlate(tx, plate);
  if (!allowed?.isAutomatic || allowed.limitFen === null) return null;
  const asked = await askedNow(tx, orderId);
  if (!asked) return null;
  const { order, amountFen } = asked;
  if (amountFen === 0 || amountFen > allowed.limitFen) return null;
  const wallet = await lockWallet(tx, allowed.walletId);
  if (wallet?.state !== 'active' || wallet.balanceFen < amountFen) return null;
  const { balanceFen } = await payFromWallet(tx, wallet, order, amountFen);
  return { amountFen, balanceFen };
}

/** Puts a refund of a stay back into the parts its payment took; a gift that has ended meanwhile ends at once. */
export async function putBackInWallet(tx: TenantTx, back: StoredReturn): Promise<void> {
  const { storeId: walletId, amountFen, ...move } = back;
  const { paymentId, refundId } = move;
  const wallet = await lockWallet(tx, walletId);
  if (!wallet) throw new Error(`the wallet ${walletId} of refund ${refundId} is gone`);
  const taken = await findTaken(tx, 'payment_id', paymentId);
  const parts = await findParts(
    tx,
    walletId,
    taken.map((one) => one.partId),
  );
  const shares = putBack(parts, taken, amountFen);
  if (!shares) throw new Error(`payment ${paymentId} took less than ${amountFen} fen from wallet ${walletId}`);
  const balanceFen = await moveMoney(tx, walletId, { kind: 'payment-back', shares, ...move });
  await endGifts(tx, { ...wallet, balanceFen });
}
