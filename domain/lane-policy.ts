/** How a lane treats a car by its standing and kind. */

/** Open for it, wait for a person, or refuse it. */
export type LanePolicy = 'open' | 'confirm' | 'deny';

const STRICTNESS: readonly LanePolicy[] = ['open', 'confirm', 'deny'];

/** Returns the policy of a lane for a car; for large vehicles the stricter of that of its standing and the one for them. */
export function lanePolicyOf(
  policies: Readonly<Record<string, LanePolicy>>,
  car: {
    readonly standing: string;
    /** What its kind of list has where the lane sets nothing. */
    readonly byDefault: LanePolicy | null | undefined;
    readonly isFree: boolean;
    readonly vehicleKind: string | null;
  },
): LanePolicy {
  const own = policies[car.standing] ?? car.byDefault ?? policies.temporary ?? 'open';
  if (car.vehicleKind !== 'large' || car.isFree) return own;
  return STRICTNESS[Math.max(STRICTNESS.indexOf(own), STRICTNESS.indexOf(policies.large ?? 'open'))]!;
}
