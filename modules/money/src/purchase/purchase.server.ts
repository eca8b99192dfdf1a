import { Refusal } from '@boyun/kernel/contract';
import {
  coversLot,
  handle,
  handleFreely,
  isAllowed,
  type Kernel,
  notFound,
  type TenantTx,
  type Who,
} from '@boyun/kernel/server';
import { billKind, billKinds } from '../bill/bill-kind.service.ts';
import { requireCodeChannel } from '../payment-code/code-channel.service.ts';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { findPaying, follow, giveUp, startWithProvider, type UnderWay } from '../start/start.service.ts';
import {
  cancelPurchase,
  chargePurchase,
  followPurchase,
  getOpenPurchases,
  type PurchaseState,
  purchaseRefusal,
} from './purchase.contract.ts';
import { findOpen, findPurchase, type PurchaseRow, stopPurchase } from './purchase.queries.ts';
import { beginPurchase, expirePurchase, type LockedPurchase, lockPurchase, PURCHASE_PATH } from './purchase.service.ts';

const WHAT = { zh: '购买', en: 'Purchase' };

/** Who began a purchase follows it; so do those who take the money of its kind in its lot. */
function mayFollow(
  { who }: TenantTx,
  takenBy: ReturnType<typeof billKind>['takenBy'],
  { lotId, actorId }: PurchaseRow,
): boolean {
  if (who.userId !== null && actorId === who.userId) return true;
  return takenBy !== undefined && isAllowed(takenBy, who) && coversLot(who, lotId);
}

async function requirePurchase(tx: TenantTx, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(tx, 'id', id);
  if (!purchase || !mayFollow(tx, billKind(tx, purchase.kind).takenBy, purchase)) throw notFound(tx.who, WHAT);
  return purchase;
}

async function requireLocked(tx: TenantTx, id: string): Promise<LockedPurchase> {
  const locked = await lockPurchase(tx, await requirePurchase(tx, id));
  if (!locked) throw notFound(tx.who, WHAT);
  return locked;
}

const subjectOf = ({ id, words }: PurchaseRow) => ({
  subjectKind: 'purchase',
  subjectId: id,
  subject: words.title.zh,
});

/** A purchase as the caller may see it, with the payment of it that is under way. */
function look(kernel: Kernel, who: Who, id: string): Promise<{ purchase: PurchaseRow; payment: UnderWay | null }> {
  return kernel.database.inTenant(
    who,
    async (tx) => {
      const purchase = await requirePurchase(tx, id);
      return { purchase, payment: await findPaying(tx, purchase) };
    },
    { isRead: true },
  );
}

/** Asks the provider about the payment under way and returns the purchase as it is then. */
async function ask(kernel: Kernel, who: Who, id: string) {
  const { payment } = await look(kernel, who, id);
  if (payment) await follow(kernel, who.tenantId, payment.id);
  return look(kernel, who, id);
}

const followServer = handleFreely(followPurchase, async (kernel, { purchaseId }, { who }) => {
  const { purchase, payment } = await ask(kernel, who!, purchaseId);
  const { state, amountFen, code, validUntil, words } = purchase;
  const path = `${PURCHASE_PATH}/${code}`;
  const { publicUrl } = kernel.configuration;
  return {
    state,
    isPaying: payment !== null,
    amountFen,
    titleZh: words.title.zh,
    titleEn: words.title.en,
    address: publicUrl ? new URL(path, publicUrl).href : path,
    validUntil,
  };
});

const chargeServer = handleFreely(chargePurchase, async (kernel, { purchaseId, authCode }, { who, address }) => {
  await kernel.database.inTenant(
    who!,
    async (tx) => requireCodeChannel(tx, (await requirePurchase(tx, purchaseId)).lotId, authCode),
    { isRead: true },
  );
  const before = await ask(kernel, who!, purchaseId);
  if (before.purchase.state === 'paid') return { state: before.purchase.state };
  // A code scanned again replaces the payment before it.
  if (before.payment) await giveUp(kernel, await openDesk(kernel, who!.tenantId, before.payment), before.payment);
  const begun = await kernel.database.inTenant(who!, async (tx) => {
    const locked = await requireLocked(tx, purchaseId);
    const { purchase } = locked;
    if (await findPaying(tx, purchase))
      throw new Refusal(purchaseRefusal['being-paid'], { title: purchase.words.title[tx.who.language] });
    const by = await requireCodeChannel(tx, purchase.lotId, authCode);
    const payment = await beginPurchase(tx, locked, { ...by, scene: 'payment-code' });
    const { amountFen, paymentNo, channel } = payment;
    tx.audit({ action: chargePurchase.audit!, ...subjectOf(purchase), after: { amountFen, paymentNo, channel } });
    return { id: payment.id, title: purchase.words.title.zh };
  });
  await startWithProvider(kernel, who!.tenantId, begun.id, {
    title: begun.title,
    authCode: null,
    paymentCode: authCode,
    returnUrl: '',
    clientIp: address,
  });
  return { state: await stateOf(kernel, who!, purchaseId) };
});

const stateOf = async (kernel: Kernel, who: Who, id: string): Promise<PurchaseState> =>
  (await ask(kernel, who, id)).purchase.state;

const cancelServer = handleFreely(cancelPurchase, async (kernel, { purchaseId }, { who }) => {
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => kernel.database.inTenant(who!, work);
  // From here on no further payment begins; the one under way is closed at its provider, or has paid.
  await inTenant(async (tx) => stopPurchase(tx, (await requireLocked(tx, purchaseId)).purchase.id));
  const { payment } = await ask(kernel, who!, purchaseId);
  if (payment) await giveUp(kernel, await openDesk(kernel, who!.tenantId, payment), payment);
  const state = await inTenant(async (tx) => {
    const locked = await requireLocked(tx, purchaseId);
    await expirePurchase(tx, locked);
    const { id, state: after } = await requirePurchase(tx, purchaseId);
    tx.audit({ action: cancelPurchase.audit!, ...subjectOf(locked.purchase), subjectId: id, after: { state: after } });
    return after;
  });
  return { state };
});

const openServer = handle(getOpenPurchases, async (tx, { kind, subjectId }) => {
  const takenBy = tx.slots.byKey(billKinds).get(kind)?.takenBy;
  const all = await findOpen(tx, kind, subjectId);
  return {
    purchases: all
      .filter((one) => mayFollow(tx, takenBy, one))
      .map(({ id, amountFen, words, validUntil, actorName }) => ({
        id,
        amountFen,
        titleZh: words.title.zh,
        titleEn: words.title.en,
        validUntil,
        actorName,
      })),
  };
});

/** Purchases that a payer's phone pays: how they go, and their end. */
export const purchaseServers = [followServer, chargeServer, cancelServer, openServer];
