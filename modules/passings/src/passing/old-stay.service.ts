import { neverPassed } from '@boyun/devices/server';
import type { TenantTx } from '@boyun/kernel/server';
import { endStay, type ParkingOrder, priceOrder } from '@boyun/orders/server';
import { tieToOrder } from './passing.queries.ts';

/** Whether the car of a stay was let in, but never seen passing the barrier. */
export async function isTurnedBack(tx: TenantTx, order: ParkingOrder): Promise<boolean> {
  return order.entryPassingId ? neverPassed(tx, order.entryPassingId) : false;
}

/** Closes a stay without an exit when its plate enters again: charged until then, or free if the car turned back. */
export async function closeOld(
  tx: TenantTx,
  old: ParkingOrder,
  { at, zone, hasTurnedBack }: { readonly at: Date; readonly zone: string; readonly hasTurnedBack: boolean },
): Promise<void> {
  // A car that never passed the barrier has not parked.
  const quote = hasTurnedBack ? null : await priceOrder(tx, old, at, zone);
  if (hasTurnedBack && old.entryPassingId) await tieToOrder(tx, old.entryPassingId, old.id, 'turned-back-entry');
  await endStay(
    tx,
    old,
    quote,
    {
      laneId: null,
      passingId: null,
      picture: null,
      leftAt: at,
      passType: hasTurnedBack ? 'turned-back-entry' : 'repeated-entry-exit',
    },
    'no-exit',
  );
}
