/**
 * Forecasts an hourly series that repeats by the week, such as the cars inside a lot: the hour of past weeks, corrected by how far the last
 * value is from what is usual at its hour; the correction fades with every hour. How much of it is kept is chosen on earlier days of the
 * series, and the error is measured on later ones, which the choice has not seen.
 */

/** Hours of a day and of a week. */
const DAY = 24;
const WEEK = 7 * DAY;
/** How many weeks an hour is compared with. */
const WEEKS = 4;
/** The shortest series that a forecast is made of: an hour has been seen at least once before, on each day of the week. */
export const SHORTEST_HISTORY = 2 * WEEK;
/** Days on which the correction is chosen, and on which the error is then measured. */
const CHOSEN_ON = 4;
const MEASURED_ON = 7;
/** How much of the deviation is left after an hour. */
const FADES = [0, 0.5, 0.7, 0.8, 0.88, 0.94, 0.98] as const;
/** What is kept where the series is too short to choose. */
const USUAL_FADE = 0.88;
/** Share of the past errors that the band covers. */
const BAND = 0.8;

/** One value for each hour, oldest first; null where nothing is known. */
export type HourlySeries = readonly (number | null)[];

/** A forecast hour with the band that held the given share of the past errors. */
export type ForecastHour = { readonly value: number; readonly low: number; readonly high: number };

/** How wrong forecasts of the last days were, on average over the hours ahead. */
export type ForecastError = {
  /** Mean absolute error of this method, of the same hour a week before, and of no change at all. */
  readonly mean: number;
  readonly weekBefore: number;
  readonly unchanged: number;
  /** Mean absolute error by hours ahead, first to last. */
  readonly byHour: readonly number[];
  /** Number of values compared. */
  readonly count: number;
};

export type Forecast = { readonly hours: readonly ForecastHour[]; readonly error: ForecastError };

/** Returns the usual value of an hour: the mean of the same hour of past weeks that ended before `known`; null without any. */
function usualAt(series: HourlySeries, hour: number, known: number): number | null {
  let sum = 0;
  let count = 0;
  for (let at = hour - WEEK; at >= 0 && count < WEEKS; at -= WEEK) {
    const value = at < known ? (series[at] ?? null) : null;
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Forecasts the hours after the first `known` ones; null where an hour has never been seen. */
function ahead(series: HourlySeries, known: number, horizon: number, fade: number): (number | null)[] {
  const last = series[known - 1] ?? null;
  const usual = usualAt(series, known - 1, known);
  const deviation = last === null || usual === null ? 0 : last - usual;
  return Array.from({ length: horizon }, (_, index) => {
    const seasonal = usualAt(series, known + index, known);
    return seasonal === null ? null : seasonal + deviation * fade ** (index + 1);
  });
}

/** The errors of forecasts from some hours on, by hours ahead. */
function errorsFrom(
  series: HourlySeries,
  origins: readonly number[],
  horizon: number,
  guess: (known: number) => readonly (number | null)[],
): number[][] {
  const errors: number[][] = Array.from({ length: horizon }, () => []);
  for (const known of origins)
    for (const [index, value] of guess(known).entries()) {
      const actual = series[known + index] ?? null;
      if (value !== null && actual !== null) errors[index]!.push(Math.abs(actual - value));
    }
  return errors;
}

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;

/** Every other hour of some days before the end: forecasts of neighbouring hours hardly differ. */
function originsBefore(end: number, days: number, horizon: number): number[] {
  const last = end - horizon;
  return Array.from({ length: (days * DAY) / 2 }, (_, index) => last - index * 2).filter((one) => one > WEEK);
}

/**
 * Forecasts the hours after the end of a series, between 0 and `most`, with the error that forecasts of the last days had; null where the
 * series is shorter than two weeks or too many of its hours are not known.
 */
export function forecastHours(series: HourlySeries, most: number | null, horizon = DAY): Forecast | null {
  const end = series.length;
  if (end < SHORTEST_HISTORY) return null;
  const bounded = (value: number) => Math.max(0, most === null ? value : Math.min(value, most));
  const measured = originsBefore(end, MEASURED_ON, horizon);
  const chosenOn = originsBefore(measured.at(-1) ?? end, CHOSEN_ON, horizon);
  const guessWith = (fade: number) => (known: number) =>
    ahead(series, known, horizon, fade).map((one) => (one === null ? null : bounded(one)));
  const errorWith = (fade: number) => meanOf(errorsFrom(series, chosenOn, horizon, guessWith(fade)).flat());
  const fade =
    chosenOn.length < DAY
      ? USUAL_FADE
      : FADES.map((one) => [one, errorWith(one)] as const).toSorted((a, b) => a[1] - b[1])[0]![0];
  const errors = errorsFrom(series, measured, horizon, guessWith(fade));
  const compared = (guess: (known: number, hour: number) => number | null) =>
    meanOf(
      errorsFrom(series, measured, horizon, (known) =>
        Array.from({ length: horizon }, (_, index) => guess(known, known + index)),
      ).flat(),
    );
  const values = guessWith(fade)(end);
  if (values.some((one) => one === null)) return null;
  return {
    hours: values.map((value, index) => {
      const width = quantile(errors[index]!, BAND);
      return { value: value!, low: bounded(value! - width), high: bounded(value! + width) };
    }),
    error: {
      mean: meanOf(errors.flat()),
      weekBefore: compared((_, hour) => series[hour - WEEK] ?? null),
      unchanged: compared((known) => series[known - 1] ?? null),
      byHour: errors.map(meanOf),
      count: errors.flat().length,
    },
  };
}

/** The value that a share of the values does not exceed; 0 without any. */
function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}
