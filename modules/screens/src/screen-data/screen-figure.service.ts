import { forecastClose } from '@boyun/domain/close-forecast';
import { zoneClock } from '@boyun/domain/period';
import {
  dayRanges,
  daysRanges,
  figuresOf,
  hourRanges,
  type LotPlace,
  monthsRanges,
  type Range,
  receivedByHour,
  type StatSum,
  sharesOf,
  sumStretches,
} from '@boyun/insight/server';
import type { TenantTx } from '@boyun/kernel/server';

const HOUR_MS = 3_600_000;
/** Days that the forecast of the close looks back. */
const LEARNT_DAYS = 49;

/** Sums over the days of each lot's own zone; the first range is also split by lot and channel. */
async function sumZones(
  tx: TenantTx,
  lots: readonly LotPlace[],
  rangesOf: (zone: string) => Range[],
): Promise<StatSum[]> {
  const all: StatSum[] = [];
  for (const [zone, places] of Map.groupBy(lots, (one) => one.zone)) {
    const ids = places.map((one) => one.id);
    all.push(...(await sumStretches(tx, ids, rangesOf(zone), [0])));
  }
  return all;
}

/** Today's figures in total, by lot, by channel and by hour, and yesterday's until now and by hour; `zone` is that of the axis. */
export async function figuresOfDay(tx: TenantTx, lots: readonly LotPlace[], zone: string) {
  const nowMs = tx.now.getTime();
  const sums = await sumZones(tx, lots, (own) => {
    const { today, yesterday } = dayRanges(nowMs, own);
    return [today, yesterday, ...hourRanges(nowMs, own, 0), ...hourRanges(nowMs, own, 1)];
  });
  const byRange = Map.groupBy(sums, (one) => one.range);
  const at = (range: number) => byRange.get(range) ?? [];
  const today = at(0);
  const byLot = Map.groupBy(today, (one) => one.lotId);
  const axis = hourRanges(nowMs, zone, 0);
  return {
    today: figuresOf(today),
    yesterday: figuresOf(at(1)),
    ofLot: (lotId: string) => figuresOf(byLot.get(lotId) ?? []),
    channels: sharesOf(today.filter((one) => one.metric === 'received')).map(([channel, { count, amountFen }]) => ({
      channel,
      count,
      amountFen,
    })),
    hours: axis.map(({ fromMs }, index) => {
      const { entries, exits, receivedFen } = figuresOf(at(2 + index));
      const before = figuresOf(at(2 + axis.length + index));
      return {
        at: new Date(fromMs),
        entries,
        exits,
        receivedFen,
        beforeFen: before.receivedFen,
        beforeEntries: before.entries,
      };
    }),
  };
}

/** What was received this month and on each of the last days. */
export async function figuresOfMonth(tx: TenantTx, lots: readonly LotPlace[], zone: string) {
  const nowMs = tx.now.getTime();
  const sums = await sumZones(tx, lots, (own) => [monthsRanges(nowMs, own, 0).at(-1)!, ...daysRanges(nowMs, own, 0)]);
  const byRange = Map.groupBy(sums, (one) => one.range);
  const month = monthsRanges(nowMs, zone, 0).at(-1)!;
  const clock = zoneClock(zone);
  const first = clock.dayOf(month.fromMs);
  return {
    month: {
      receivedFen: figuresOf(byRange.get(0) ?? []).receivedFen,
      day: clock.dayOf(nowMs) - first + 1,
      days: clock.dayOf(month.toMs) - first,
    },
    days: daysRanges(nowMs, zone, 0).map(({ fromMs }, index) => {
      const { receivedFen, feeFen } = figuresOf(byRange.get(1 + index) ?? []);
      return { at: new Date(fromMs), receivedFen, feeFen };
    }),
  };
}

/** Forecasts what the lots will have received today, in the zone of the axis; null without enough weeks to learn from. */
export async function closeOfDay(tx: TenantTx, lots: readonly LotPlace[], zone: string, soFar: number) {
  const nowMs = tx.now.getTime();
  const clock = zoneClock(zone);
  const today = clock.dayOf(nowMs);
  const start = clock.dayStart(today);
  const sinceMs = nowMs - start;
  const hourMs = Math.floor(sinceMs / HOUR_MS) * HOUR_MS;
  const ids = lots.map((one) => one.id);
  const hours = await receivedByHour(tx, ids, { fromMs: clock.dayStart(today - LEARNT_DAYS), toMs: start });
  // The running hour counts by the part of it that is left.
  const left = 1 - (sinceMs - hourMs) / HOUR_MS;
  const rests = new Map<number, number>();
  for (const [atMs, amountFen] of hours) {
    const day = clock.dayOf(atMs);
    const at = atMs - clock.dayStart(day);
    const part = at > hourMs ? 1 : at === hourMs ? left : 0;
    rests.set(day, (rests.get(day) ?? 0) + amountFen * part);
  }
  const first = Math.min(...rests.keys());
  // Before the first day with money nothing is known; a later day without any received nothing.
  const past = Array.from({ length: LEARNT_DAYS }, (_, index) => {
    const day = today - 1 - index;
    return day > first ? (rests.get(day) ?? 0) : null;
  });
  const found = forecastClose(soFar, past);
  return (
    found && {
      valueFen: found.value,
      lowFen: found.low,
      highFen: found.high,
      errorFen: found.error,
      days: found.days,
    }
  );
}
