import type { TenantTx } from '@boyun/kernel/server';
import { purchasesOf, type Settlement } from '@boyun/money/server';
import { findTaken, insertPart, moveMoney, type WalletRow } from '../wallet/wallet.queries.ts';
import { addGift, factsOf, lockWallet } from '../wallet/wallet.service.ts';
import { walletRefunded, walletRefundFailed, walletToppedUp } from '../wallet/wallet-event.contract.ts';
import { mayTopUp } from './top-up.contract.ts';
import { endTopUp, findTopUp, type TopUpRow } from './top-up.queries.ts';

/** The kind of the bills of top-ups. */
export const WALLET = 'wallet';

/** What a purchase keeps of its top-up. */
interface Kept {
  readonly topUpId: string;
}

/** The bill of a top-up. */
export const billOf = ({ id: subjectId, plates }: WalletRow, { number, lotId, amountFen }: TopUpRow) => ({
  kind: WALLET,
  subjectId,
  number,
  lotId,
  plate: plates.split(' ')[0]!,
  grossFen: amountFen,
  reducedFen: 0,
});

/** Puts the money of a top-up that arrived, and the gift that was promised with it, into the wallet. */
async function settle(tx: TenantTx, wallet: WalletRow, topUp: TopUpRow, settlement: Settlement) {
  const { paymentId, paymentNo, channel, paidAt } = settlement;
  const { id: topUpId, amountFen, giftFen, onRefund, lotId, note } = topUp;
  const actor = { id: topUp.actorId, name: topUp.actorName };
  await endTopUp(tx, topUpId, { channel, paymentId, paidAt });
  const partId = await insertPart(tx, wallet.id, { kind: 'paid', topUpId, amountFen, onRefund, endsAt: null });
  const shares = [{ partId, amountFen }];
  let balanceFen = await moveMoney(tx, wallet.id, { kind: 'top-up', shares, lotId, paymentId, note, actor });
  if (giftFen > 0)
    balanceFen = await addGift(tx, wallet, {
      kind: 'gift',
      amountFen: giftFen,
      validDays: topUp.giftDays,
      topUpId,
      onRefund,
      note: null,
      actor,
    });
  return {
    type: walletToppedUp,
    ...factsOf(wallet, { paymentId, paymentNo, channel, amountFen, giftFen, balanceFen }),
  };
}

/** Puts money whose refund failed at its provider back into the parts it was taken from. Gifts that were forfeited for it stay so. */
async function takeBack(tx: TenantTx, wallet: WalletRow, refund: { readonly id: string; readonly amountFen: number }) {
  const shares = await findTaken(tx, 'refund_id', refund.id);
  const { lotId } = wallet;
  const { amountFen } = refund;
  const balanceFen = await moveMoney(tx, wallet.id, {
    kind: 'refund-failed',
    shares,
    lotId,
    refundId: refund.id,
    note: null,
  });
  tx.emit(walletRefundFailed, factsOf(wallet, { amountFen, balanceFen }));
}

/** Each top-up is a purchase; what is in a wallet is owed to its customer until it is spent. */
export const walletPurchases = purchasesOf<WalletRow, Kept>({
  kind: WALLET,
  takenBy: mayTopUp,
  credit: (walletId) => ({ account: 'wallet', party: walletId }),
  // Wallets have events of their own: a top-up is not received until it is spent.
  hasOwnEvents: true,
  lock: lockWallet,
  // A wallet takes its money also while it is frozen.
  isPossible: async () => true,
  async paid(tx, wallet, { payload }, settlement) {
    return settle(tx, wallet, (await findTopUp(tx, payload.topUpId))!, settlement);
  },
  closed: (tx, _wallet, { payload }) => endTopUp(tx, payload.topUpId, null),
  async refunded(tx, wallet, { refundId: paymentId, refundNo: paymentNo, channel, appliedFen }) {
    tx.emit(walletRefunded, factsOf(wallet, { paymentId, paymentNo, channel, amountFen: -appliedFen }));
  },
  refundFailed: takeBack,
});
