/** States of a day of a channel. */
export type DayState = 'open' | 'differences' | 'compared' | 'balanced' | 'closed';

/** What decides the state of a day; amounts are fen. */
export interface DayFacts {
  readonly isClosed: boolean;
  /** The provider's bill of the day has been compared. */
  readonly hasBill: boolean;
  /** Differences that are not resolved. */
  readonly openCount: number;
  /** What we received, with what acts on differences added to it. */
  readonly oursFen: number;
  readonly theirsFen: number;
  /** What the bank is to receive: the bill less its fees; null where statements of the bank are not compared. */
  readonly netFen: number | null;
  /** What it received, with what was written off. */
  readonly settledFen: number;
}

/**
 * Returns the state of a day: `differences` while our records and the bill differ, or the bank received another amount than the bill says;
 * `compared` while only the bank's money is missing; `balanced` where all sides fit, so that it can be closed.
 */
export function dayState(day: DayFacts): DayState {
  if (day.isClosed) return 'closed';
  if (!day.hasBill) return 'open';
  if (day.openCount > 0 || day.oursFen !== day.theirsFen) return 'differences';
  if (day.netFen === null || day.netFen === day.settledFen) return 'balanced';
  return day.settledFen === 0 ? 'compared' : 'differences';
}

/** A day whose money the bank has not received. */
export interface UnsettledDay {
  readonly id: string;
  readonly day: string;
  readonly netFen: number;
}

/** Days settled together at most: a long holiday. */
const MOST_DAYS = 12;
/** A settlement comes this many days after its last day at most. */
const LATEST_DAYS = 10;
const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * Returns the days that an entry of a bank statement settles: the earliest run of unsettled days of its channel, one after the other, that
 * adds up to its amount. Null where there is none. `days` are sorted; days without money take part and change nothing.
 */
export function settledBy<D extends UnsettledDay>(
  entry: { readonly day: string; readonly amountFen: number },
  days: readonly D[],
): D[] | null {
  const possible = days.filter(
    (one) => one.day <= entry.day && daysBetween(one.day, entry.day) <= LATEST_DAYS + MOST_DAYS,
  );
  for (let first = 0; first < possible.length; first += 1) {
    let sumFen = 0;
    for (let last = first; last < possible.length && last < first + MOST_DAYS; last += 1) {
      sumFen += possible[last]!.netFen;
      const isInTime = daysBetween(possible[last]!.day, entry.day) <= LATEST_DAYS;
      if (sumFen === entry.amountFen && isInTime && possible[first]!.netFen !== 0)
        return possible.slice(first, last + 1);
    }
  }
  return null;
}
