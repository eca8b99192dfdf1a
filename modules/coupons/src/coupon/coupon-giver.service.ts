import type { ReductionEffect, ReductionOffer } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import { type ExampleStay, type OfferedStay, type ReductionGiver, usesOf } from '@boyun/orders/server';
import { findGrantable, findUsable, hasCoupons, type UsableCoupon } from './coupon.queries.ts';

/** Coupons of plates as reductions of their stays. */
export const couponGiver: ReductionGiver = {
  source: 'coupon',
  offers: offerCoupons,
  async possible(tx) {
    return (await findGrantable(tx)).map((coupon) => (stay) => {
      const held = { ...coupon, orderId: null, validFrom: new Date(0), validUntil: new Date(8.64e15) };
      return isMeantFor(held, stay) ? offerOf(held, stay) : null;
    });
  },
  async note(tx, { orderId, lotId }, lines, heldUntil) {
    if (lines.length === 0 && !(await hasCoupons(tx))) return;
    const uses = usesOf(lines);
    await tx.query('select note_user_coupons($1, $2, $3, $4, $5, $6, $7, $8)', [
      tx.tenantId,
      orderId,
      lotId,
      uses.ids,
      uses.amountsFen,
      uses.arePromised,
      heldUntil,
      tx.now,
    ]);
  },
};

async function offerCoupons(tx: TenantTx, stays: readonly OfferedStay[]): Promise<ReductionOffer[][]> {
  if (stays.length === 0 || !(await hasCoupons(tx))) return stays.map(() => []);
  const found = await findUsable(
    tx,
    stays.map((one) => one.plate),
    stays.map((one) => one.orderId),
  );
  const byPlate = Map.groupBy(found, (one) => one.plate);
  return stays.map((stay) =>
    (byPlate.get(stay.plate) ?? []).filter((one) => isMeantFor(one, stay)).map((one) => offerOf(one, stay)),
  );
}

type Meant = ExampleStay & { readonly orderId?: string };

function isMeantFor(coupon: UsableCoupon, { orderId, lotId, vehicleKind, at }: Meant): boolean {
  const { lotIds, vehicleKinds } = coupon;
  return (
    (coupon.orderId === null || coupon.orderId === orderId) &&
    (lotIds.length === 0 || lotIds.includes(lotId)) &&
    (vehicleKinds.length === 0 || (vehicleKind !== null && vehicleKinds.includes(vehicleKind))) &&
    coupon.validFrom <= at &&
    coupon.validUntil > at
  );
}

function offerOf(coupon: UsableCoupon, stay: ExampleStay): ReductionOffer {
  const { id: sourceId, name, dailyFrom: from, dailyTo: to, minimumFeeFen, isStackable } = coupon;
  return {
    source: 'coupon',
    sourceId,
    payer: 'operator',
    effect: effectOf(coupon, stay),
    words: { zh: name, en: name },
    rule: {
      hours: from && to ? { from, to } : null,
      ...(minimumFeeFen === null ? {} : { minimumFeeFen }),
      isExclusive: !isStackable,
    },
  };
}

function effectOf(
  { effect, amountFen, percent, minutes }: UsableCoupon,
  { enteredAt, at }: ExampleStay,
): ReductionEffect {
  const fromMs = enteredAt.getTime();
  switch (effect) {
    case 'amount':
      return { kind: 'amount', fen: amountFen! };
    case 'percent':
      return { kind: 'percent', percent: percent! };
    case 'free':
      return { kind: 'free' };
    case 'minutes': {
      const toMs = Math.min(at.getTime(), fromMs + minutes! * 60_000);
      return { kind: 'minutes', spans: toMs > fromMs ? [{ fromMs, toMs }] : [] };
    }
  }
}
