import { forecastHours, type HourlySeries } from '@boyun/domain/forecast';
import { keyOfDay, zoneClock } from '@boyun/domain/period';
import { unusualDays } from '@boyun/domain/unusual';
import { handle, type TenantTx } from '@boyun/kernel/server';
import type { LotPlace } from '../console/console.queries.ts';
import { figuresOf } from '../stat/stat-figure.service.ts';
import { sumStretches } from '../stat/stat-sum.queries.ts';
import { requireLots } from './chosen-lots.service.ts';
import { carsInsideAt, findQuarters } from './inside.queries.ts';
import { getOutlook } from './outlook.contract.ts';

const HOUR_MS = 3_600_000;
/** Weeks of hours that a forecast learns from, and of days that a day is compared with besides those shown. */
const LEARNT_WEEKS = 6;
const COMPARED_DAYS = 56;
/** The last full days that are looked at. */
const SHOWN_DAYS = 14;
/** Differences below are not worth mentioning: 100 yuan, 10 cars. */
const LEAST = { received: 100_00, entries: 10 } as const;

/** The cars expected next, and the days that were unusual. */
export const getOutlookServer = handle(getOutlook, async (tx, { lotIds }) => {
  const lots = await requireLots(tx, lotIds);
  const capacity = lots.reduce((sum, one) => sum + one.capacity, 0);
  const endMs = Math.floor(tx.now.getTime() / HOUR_MS) * HOUR_MS;
  const series = await carsByHour(tx, lots, endMs);
  const forecast = forecastHours(series, null);
  const atHour = (index: number) => new Date(endMs + index * HOUR_MS);
  return {
    at: tx.now,
    capacity,
    past: series
      .slice(-24)
      .flatMap((cars, index, all) => (cars === null ? [] : [{ at: atHour(index + 1 - all.length), cars }])),
    hours: (forecast?.hours ?? []).map(({ value, low, high }, index) => ({
      at: atHour(index + 1),
      cars: tenth(value),
      low: tenth(low),
      high: tenth(high),
    })),
    error: forecast && {
      mean: tenth(forecast.error.mean),
      weekBefore: tenth(forecast.error.weekBefore),
      unchanged: tenth(forecast.error.unchanged),
      count: forecast.error.count,
    },
    unusual: await findUnusual(tx, lots),
  };
});

const tenth = (value: number) => Math.round(value * 10) / 10;

/** The cars inside at the end of each hour, oldest first; null before the first car. */
async function carsByHour(tx: TenantTx, lots: readonly LotPlace[], endMs: number): Promise<HourlySeries> {
  const ids = lots.map((one) => one.id);
  const fromMs = endMs - LEARNT_WEEKS * 7 * 24 * HOUR_MS;
  let cars = [...(await carsInsideAt(tx, ids, fromMs)).values()].reduce((sum, one) => sum + one, 0);
  const quarters = await findQuarters(tx, ids, { fromMs, toMs: endMs });
  const firstMs = cars > 0 ? fromMs : (quarters[0]?.startMs ?? endMs);
  const series: (number | null)[] = [];
  for (let hourMs = fromMs, next = 0; hourMs < endMs; hourMs += HOUR_MS) {
    for (; next < quarters.length && quarters[next]!.startMs < hourMs + HOUR_MS; next += 1)
      cars += quarters[next]!.change;
    series.push(hourMs + HOUR_MS <= firstMs ? null : cars);
  }
  // The forecast counts from the first hour that is known.
  return series.slice(series.findIndex((one) => one !== null));
}

/** The unusual ones of the last full days of the caller's zone. */
async function findUnusual(tx: TenantTx, lots: readonly LotPlace[]) {
  const clock = zoneClock(tx.who.zone);
  const today = clock.dayOf(tx.now.getTime());
  const first = today - COMPARED_DAYS - SHOWN_DAYS;
  const days = Array.from({ length: COMPARED_DAYS + SHOWN_DAYS }, (_, index) => first + index);
  const ranges = days.map((day) => ({ fromMs: clock.dayStart(day), toMs: clock.dayStart(day + 1) }));
  const sums = await sumStretches(
    tx,
    lots.map((one) => one.id),
    ranges,
    [],
  );
  const byDay = Map.groupBy(sums, (one) => one.range);
  const start = Math.min(...byDay.keys());
  const figures = days.map((_, index) => figuresOf(byDay.get(index) ?? []));
  const watched = {
    received: figures.map((one, index) => (index < start ? null : one.receivedFen)),
    entries: figures.map((one, index) => (index < start ? null : one.entries)),
  };
  return (['received', 'entries'] as const)
    .flatMap((figure) =>
      unusualDays(watched[figure], SHOWN_DAYS, LEAST[figure]).map(({ at, value, usual, low, high, weeks }) => ({
        day: keyOfDay(days[at]!),
        startsAt: new Date(ranges[at]!.fromMs),
        endsAt: new Date(ranges[at]!.toMs),
        figure,
        value: Math.round(value),
        usual: Math.round(usual),
        low: Math.round(Math.max(0, low)),
        high: Math.round(high),
        weeks,
      })),
    )
    .sort((one, other) => (one.day < other.day ? 1 : -1));
}
