/** Labels of the kinds of parking spots. */
export const usualSpotKinds = {
  standard: { zh: '普通', en: 'Standard' },
  ev: { zh: '充电', en: 'EV' },
  accessible: { zh: '无障碍', en: 'Accessible' },
  fixed: { zh: '固定', en: 'Fixed' },
  rented: { zh: '租用', en: 'Rented' },
  shared: { zh: '共享', en: 'Shared' },
} as const;

/** The kind of spot of a stay whose spot is not known. */
export const unknownSpot = 'standard' satisfies keyof typeof usualSpotKinds;

/** Returns the words for spots of a kind: '充电车位', 'EV spot'. */
export function spotKindWords(kind: string): { zh: string; en: string } {
  const label = Object.hasOwn(usualSpotKinds, kind) ? usualSpotKinds[kind as keyof typeof usualSpotKinds] : undefined;
  return { zh: `${label?.zh ?? kind}车位`, en: `${label?.en ?? kind} spot` };
}
