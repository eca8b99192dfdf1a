import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import type { Taken } from '@boyun/money/server';
import { type Asked, needsReview, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { packRefusal } from './pack.contract.ts';
import { findPack, findRule, insertPlates, type PackRow } from './pack.queries.ts';
import {
  change,
  checkMethod,
  checkRenewal,
  emitPackEvent,
  extend,
  fileSale,
  type NewPack,
  platesOf,
  preparePack,
  type Renewal,
  requirePack,
} from './pack.service.ts';
import { takePackMoney } from './pack-bill.service.ts';
import type { PackMethod } from './pack-method.contract.ts';
import { packReviews } from './pack-review.contract.ts';
import { confirmSale, discountOf, requestAbout, requestSale, spanOf, yuan } from './pack-sale.service.ts';

/** A sale or renewal below its price. */
interface Discounted {
  readonly packId: string;
  readonly renewal: (Renewal & { readonly askedAt: string }) | null;
}

/** Reviewed act: a discount on a sale or renewal. */
export const askDiscount = reviewedAct<Discounted>(
  packReviews.discount.name,
  async (tx, { packId, renewal }, approval) => {
    // A discount without approval is applied by the sale or renewal itself.
    if (approval.reviewId === null) return;
    if (!renewal) return confirmSale(tx, packId, approval);
    const { pack, rule } = await requirePack(tx, packId, 'renew');
    refuseMoreThanAgreed(approval, discountOf(rule, renewal));
    const by = { id: approval.requestedById, name: approval.requestedBy };
    await renew(tx, { ...renewal, packId: pack.id }, { askedAt: new Date(renewal.askedAt), by });
  },
);

/** A sold pack with the pending request of its sale, and its purchase; without one it was free. */
export interface Sold {
  readonly pack: PackRow;
  readonly discountFen: number;
  readonly asked: Asked | null;
  readonly taken: Taken | null;
}

/** Refuses to take the money by phone of a discount that needs an approval: it would be paid before it is agreed to. */
async function refuseUnagreed(tx: TenantTx, subjectId: string, discountFen: number): Promise<void> {
  const weighed = { subjectId, amountFen: discountFen, counting: 'added' as const };
  if (discountFen > 0 && (await needsReview(tx, packReviews.discount.name, weighed)))
    throw new Refusal(packRefusal['needs-approval']);
}

/** How the money is taken; null where there is none. */
const takenBy = (method: PackMethod, amountFen: number): TakeMethod | null =>
  method === 'free' || amountFen === 0 ? null : method;

/**
 * Sells a pack. It stays pending if its rule requires approval, or if the flow for discounts requires it for an amount
 * below the price, and unpaid until its owner's phone has paid. Refuses what its rule does not allow.
 */
export async function sell(tx: TenantTx, sale: Omit<NewPack, 'validUntil'> & { method: PackMethod }): Promise<Sold> {
  const { method, ...given } = sale;
  const { amountFen, count, remark } = given;
  checkMethod(amountFen, method);
  const values = await preparePack(tx, { ...given, validUntil: null });
  const rule = (await findRule(tx, values.packRuleId, false))!;
  const id = tx.newId();
  const discountFen = discountOf(rule, given);
  const span = await spanOf(tx, values.lotId, values.validFrom, values.validUntil);
  const reason = remark ?? `${values.ownerName} ${values.plates}`;
  const about = { ...values, id };
  const isByPhone = takenBy(method, amountFen) === 'phone';
  if (isByPhone) await refuseUnagreed(tx, id, discountFen);
  const discount =
    discountFen > 0 && !isByPhone
      ? await askDiscount(tx, {
          ...requestAbout(about, rule, { count, amountFen, span }),
          reason,
          summary: {
            zh: `月卡优惠 ${yuan(discountFen).zh} ${values.plates}`,
            en: `Sell a pack ${yuan(discountFen).en} below its price for ${values.plates}`,
          },
          amountFen: discountFen,
          counting: 'added',
          payload: { packId: id, renewal: null },
        })
      : null;
  const isReviewed = discount?.isPending === true || values.state === 'pending';
  const taken = await placeSale(tx, { ...about, state: isReviewed ? 'pending' : values.state }, given, {
    method,
    isReviewed,
    discountFen: isByPhone ? discountFen : 0,
    note: reason,
  });
  const review =
    rule.hasReview && !isByPhone ? await requestSale(tx, about, rule, { count, amountFen, span, reason }) : null;
  const pack = (await findPack(tx, id, true))!;
  return { pack, discountFen, asked: discount?.isPending ? discount : (review ?? discount), taken };
}

type Prepared = Awaited<ReturnType<typeof preparePack>> & { readonly id: string };

/** Inserts a new pack and takes its money, where there is any. */
async function placeSale(
  tx: TenantTx,
  pack: Prepared,
  { amountFen, count }: Pick<NewPack, 'amountFen' | 'count'>,
  how: {
    readonly method: PackMethod;
    readonly isReviewed: boolean;
    readonly discountFen: number;
    readonly note: string;
  },
): Promise<Taken | null> {
  const method = takenBy(how.method, amountFen);
  if (!method) {
    await insertPack(tx, pack);
    await fileSale(tx, pack, 'free');
    return null;
  }
  const { isReviewed, discountFen, note } = how;
  await insertPack(tx, { ...pack, state: 'unpaid', terms: [], paidFen: 0 });
  await insertPlates(tx, pack.id, platesOf(pack.plates), pack.validFrom);
  const [{ fromMs, toMs }] = pack.terms as [Prepared['terms'][number]];
  const rule = (await findRule(tx, pack.packRuleId, false))!;
  return takePackMoney(tx, (await findPack(tx, pack.id, true))!, rule, {
    amountFen,
    method,
    payload: {
      act: 'sold',
      fromMs,
      toMs,
      count,
      note,
      discountFen,
      isReviewed,
      isAskedLater: rule.hasReview && method === 'phone',
    },
  });
}

async function insertPack(tx: TenantTx, pack: Omit<Prepared, 'state'> & Pick<PackRow, 'state'>) {
  const columns = { ...pack, terms: JSON.stringify(pack.terms), createdAt: tx.now, updatedAt: tx.now };
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  await tx.query(
    `insert into pack (tenant_id, ${keys.map((key) => key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)).join(', ')})
     values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')})`,
    [tx.tenantId, ...keys.map((key) => columns[key])],
  );
}

/** A renewal that took effect, awaits approval, or is still to be paid. */
export interface Renewed {
  readonly before: PackRow;
  readonly after: PackRow;
  readonly discountFen: number;
  readonly asked: Asked | null;
  readonly taken: Taken | null;
}

/** Renews a pack; below its price after approval if the flow for discounts requires it. Refuses what its rule does not allow. */
export async function requestRenewal(tx: TenantTx, given: Renewal): Promise<Renewed> {
  const { pack, rule, validUntil } = await checkRenewal(tx, given, tx.now);
  const discountFen = discountOf(rule, given);
  const isByPhone = takenBy(given.method, given.amountFen) === 'phone';
  if (isByPhone) {
    await refuseUnagreed(tx, pack.id, discountFen);
    return { ...(await renew(tx, given, { discountFen })), discountFen, asked: null };
  }
  const asked =
    discountFen > 0
      ? await askDiscount(tx, {
          ...requestAbout(pack, rule, {
            ...given,
            span: await spanOf(tx, pack.lotId, pack.validUntil, validUntil),
          }),
          summary: {
            zh: `月卡续费优惠 ${yuan(discountFen).zh} ${pack.plates}`,
            en: `Renew a pack ${yuan(discountFen).en} below its price for ${pack.plates}`,
          },
          amountFen: discountFen,
          counting: 'added',
          reason: given.note ?? `${rule.name} ${pack.plates}`,
          payload: { packId: pack.id, renewal: { ...given, askedAt: tx.now.toISOString() } },
        })
      : null;
  if (!asked?.isPending) return { ...(await renew(tx, given)), discountFen, asked };
  return { before: pack, after: pack, discountFen, asked, taken: null };
}

/** Adds periods to the end of a pack, when they are paid. After an approval, `askedAt` and `by` are those of the request. */
async function renew(
  tx: TenantTx,
  given: Renewal,
  {
    askedAt = tx.now,
    by = { id: tx.who.userId, name: tx.who.name },
    discountFen = 0,
  }: {
    readonly askedAt?: Date;
    readonly by?: { readonly id: string | null; readonly name: string };
    /** What of the price is given up without an approval and not counted yet. */
    readonly discountFen?: number;
  } = {},
): Promise<Pick<Renewed, 'before' | 'after' | 'taken'>> {
  const { pack: before, rule, validUntil } = await checkRenewal(tx, given, askedAt);
  const { amountFen, count, note } = given;
  const method = takenBy(given.method, amountFen);
  const toMs = validUntil.getTime();
  if (!method) {
    const after = await extend(tx, before, toMs, 0);
    await emitPackEvent(tx, after, 'renewed', { amountFen: 0, method: 'free', note }, by.name);
    return { before, after, taken: null };
  }
  const payload = { act: 'renewed', fromMs: before.validUntil.getTime(), toMs, count, note, discountFen } as const;
  const taken = await takePackMoney(tx, before, rule, { amountFen, method, payload, actor: by });
  return { before, after: (await findPack(tx, before.id, true))!, taken };
}

/** Ends a pack whose sale was rejected or withdrawn; it never took effect, so the full amount can be refunded. */
export async function rejectSale(tx: TenantTx, packId: string, note: string | null): Promise<void> {
  const pack = await findPack(tx, packId, true);
  if (pack?.state !== 'pending') return;
  const endedAt = new Date(Math.min(tx.now.getTime(), pack.validFrom.getTime()));
  await emitPackEvent(tx, await change(tx, pack, { state: 'cancelled', endedAt }), 'rejected', { note });
}
