import type { ReductionOffer } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import type { OfferedStay, ReductionGiver } from '@boyun/orders/server';
import { type Activity, type AskedRest, findActivities, findUsed } from './activity.queries.ts';
import { isLimited, isMeantFor, offerOf } from './activity-offer.service.ts';

/** The activities of the operator as reductions of stays. */
export const activityGiver: ReductionGiver = {
  source: 'activity',
  hasAny: async (tx) => (await findActivities(tx)).length > 0,
  offers: offerActivities,
  async possible(tx) {
    const running = (await findActivities(tx)).filter(
      ({ isPaused, validUntil }) => !isPaused && (validUntil === null || validUntil > tx.now),
    );
    return running.map((one) => {
      // One that begins later is checked as if it had begun.
      const activity = { ...one, validFrom: new Date(0), validUntil: null };
      return (stay) => (isMeantFor(activity, stay) ? offerOf(activity, stay) : null);
    });
  },
  note: (tx, { orderId, lotId, plate }, { ids, amountsFen, arePromised }, heldUntil) =>
    tx.query('select note_activity_uses($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      tx.tenantId,
      orderId,
      lotId,
      plate,
      ids,
      amountsFen,
      arePromised,
      heldUntil,
      tx.now,
    ]),
};

async function offerActivities(tx: TenantTx, stays: readonly OfferedStay[]): Promise<ReductionOffer[][]> {
  const all = await findActivities(tx);
  const meant = stays.map((stay) => all.filter((one) => isMeantFor(one, stay)));
  const asked: AskedRest[] = [];
  const places = stays.map(() => new Map<Activity, number>());
  for (const [index, { orderId, lotId, plate, at }] of stays.entries())
    for (const one of meant[index]!.filter(isLimited)) {
      places[index]!.set(one, asked.length);
      asked.push({ activityId: one.id, orderId, lotId, plate, at });
    }
  const used = asked.length > 0 ? await findUsed(tx, asked) : [];
  return stays.map((stay, index) =>
    meant[index]!.flatMap((one) => {
      const place = places[index]!.get(one);
      return offerOf(one, stay, place === undefined ? undefined : used[place]) ?? [];
    }),
  );
}
