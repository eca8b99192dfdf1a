/** Kinds of vehicles as cameras usually call them, in words; a camera may know others. */
export const usualVehicleKinds: Readonly<Record<string, { zh: string; en: string }>> = {
  small: { zh: '小型车', en: 'Small vehicle' },
  medium: { zh: '中型车', en: 'Medium vehicle' },
  large: { zh: '大型车', en: 'Large vehicle' },
};

/** A kind of vehicle in words; one that is not among the usual ones stands as it is. */
export function vehicleKindWords(kind: string): { zh: string; en: string } {
  return Object.hasOwn(usualVehicleKinds, kind) ? usualVehicleKinds[kind]! : { zh: kind, en: kind };
}
