import { formatYuan } from '@boyun/domain/money';
import { takeFrom } from '@boyun/domain/wallet';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Approval, type Asked, reviewedAct } from '@boyun/reviews/server';
import { walletRefusal } from './wallet.contract.ts';
import { findParts, type WalletRow } from './wallet.queries.ts';
import { addGift, emitAdjusted, lockWallet, requireWallet, takeGifts } from './wallet.service.ts';
import { walletReviews } from './wallet-review.contract.ts';

interface Adjustment {
  readonly walletId: string;
  /** Below zero where gifts are taken away. */
  readonly amountFen: number;
  readonly validDays: number | null;
}

/** Returns what an adjustment takes from the gifts of a locked wallet; refuses more than there is. */
async function giftShares(tx: TenantTx, wallet: WalletRow, amountFen: number) {
  const gifts = (await findParts(tx, wallet.id)).filter((one) => one.kind === 'gift');
  const shares = takeFrom(gifts, amountFen, tx.now.getTime());
  if (shares) return shares.map((one) => ({ ...one, amountFen: -one.amountFen }));
  const left = formatYuan(gifts.reduce((sum, one) => sum + one.leftFen, 0));
  throw new Refusal(walletRefusal['few-gifts'], { left });
}

async function carryOut(tx: TenantTx, adjustment: Adjustment, approval: Approval): Promise<void> {
  const { walletId, amountFen, validDays } = adjustment;
  const wallet = await lockWallet(tx, walletId);
  if (!wallet) throw new Error(`the adjusted wallet ${walletId} is gone`);
  const { reason: note, requestedById: id, requestedBy: name } = approval;
  const actor = { id, name };
  const balanceFen =
    amountFen > 0
      ? await addGift(tx, wallet, {
          kind: 'adjusted-up',
          amountFen,
          validDays,
          topUpId: null,
          onRefund: 'whole',
          note,
          actor,
        })
      : await takeGifts(tx, wallet, {
          kind: 'adjusted-down',
          shares: await giftShares(tx, wallet, -amountFen),
          note,
          actor,
        });
  emitAdjusted(tx, wallet, { amountFen, balanceFen, note });
}

/** Adjusts a wallet once it is approved. */
export const askAdjustment = reviewedAct<Adjustment>(walletReviews.adjust.name, carryOut);

/** Requests an adjustment of a wallet. */
export async function requestAdjustment(
  tx: TenantTx,
  given: Adjustment & { readonly reason: string },
): Promise<{ wallet: WalletRow; asked: Asked }> {
  const { walletId, amountFen, validDays, reason } = given;
  if (amountFen === 0) throw new Refusal(walletRefusal['no-amount']);
  if (amountFen < 0 && validDays !== null) throw new Refusal(walletRefusal['no-days']);
  const wallet = await requireWallet(tx, walletId, null);
  if (amountFen < 0) await giftShares(tx, wallet, -amountFen);
  const yuan = (fen: number) => `¥${formatYuan(fen)}`;
  const same = (fen: number) => ({ zh: yuan(fen), en: yuan(fen) });
  const asked = await askAdjustment(tx, {
    lotIds: [wallet.lotId],
    subjectKind: 'wallet',
    subjectId: wallet.id,
    subject: `${wallet.mobile} ${wallet.holderName}`,
    summary: {
      zh: `钱包调账 ${yuan(amountFen)} ${wallet.mobile}`,
      en: `Adjust the wallet ${wallet.mobile} by ${yuan(amountFen)}`,
    },
    changes: [
      {
        label: { zh: '余额', en: 'Balance' },
        before: same(wallet.balanceFen),
        after: same(wallet.balanceFen + amountFen),
      },
    ],
    amountFen: Math.abs(amountFen),
    counting: 'alone',
    reason,
    payload: { walletId, amountFen, validDays },
  });
  return { wallet, asked };
}
