import type { PlateColor } from '@boyun/domain/plate';
import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { standingOf } from '@boyun/lists/server';
import { countUses, type ParkingOrder, priceAnew } from '@boyun/orders/server';

/** Reprices an order for another plate, with the standing and list entry of that plate at the time of entry. */
export async function pricedAs(tx: TenantTx, order: ParkingOrder, plate: string, plateColor: PlateColor) {
  const { lotId, enteredAt, vehicleKind } = order;
  const { timeZone: zone } = await requireLot(tx, lotId);
  const found = await standingOf(
    tx,
    { plate, lotId, at: enteredAt, zone, vehicleKind, arrears: null },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
  return priceAnew(tx, order, {
    plate,
    plateColor,
    standing: found.standing,
    listKind: found.entry?.kind ?? null,
    listEntryId: found.entry?.id ?? null,
  });
}
