import { effectOfGranted } from '@boyun/domain/granted';
import type { ReductionOffer } from '@boyun/domain/reduction';
import { type ExampleStay, offersOfGranted, possibleOfGrantable, type ReductionGiver } from '@boyun/orders/server';
import { hasDiscounts } from '../discount/discount.queries.ts';
import { findGrantable, findUsable, type UsableGrant } from './grant.queries.ts';

/** What merchants have granted to plates, as reductions of their stays that the merchants bear. */
export const merchantGiver: ReductionGiver = {
  source: 'merchant',
  hasAny: hasDiscounts,
  offers: (tx, stays) => offersOfGranted(tx, stays, findUsable, offerOf),
  possible: async (tx) => possibleOfGrantable(await findGrantable(tx), offerOf),
  note: (tx, { orderId, lotId }, { ids, amountsFen, arePromised }, heldUntil) =>
    tx.query('select note_merchant_grants($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      tx.tenantId,
      orderId,
      lotId,
      ids,
      amountsFen,
      arePromised,
      heldUntil,
      tx.who.name,
      tx.now,
    ]),
  async payerNames(tx, ids) {
    const rows = await tx.query<{ id: string; name: string }>(
      'select id, name from merchant where tenant_id = $1 and id = any($2::uuid[])',
      [tx.tenantId, ids],
    );
    return new Map(rows.map((one) => [one.id, one.name]));
  },
};

function offerOf(grant: UsableGrant, stay: ExampleStay): ReductionOffer {
  const { id: sourceId, merchantId, name, days, dailyFrom: from, dailyTo: to, minimumFeeFen, isStackable } = grant;
  return {
    source: 'merchant',
    sourceId,
    payer: 'merchant',
    payerId: merchantId,
    effect: effectOfGranted(grant, stay),
    words: { zh: name, en: name },
    rule: {
      days,
      hours: from && to ? { from, to } : null,
      ...(minimumFeeFen === null ? {} : { minimumFeeFen }),
      isExclusive: !isStackable,
    },
  };
}
