import { formatYuan } from '@boyun/domain/money';
import { bestGift } from '@boyun/domain/wallet';
import { type Label, maskPhone } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { nextBillNumber, type PurchaseWords, type Taken } from '@boyun/money/server';
import { findOpenRules, type OpenRule } from '../gift-rule/gift-rule.queries.ts';
import type { WalletRow } from '../wallet/wallet.queries.ts';
import { requireWallet } from '../wallet/wallet.service.ts';
import { insertTopUp, type TopUpRow } from './top-up.queries.ts';
import { billOf, WALLET, walletPurchases } from './top-up-bill.service.ts';

/** Returns the rule that rewards a top-up of a wallet; null where none does. */
export async function giftFor(
  tx: TenantTx,
  { id, lotId }: Pick<WalletRow, 'id' | 'lotId'>,
  amountFen: number,
): Promise<OpenRule | null> {
  return bestGift(await findOpenRules(tx, id), { amountFen, lotId, at: tx.now });
}

/** A top-up that was begun, and paid where the money was handed over. */
export interface ToppedUp {
  readonly wallet: WalletRow;
  readonly topUp: TopUpRow;
  readonly taken: Taken;
}

const yuan = (fen: number): Label => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });

/** What the customer reads before paying. */
function wordsOf({ mobile }: WalletRow, { giftFen }: TopUpRow): PurchaseWords {
  const shown = maskPhone(mobile);
  const gift = { label: { zh: '赠送', en: 'Gift' }, text: yuan(giftFen) };
  return {
    title: { zh: `钱包充值 ${shown}`, en: `Wallet top-up ${shown}` },
    lines: giftFen > 0 ? [gift] : [],
  };
}

/** Tops up a wallet in use, with the gift of this moment. */
export async function topUp(
  tx: TenantTx,
  walletId: string,
  {
    amountFen,
    note,
    method,
  }: { readonly amountFen: number; readonly note: string | null; readonly method: TakeMethod },
): Promise<ToppedUp> {
  const wallet = await requireWallet(tx, walletId, 'top-up');
  const gift = await giftFor(tx, wallet, amountFen);
  const row: TopUpRow = {
    id: tx.newId(),
    walletId,
    number: await nextBillNumber(tx, WALLET, walletId),
    lotId: wallet.lotId,
    state: 'paying',
    amountFen,
    giftFen: gift?.giftFen ?? 0,
    giftDays: gift?.validDays ?? null,
    giftRuleId: gift?.id ?? null,
    onRefund: gift?.onRefund ?? 'whole',
    note,
    actorId: tx.who.userId,
    actorName: tx.who.name,
  };
  await insertTopUp(tx, row);
  const { subjectId, plate, lotId } = billOf(wallet, row);
  const payload = { topUpId: row.id };
  const words = wordsOf(wallet, row);
  const taken = await walletPurchases.take(tx, wallet, { subjectId, plate, lotId, amountFen, method, words, payload });
  return { wallet, topUp: row, taken };
}
