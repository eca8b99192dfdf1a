import { effectOfGranted } from '@boyun/domain/granted';
import type { ReductionOffer } from '@boyun/domain/reduction';
import { type ExampleStay, offersOfGranted, possibleOfGrantable, type ReductionGiver } from '@boyun/orders/server';
import { findGrantable, findUsable, hasCoupons, type UsableCoupon } from './coupon.queries.ts';

/** Coupons of plates as reductions of their stays. */
export const couponGiver: ReductionGiver = {
  source: 'coupon',
  hasAny: hasCoupons,
  offers: (tx, stays) => offersOfGranted(tx, stays, findUsable, offerOf),
  possible: async (tx) => possibleOfGrantable(await findGrantable(tx), offerOf),
  note: (tx, { orderId, lotId }, { ids, amountsFen, arePromised }, heldUntil) =>
    tx.query('select note_user_coupons($1, $2, $3, $4, $5, $6, $7, $8)', [
      tx.tenantId,
      orderId,
      lotId,
      ids,
      amountsFen,
      arePromised,
      heldUntil,
      tx.now,
    ]),
};

function offerOf(coupon: UsableCoupon, stay: ExampleStay): ReductionOffer {
  const { id: sourceId, name, dailyFrom: from, dailyTo: to, minimumFeeFen, isStackable } = coupon;
  return {
    source: 'coupon',
    sourceId,
    payer: 'operator',
    effect: effectOfGranted(coupon, stay),
    words: { zh: name, en: name },
    rule: {
      hours: from && to ? { from, to } : null,
      ...(minimumFeeFen === null ? {} : { minimumFeeFen }),
      isExclusive: !isStackable,
    },
  };
}
