import type { PaidTerm } from '@boyun/domain/pack';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { type PurchaseRow, purchasesOf, refundMoney, type Settlement, type Taken } from '@boyun/money/server';
import { countAmount } from '@boyun/reviews/server';
import { maySell } from './pack.contract.ts';
import {
  findOverlap,
  findPack,
  findPendingReturn,
  findRule,
  holdPlates,
  type PackRow,
  type RuleRow,
} from './pack.queries.ts';
import { change, emitPackEvent, extend, isFree, platesOf } from './pack.service.ts';
import { packPurpose } from './pack-purpose.contract.ts';
import { packReviews } from './pack-review.contract.ts';
import { requestSale, spanOf } from './pack-sale.service.ts';

const { kind } = packPurpose;

interface Kept {
  /** The term that is paid. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  readonly note: string | null;
  /** What of the price is given up without an approval, counted when the money is there. */
  readonly discountFen: number;
}

/** What is kept of a sale until it is paid. */
interface KeptSale extends Kept {
  readonly act: 'sold';
  /** It waits for an approval once it is paid. */
  readonly isReviewed: boolean;
  /** That approval is requested when the money is there. */
  readonly isAskedLater: boolean;
}

/** What is kept of a renewal until it is paid. */
interface KeptRenewal extends Kept {
  readonly act: 'renewed';
}

type KeptPack = KeptSale | KeptRenewal;

/** Each sale and each renewal is a purchase. A pack that is sold by phone holds its plates and its place until it is paid or closed. */
export const packPurchases = purchasesOf<PackRow, KeptPack>({
  kind,
  takenBy: maySell,
  credit: () => ({ account: 'revenue', party: kind }),
  eventKey: 'packId',
  lock: (tx, packId) => findPack(tx, packId, true),
  async isPossible(tx, pack, { state, payload }) {
    if (payload.act === 'renewed') return canExtend(tx, pack, payload);
    return state === 'open' ? pack.state === 'unpaid' : pack.state === 'closed' && (await isFree(tx, pack));
  },
  async paid(tx, pack, purchase, settlement) {
    const { payload } = purchase;
    if (payload.act === 'sold') await completeSale(tx, pack, purchase, payload, settlement);
    else await completeRenewal(tx, pack, purchase, payload, settlement);
    return null;
  },
  async closed(tx, pack, { payload }) {
    if (payload.act !== 'sold' || pack.state !== 'unpaid') return;
    await change(tx, pack, { state: 'closed', endedAt: pack.validFrom });
    await holdPlates(tx, pack.id, false);
  },
  async refundFailed(tx, pack, { amountFen }) {
    const after = await change(tx, pack, { state: 'cancelled', refundedFen: pack.refundedFen - amountFen });
    await emitPackEvent(tx, after, 'refund-failed', { amountFen });
  },
});

/** Whether a renewal still continues the pack where it ended when it began. */
async function canExtend(tx: TenantTx, pack: PackRow, { fromMs, toMs }: Kept): Promise<boolean> {
  if ((pack.state !== 'active' && pack.state !== 'expired') || pack.validUntil.getTime() !== fromMs) return false;
  if (await findPendingReturn(tx, pack.id)) return false;
  const span = { from: new Date(fromMs), until: new Date(toMs), exceptId: pack.id };
  return (await findOverlap(tx, platesOf(pack.plates), pack.packRuleId, span)) === null;
}

/** Who asks for the approval of a paid sale: the account that sold it, or the owner who bought it. */
const askerOf = ({ actorId: id, actorName: name }: PurchaseRow, { ownerName }: PackRow) => ({
  id,
  name: id ? name : ownerName,
});

async function countDiscount(tx: TenantTx, packId: string, { discountFen: amountFen }: Kept): Promise<void> {
  await countAmount(tx, { kind: packReviews.discount.name, subjectId: packId, amountFen });
}

async function completeSale(
  tx: TenantTx,
  pack: PackRow,
  purchase: PurchaseRow,
  kept: KeptSale,
  { channel: method }: Settlement,
): Promise<void> {
  const { amountFen } = purchase;
  const { fromMs, toMs, count, isReviewed } = kept;
  if (purchase.state === 'closed') await holdPlates(tx, pack.id, true);
  const terms: PaidTerm[] = [{ fromMs, toMs, paidFen: amountFen }];
  const state = isReviewed ? 'pending' : toMs <= tx.now.getTime() ? 'expired' : 'active';
  const after = await change(tx, pack, { state, endedAt: null, terms, paidFen: amountFen });
  await emitPackEvent(tx, after, 'sold', { amountFen, method }, purchase.actorName);
  await countDiscount(tx, pack.id, kept);
  if (!kept.isAskedLater) return;
  const rule = (await findRule(tx, pack.packRuleId, false))!;
  const span = await spanOf(tx, pack.lotId, pack.validFrom, pack.validUntil);
  const reason = kept.note ?? `${rule.name} ${pack.plates}`;
  await requestSale(tx, after, rule, { count, amountFen, span, reason, by: askerOf(purchase, pack) });
}

async function completeRenewal(
  tx: TenantTx,
  pack: PackRow,
  { amountFen, actorName }: PurchaseRow,
  kept: KeptRenewal,
  { channel: method }: Settlement,
): Promise<void> {
  const after = await extend(tx, pack, kept.toMs, amountFen);
  await emitPackEvent(tx, after, 'renewed', { amountFen, method, note: kept.note }, actorName);
  await countDiscount(tx, pack.id, kept);
}

/** Takes the money of a sale or a renewal of a locked pack. */
export async function takePackMoney(
  tx: TenantTx,
  pack: PackRow,
  rule: RuleRow,
  given: {
    readonly amountFen: number;
    readonly method: TakeMethod;
    readonly payload: KeptPack;
    /** The account whose shift takes it, where that is not the caller. */
    readonly actor?: { readonly id: string | null; readonly name: string };
  },
): Promise<Taken> {
  const { payload } = given;
  const title: Label =
    payload.act === 'sold'
      ? { zh: `月卡“${rule.name}”`, en: `Pack "${rule.name}"` }
      : { zh: `月卡续费“${rule.name}”`, en: `Renewal of "${rule.name}"` };
  const plates = pack.plates;
  const span = await spanOf(tx, pack.lotId, new Date(payload.fromMs), new Date(payload.toMs));
  const lines = [
    { label: { zh: '车牌', en: 'Plates' }, text: { zh: plates, en: plates } },
    { label: { zh: '有效期', en: 'Valid' }, text: span },
  ];
  const { id: subjectId, lotId } = pack;
  const plate = plates.split(' ')[0]!;
  return packPurchases.take(tx, pack, { ...given, subjectId, lotId, plate, words: { title, lines } });
}

/** Refunds payments of a locked pack, newest first. */
export async function refundPack(
  tx: TenantTx,
  { id: subjectId, lotId, plates, ...pack }: PackRow,
  given: Omit<Parameters<typeof refundMoney>[2], 'subjectIds' | 'taken'>,
): Promise<void> {
  const values = { kind, subjectId, number: 1, lotId, plate: plates.split(' ')[0]!, grossFen: 0, reducedFen: 0 };
  await refundMoney(tx, packPurchases.locked({ ...pack, id: subjectId, lotId, plates }, values), given);
}
