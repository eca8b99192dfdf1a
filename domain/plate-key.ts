const CONFUSED: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  B: '8',
  I: '1',
  L: '1',
  T: '1',
  '7': '1',
  Z: '2',
  S: '5',
  G: '6',
};

/** The characters that count as one, each with all of its group. */
const GROUPS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(Object.values(CONFUSED))].flatMap((one) => {
    const group = [one, ...Object.keys(CONFUSED).filter((sign) => CONFUSED[sign] === one)];
    return group.map((sign) => [sign, group] as const);
  }),
);

/** Returns the plates that differ from this one in a single character cameras confuse; the province sign stays. */
export function confusedPlates(plate: string): string[] {
  const signs = [...plate];
  return signs.flatMap((sign, place) =>
    (GROUPS.get(sign) ?? []).filter((one) => one !== sign).map((one) => signs.with(place, one).join('')),
  );
}

/**
 * Returns one key for all plates a camera may read for the same car: the province sign is left out, and characters that cameras confuse
 * (0/O/D/Q, 8/B, 1/I/L/T/7, 2/Z, 5/S, 6/G) count as one.
 */
export function plateKey(plate: string): string {
  return [...plate.replace(/^[^A-Z0-9]/, '')].map((sign) => CONFUSED[sign] ?? sign).join('');
}
