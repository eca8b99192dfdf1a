import type { ReductionOffer } from '@boyun/domain/reduction';
import type { TenantTx } from '@boyun/kernel/server';
import type { OfferedStay, ReductionGiver } from '@boyun/orders/server';
import { type Activity, type AskedRest, findActivities, findUsed } from './activity.queries.ts';
import { isLimited, isMeantFor, offerOf } from './activity-offer.service.ts';

/** The activities of the operator as reductions of stays. */
export const activityGiver: ReductionGiver = {
  source: 'activity',
  offers: offerActivities,
  async note(tx, { orderId, lotId, plate }, lines, heldUntil) {
    if (lines.length === 0 && (await findActivities(tx)).length === 0) return;
    // An activity may have several lines: one that was paid, and what it takes off beyond.
    const sums = new Map<string, { amountFen: number; isPromised: boolean }>();
    for (const { sourceId, amountFen, isPromised = false } of lines) {
      const sum = sums.get(sourceId!);
      sums.set(sourceId!, {
        amountFen: (sum?.amountFen ?? 0) + amountFen,
        isPromised: isPromised || (sum?.isPromised ?? false),
      });
    }
    const uses = [...sums];
    await tx.query('select note_activity_uses($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      tx.tenantId,
      orderId,
      lotId,
      plate,
      uses.map(([id]) => id),
      uses.map(([, use]) => use.amountFen),
      uses.map(([, use]) => use.isPromised),
      heldUntil,
      tx.now,
    ]);
  },
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
