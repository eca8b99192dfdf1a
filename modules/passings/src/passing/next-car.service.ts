import { findLaneSetting, lockCarsInside } from '@boyun/facilities/server';
import { reaction } from '@boyun/kernel/server';
import { stayClosed, stayLeft, stayVoided } from '@boyun/orders/contract';
import { lockPassing } from './passing.queries.ts';
import { letInIfPossible } from './settle-passing.service.ts';

/** A car that has waited longer at an entry has probably left; a person decides. */
const WAITS_MS = 3 * 60_000;
const FREED = { zh: '有空位，自动放行', en: 'Let in: a spot has become free' };

/**
 * Lets in the car that has waited longest for a spot when one becomes free. Cars that wait for a person or a payment
 * keep waiting.
 */
export const letInNext = reaction('let-in-next', [stayLeft, stayClosed, stayVoided], {
  pick: async (query, events) => {
    const found = await query<{ lotId: string }>(
      `select distinct w.lot_id from unnest($1::int[], $2::uuid[]) as freed(tenant_id, lot_id)
       join waiting_car w on w.tenant_id = freed.tenant_id and w.lot_id = freed.lot_id and w.order_id is null`,
      [events.map((one) => one.tenantId), events.map((one) => one.lotId)],
    );
    const waited = new Set(found.map((one) => one.lotId));
    return events.filter((one) => one.lotId !== null && waited.has(one.lotId));
  },
  async react(tx, { lotId }) {
    if (!lotId) return;
    let carsInside = (await lockCarsInside(tx, lotId)) ?? 0;
    const waiting = await tx.query<{ passingId: string }>(
      `select p.id as "passingId" from waiting_car w join passing p on p.tenant_id = w.tenant_id and p.id = w.passing_id
       where w.tenant_id = $1 and w.lot_id = $2 and p.direction = 'entry' and p.received_at >= $3 order by p.id`,
      [tx.tenantId, lotId, new Date(tx.now.getTime() - WAITS_MS)],
    );
    for (const { passingId } of waiting) {
      const passing = await lockPassing(tx, passingId);
      const setting = passing && (await findLaneSetting(tx, passing.laneId));
      if (!passing || !setting || carsInside >= setting.capacity) continue;
      if (await letInIfPossible(tx, passing, { setting, carsInside, passType: 'automatic', isConfirmed: false }, FREED))
        carsInside += 1;
    }
  },
});
