import { findHeld } from '@boyun/coupons/server';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { wallet } from '../wallet/wallet.contract.ts';
import { getWalletCoupons } from './customer-coupon.contract.ts';

/** The coupons of a wallet's customer. */
export const walletCouponsServer = handle(getWalletCoupons, async (tx, { walletId }) => {
  const [row] = await tx.query<{ lotId: string; mobile: string; plates: string[] }>(
    `select w.lot_id, w.mobile, array(select p.plate from wallet_plate p where p.tenant_id = w.tenant_id and p.wallet_id = w.id) as plates
     from wallet w where w.tenant_id = $1 and w.id = $2`,
    [tx.tenantId, walletId],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, wallet.title);
  return findHeld(tx, { plates: row.plates, mobiles: [row.mobile] });
});
