/** Finds days whose figures are far from the same day of other weeks, and says from what. */

/** Weeks that a day is compared with, and the fewest that say what is usual. */
const WEEKS = 8;
const FEWEST = 4;
/** A value is unusual when it is farther from the median than this many median deviations (scaled to standard deviations) … */
const FAR = 3.5;
const TO_STANDARD = 1.4826;
/** … and by at least this share of the median. */
const LEAST_SHARE = 0.25;

/** A figure that is far from what is usual on its day of the week. */
export type Unusual = {
  readonly at: number;
  readonly value: number;
  /** The median of the days compared with, and the range that would not be remarkable. */
  readonly usual: number;
  readonly low: number;
  readonly high: number;
  readonly weeks: number;
};

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Returns the unusual ones of the last `shown` values of a daily series, oldest first; `least` is the smallest difference worth mentioning.
 * A day is compared with the same day of up to eight weeks before it: a figure is never part of what it is compared with.
 */
export function unusualDays(series: readonly (number | null)[], shown: number, least = 0): Unusual[] {
  const found: Unusual[] = [];
  for (let at = Math.max(0, series.length - shown); at < series.length; at += 1) {
    const value = series[at] ?? null;
    const before = Array.from({ length: WEEKS }, (_, week) => series[at - 7 * (week + 1)] ?? null).filter(
      (one): one is number => one !== null,
    );
    if (value === null || before.length < FEWEST) continue;
    const usual = medianOf(before);
    const spread = medianOf(before.map((one) => Math.abs(one - usual))) * TO_STANDARD;
    const width = Math.max(FAR * spread, LEAST_SHARE * Math.abs(usual), least);
    if (Math.abs(value - usual) > width)
      found.push({ at, value, usual, low: usual - width, high: usual + width, weeks: before.length });
  }
  return found;
}
