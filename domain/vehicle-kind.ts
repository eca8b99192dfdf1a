/** Labels of the usual kinds of vehicles; a camera may report others. */
export const usualVehicleKinds: Readonly<Record<string, { zh: string; en: string }>> = {
  small: { zh: '小型车', en: 'Small vehicle' },
  medium: { zh: '中型车', en: 'Medium vehicle' },
  large: { zh: '大型车', en: 'Large vehicle' },
};

/** Returns the label of a kind of vehicle; an unusual kind is returned unchanged. */
export function vehicleKindWords(kind: string): { zh: string; en: string } {
  return Object.hasOwn(usualVehicleKinds, kind) ? usualVehicleKinds[kind]! : { zh: kind, en: kind };
}
