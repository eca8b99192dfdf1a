import type { ReductionEffect, ReductionOffer } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import { type ExampleStay, type OfferedStay, type ReductionGiver, usesOf } from '@boyun/orders/server';
import { hasDiscounts } from '../discount/discount.queries.ts';
import { findGrantable, findUsable, type UsableGrant } from './grant.queries.ts';

/** What merchants have granted to plates, as reductions of their stays that the merchants bear. */
export const merchantGiver: ReductionGiver = {
  source: 'merchant',
  offers: offerGrants,
  async possible(tx) {
    return (await findGrantable(tx)).map((grant) => (stay) => {
      const held = { ...grant, orderId: null, grantedAt: new Date(0), validUntil: new Date(8.64e15) };
      return isMeantFor(held, stay) ? offerOf(held, stay) : null;
    });
  },
  async note(tx, { orderId, lotId }, lines, heldUntil) {
    if (lines.length === 0 && !(await hasDiscounts(tx))) return;
    const uses = usesOf(lines);
    await tx.query('select note_merchant_grants($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      tx.tenantId,
      orderId,
      lotId,
      uses.ids,
      uses.amountsFen,
      uses.arePromised,
      heldUntil,
      tx.who.name,
      tx.now,
    ]);
  },
};

async function offerGrants(tx: TenantTx, stays: readonly OfferedStay[]): Promise<ReductionOffer[][]> {
  if (stays.length === 0 || !(await hasDiscounts(tx))) return stays.map(() => []);
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

function isMeantFor(grant: UsableGrant, { orderId, lotId, vehicleKind, at }: Meant): boolean {
  const { lotIds, vehicleKinds } = grant;
  return (
    (grant.orderId === null || grant.orderId === orderId) &&
    lotIds.includes(lotId) &&
    (vehicleKinds.length === 0 || (vehicleKind !== null && vehicleKinds.includes(vehicleKind))) &&
    grant.grantedAt <= at &&
    grant.validUntil > at
  );
}

function offerOf(grant: UsableGrant, stay: ExampleStay): ReductionOffer {
  const { id: sourceId, merchantId, name, days, dailyFrom: from, dailyTo: to, minimumFeeFen, isStackable } = grant;
  return {
    source: 'merchant',
    sourceId,
    payer: 'merchant',
    payerId: merchantId,
    effect: effectOf(grant, stay),
    words: { zh: name, en: name },
    rule: {
      days,
      hours: from && to ? { from, to } : null,
      ...(minimumFeeFen === null ? {} : { minimumFeeFen }),
      isExclusive: !isStackable,
    },
  };
}

function effectOf(
  { effect, amountFen, percent, minutes, priceFen }: UsableGrant,
  { enteredAt, at }: ExampleStay,
): ReductionEffect {
  switch (effect) {
    case 'amount':
      return { kind: 'amount', fen: amountFen! };
    case 'percent':
      return { kind: 'percent', percent: percent! };
    case 'fixed-price':
      return { kind: 'fixed-price', fen: priceFen! };
    case 'free':
      return { kind: 'free' };
    case 'minutes': {
      const fromMs = enteredAt.getTime();
      const toMs = Math.min(at.getTime(), fromMs + minutes! * 60_000);
      return { kind: 'minutes', spans: toMs > fromMs ? [{ fromMs, toMs }] : [] };
    }
  }
}
