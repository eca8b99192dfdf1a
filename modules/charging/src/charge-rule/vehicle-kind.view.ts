import { unknownVehicleKind, vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { Label } from '@boyun/kernel/contract';

/** Returns the label of a vehicle kind; an unlisted kind is shown as the camera named it, a missing one as unknown. */
export function vehicleKindLabel(kind: string | null): Label {
  return kind ? vehicleKindWords(kind) : unknownVehicleKind;
}
