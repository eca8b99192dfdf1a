import type { TenantTx } from '@boyun/kernel/server';
import { billKindOf, type Settlement, setBill } from '@boyun/money/server';
import { findTaken, insertPart, moveMoney, type WalletRow } from '../wallet/wallet.queries.ts';
import { addGift, factsOf, lockWallet } from '../wallet/wallet.service.ts';
import { walletRefunded, walletRefundFailed, walletToppedUp } from '../wallet/wallet-event.contract.ts';
import { endTopUp, findTopUp, notePayment, type TopUpRow } from './top-up.queries.ts';

/** The kind of the bills of top-ups. */
export const WALLET = 'wallet';

/** A locked wallet with one of its top-ups. */
export interface ToppedUp {
  readonly wallet: WalletRow;
  readonly topUp: TopUpRow;
}

/** The bill of a top-up. */
export const billOf = ({ wallet, topUp }: ToppedUp) => ({
  kind: WALLET,
  subjectId: wallet.id,
  number: topUp.number,
  lotId: topUp.lotId,
  plate: wallet.plates.split(' ')[0]!,
  grossFen: topUp.amountFen,
  reducedFen: 0,
});

/** Puts the money of a top-up that arrived, and the gift that was promised with it, into the wallet. */
async function settle(tx: TenantTx, { wallet, topUp }: ToppedUp, settlement: Settlement) {
  const { paymentId, paymentNo, channel, paidAt } = settlement;
  const { id: topUpId, amountFen, giftFen, onRefund, lotId, note } = topUp;
  const actor = { id: topUp.actorId, name: topUp.actorName };
  await notePayment(tx, topUpId, paymentId);
  await endTopUp(tx, topUpId, paidAt);
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
async function takeBack(
  tx: TenantTx,
  { wallet }: ToppedUp,
  refund: { readonly id: string; readonly amountFen: number },
) {
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

/** Each top-up is a bill; what is in a wallet is owed to its customer until it is spent. */
export const walletBills = billKindOf<ToppedUp>({
  credit: (walletId) => ({ account: 'wallet', party: walletId }),
  // Wallets have events of their own: a top-up is not received until it is spent.
  hasOwnEvents: true,
  async lock(tx, walletId, number) {
    const wallet = await lockWallet(tx, walletId);
    const topUp = wallet && (await findTopUp(tx, walletId, number));
    return topUp && { values: billOf({ wallet, topUp }), subject: { wallet, topUp } };
  },
  settled: settle,
  // Nothing is owed for a top-up that was not paid; money that arrives late opens the bill again.
  async ended(tx, subject) {
    await setBill(tx, { ...billOf(subject), grossFen: 0 });
    await endTopUp(tx, subject.topUp.id, null);
  },
  async refunded(tx, { wallet }, { refundId: paymentId, refundNo: paymentNo, channel, appliedFen }) {
    tx.emit(walletRefunded, factsOf(wallet, { paymentId, paymentNo, channel, amountFen: -appliedFen }));
  },
  refundFailed: takeBack,
});
