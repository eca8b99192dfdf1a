/** Which rule prices a stay: rules are bound to places, kinds of vehicles, spots, colours of plates and days. */
import { unknownSpot } from './spot-kind.ts';

/** The cars and days a binding applies to; an empty list and null set no limit. */
export interface BindingReach {
  readonly vehicleKinds: readonly string[];
  readonly spotKinds: readonly string[];
  readonly plateColors: readonly number[];
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

/** The facts of a stay that decide its binding; a stay whose spot is not known is on a standard one. */
export interface BoundStay {
  readonly day: string;
  readonly vehicleKind: string | null;
  readonly plateColor: number;
  readonly spotKind: string | null;
}

/**
 * Returns the rank of a binding; the highest rank applies. The place decides first (lot, area, everywhere), then named
 * vehicle kinds, then spot kinds, plate colours and days.
 */
export function bindingRank(place: 'lot' | 'area' | 'everywhere', one: BindingReach): number {
  const isDated = one.fromDay !== null || one.toDay !== null;
  const named = [one.vehicleKinds.length > 0, one.spotKinds.length > 0, one.plateColors.length > 0, isDated];
  return named.reduce((rank, isNamed) => rank * 2 + Number(isNamed), ['everywhere', 'area', 'lot'].indexOf(place));
}

/** Whether a binding applies to a stay. */
export function bindingFits(one: BindingReach, stay: BoundStay): boolean {
  return (
    (one.vehicleKinds.length === 0 || (stay.vehicleKind !== null && one.vehicleKinds.includes(stay.vehicleKind))) &&
    (one.spotKinds.length === 0 || one.spotKinds.includes(stay.spotKind ?? unknownSpot)) &&
    (one.plateColors.length === 0 || one.plateColors.includes(stay.plateColor)) &&
    (one.fromDay === null || one.fromDay <= stay.day) &&
    (one.toDay === null || one.toDay >= stay.day)
  );
}
