/**
 * Forecasts what a day will have received at its end: what it has received so far, plus what the same day of past weeks received after this
 * time of the day (their median); where too few are known, what the last seven days did. The band holds the middle of the errors that such
 * forecasts had on past days, which are made of earlier days only.
 */

/** Weeks whose days are compared, and the fewest of them. */
const WEEKS = 6;
const FEWEST = 2;
/** Days that stand in while there are too few weeks, and the fewest of them. */
const DAYS = 7;
const FEWEST_DAYS = 4;
/** The shares of past errors below and above the band. */
const LOW = 0.1;
const HIGH = 0.9;
/** The fewest past forecasts that say how wrong they are. */
const FEWEST_ERRORS = 5;

/** The end of the day, with the band that held four fifths of the past days, and the mean error of their forecasts. */
export interface CloseForecast {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Mean absolute error of the same forecast on past days, and their number. */
  readonly error: number;
  readonly days: number;
}

function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)]!;
  return low + (sorted[Math.ceil(place)]! - low) * (place - Math.floor(place));
}

/** Which days are compared. */
type Method = 'weeks' | 'days';

/** What is usually still received, known before day `at` (days ago); null where too little is known. */
function usualRest(past: readonly (number | null)[], at: number, method: Method): number | null {
  const places =
    method === 'weeks'
      ? Array.from({ length: WEEKS }, (_, week) => at + 7 * (week + 1) - 1)
      : Array.from({ length: DAYS }, (_, day) => at + day);
  const found = places.map((place) => past[place] ?? null).filter((one) => one !== null);
  return found.length >= (method === 'weeks' ? FEWEST : FEWEST_DAYS) ? medianOf(found) : null;
}

/**
 * Forecasts the end of a day that has received `soFar`. `past` is what the days before still received after this time of the day, yesterday
 * first; null where nothing is known. Returns null where there are too few of them.
 */
export function forecastClose(soFar: number, past: readonly (number | null)[]): CloseForecast | null {
  return forecastBy('weeks', soFar, past) ?? forecastBy('days', soFar, past);
}

function forecastBy(method: Method, soFar: number, past: readonly (number | null)[]): CloseForecast | null {
  const usual = usualRest(past, 0, method);
  const errors = past.flatMap((one, index) => {
    const guess = usualRest(past, index + 1, method);
    return one === null || guess === null ? [] : [one - guess];
  });
  if (usual === null || errors.length < FEWEST_ERRORS) return null;
  // A day never ends below what it has received.
  const endWith = (rest: number) => soFar + Math.round(Math.max(0, rest));
  return {
    value: endWith(usual),
    low: endWith(usual + Math.min(0, quantileOf(errors, LOW))),
    high: endWith(usual + Math.max(0, quantileOf(errors, HIGH))),
    error: Math.round(errors.reduce((sum, one) => sum + Math.abs(one), 0) / errors.length),
    days: errors.length,
  };
}
