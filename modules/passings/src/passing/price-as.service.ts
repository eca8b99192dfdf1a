import type { PlateColor } from '@boyun/domain/plate';
import { vehicleKindAs } from '@boyun/domain/vehicle-kind';
import { requireLot } from '@boyun/facilities/server';
import type { TenantTx } from '@boyun/kernel/server';
import { standingOf } from '@boyun/lists/server';
import { countUses, type ParkingOrder, priceAnew } from '@boyun/orders/server';

/**
 * Reprices an order for another plate, with the standing and list entry of that plate at the time of entry. `reportedKind` is the kind of
 * vehicle of the reading; without one, a kind that came from the old plate follows the new one.
 */
export async function pricedAs(
  tx: TenantTx,
  order: ParkingOrder,
  plate: string,
  plateColor: PlateColor,
  reportedKind: string | null = null,
) {
  const { lotId, enteredAt } = order;
  const vehicleKind = reportedKind ?? vehicleKindAs(order.vehicleKind, order, { plate, plateColor });
  const { timeZone: zone } = await requireLot(tx, lotId);
  const found = await standingOf(
    tx,
    { plate, lotId, at: enteredAt, zone, vehicleKind, arrears: null },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
  return priceAnew(tx, order, {
    plate,
    plateColor,
    vehicleKind,
    standing: found.standing,
    listKind: found.entry?.kind ?? null,
    listEntryId: found.entry?.id ?? null,
  });
}
