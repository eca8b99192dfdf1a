import { bestGift } from '@boyun/domain/wallet';
import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import type { HandChannel, Scene } from '@boyun/money/contract';
import { beginPayment, nextBillNumber, type Payment, type PhoneChannel, payNow } from '@boyun/money/server';
import { findOpenRules, type OpenRule } from '../gift-rule/gift-rule.queries.ts';
import type { WalletRow } from '../wallet/wallet.queries.ts';
import { requireWallet } from '../wallet/wallet.service.ts';
import { insertTopUp, notePayment, type TopUpRow } from './top-up.queries.ts';
import { billOf, type ToppedUp, WALLET } from './top-up-bill.service.ts';

/** Returns the rule that rewards a top-up of a wallet; null where none does. */
export async function giftFor(
  tx: TenantTx,
  { id, lotId }: Pick<WalletRow, 'id' | 'lotId'>,
  amountFen: number,
): Promise<OpenRule | null> {
  return bestGift(await findOpenRules(tx, id), { amountFen, lotId, at: tx.now });
}

/** Begins a top-up of a wallet in use and promises the gift of this moment. The wallet is locked from here on. */
async function open(
  tx: TenantTx,
  walletId: string,
  { amountFen, note, channel }: { readonly amountFen: number; readonly note: string | null; readonly channel: string },
): Promise<ToppedUp> {
  const wallet = await requireWallet(tx, walletId, 'top-up');
  const gift = await giftFor(tx, wallet, amountFen);
  const topUp: TopUpRow = {
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
  await insertTopUp(tx, topUp, channel);
  return { wallet, topUp };
}

const itemOf = (subject: ToppedUp) => ({ values: billOf(subject), subject, askedFen: subject.topUp.amountFen });

/** Tops a wallet up with money that was handed over. */
export async function topUpByHand(
  tx: TenantTx,
  walletId: string,
  given: { readonly amountFen: number; readonly note: string | null; readonly channel: HandChannel },
): Promise<ToppedUp & { readonly payment: Payment }> {
  const opened = await open(tx, walletId, given);
  const payment = await payNow(tx, { channel: given.channel, items: [itemOf(opened)] });
  return { ...opened, payment };
}

/** Begins a top-up through a provider, who is asked once this is committed. */
export async function beginTopUp(
  tx: TenantTx,
  walletId: string,
  given: {
    readonly amountFen: number;
    readonly note: string | null;
    readonly by: PhoneChannel;
    readonly scene: Scene;
  },
): Promise<ToppedUp & { readonly payment: Payment }> {
  const { by, scene, ...more } = given;
  const { channel, payChannelId } = by;
  const opened = await open(tx, walletId, { ...more, channel });
  const lot = await requireLot(tx, opened.topUp.lotId);
  const until = new Date(tx.now.getTime() + lot.orderLockSeconds * 1000);
  const payment = await beginPayment(tx, { channel, payChannelId, scene, items: [itemOf(opened)] }, until);
  await notePayment(tx, opened.topUp.id, payment.id);
  return { ...opened, payment };
}
