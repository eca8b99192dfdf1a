import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { findParts } from '../wallet/wallet.queries.ts';
import { subjectOf } from '../wallet/wallet.service.ts';
import { getWalletRefund, refundWallet } from './wallet-refund.contract.ts';
import { paidFenOf, planOf, requestRefund } from './wallet-refund.service.ts';

/** Refunds of wallets and their preview. */
export const walletRefundServers = [
  handle(getWalletRefund, async (tx, { walletId, amountFen }) => {
    const [row] = await tx.query<{ lotId: string; balanceFen: number }>(
      'select lot_id, balance_fen from wallet where tenant_id = $1 and id = $2',
      [tx.tenantId, walletId],
    );
    if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '钱包', en: 'Wallet' });
    const parts = await findParts(tx, walletId);
    const refundableFen = paidFenOf(parts);
    const askedFen = amountFen ?? refundableFen;
    const plan = askedFen > 0 ? await planOf(tx, walletId, parts, askedFen) : null;
    return {
      balanceFen: row.balanceFen,
      refundableFen,
      forfeitedFen: (plan?.forfeited ?? []).reduce((sum, one) => sum + one.amountFen, 0),
      isPossible: plan !== null,
      lines: (plan?.lines ?? []).map(({ from: { paymentNo, channel }, amountFen: backFen }) => ({
        paymentNo,
        channel,
        amountFen: backFen,
      })),
    };
  }),
  handle(refundWallet, async (tx, given, act) => {
    const { wallet, asked } = await requestRefund(tx, given);
    const { reviewId, isPending, effect } = asked;
    const { amountFen, way, reason } = given;
    act.describe({
      ...subjectOf(wallet),
      before: { balanceFen: wallet.balanceFen },
      after: { amountFen, way, note: reason, effect },
    });
    return { reviewId, isPending };
  }),
];
