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

/**
 * Returns one key for all plates a camera may read for the same car: the province sign is left out, and characters that cameras confuse
 * (0/O/D/Q, 8/B, 1/I/L/T/7, 2/Z, 5/S, 6/G) count as one.
 */
export function plateKey(plate: string): string {
  return [...plate.replace(/^[^A-Z0-9]/, '')].map((sign) => CONFUSED[sign] ?? sign).join('');
}
