import { dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { computeReport, handle, type TenantTx } from '@boyun/kernel/server';
import type { StatSum } from '../stat/stat-sum.queries.ts';
import { STAY_BUCKETS } from '../stat/stay-bucket.contract.ts';
import { requireLots } from './chosen-lots.service.ts';
import { findQuarters } from './inside.queries.ts';
import { addFacts, collectFacts, type LotFacts, readFacts } from './lot-day.service.ts';
import { comparedDays, type Days, periodOf } from './period-days.service.ts';
import { getStatistics, statisticsList } from './statistics.contract.ts';
import { addHours, type WeekHour, weekHours } from './week-hour.service.ts';

/** Days shown where none are chosen. */
const USUAL_DAYS = 7;

export const getStatisticsServer = handle(getStatistics, async (tx, { lotIds, from, to }) => {
  const lots = await requireLots(tx, lotIds);
  const days = { from, to };
  const facts = await collectFacts(tx, lots, days);
  const zones = new Set(lots.map((one) => one.zone));
  const zone = zones.size === 1 ? [...zones][0]! : tx.who.zone;
  const axis = periodOf(days, zone, tx.now.getTime()).days;
  const whole = facts.map((one) => addFacts(one.days));
  const total = addFacts(whole);
  const compared = comparedDays(days);
  const ends = { startsAt: new Date(axis[0]!.fromMs), endsAt: new Date(axis.at(-1)!.toMs) };
  return {
    at: tx.now,
    zone,
    ...ends,
    capacity: facts.reduce((sum, one) => sum + one.spots.at(-1)!, 0),
    total: { ...days, ...readFacts(total) },
    before: { ...compared.before, ...readFacts(addFacts(facts.map((one) => one.before))) },
    yearBefore: { ...compared.yearBefore, ...readFacts(addFacts(facts.map((one) => one.yearBefore))) },
    days: axis.map(({ fromMs, toMs }, index) => ({
      day: keyOfDay(dayOfKey(from) + index),
      startsAt: new Date(fromMs),
      endsAt: new Date(toMs),
      ...readFacts(addFacts(facts.map((one) => one.days[index]!))),
    })),
    stays: buckets(total.sums),
    hours: (await findHours(tx, facts, days)).map((one, index) => ({
      weekday: Math.floor(index / 24) + 1,
      hour: index % 24,
      ...one,
    })),
    lots: facts
      .map(({ lot, before, spots }, index) => {
        const clock = zoneClock(lot.zone);
        const last = readFacts(before);
        return {
          lotId: lot.id,
          startsAt: new Date(clock.dayStart(dayOfKey(from))),
          endsAt: new Date(clock.dayStart(dayOfKey(to) + 1)),
          capacity: spots.at(-1)!,
          ...readFacts(whole[index]!),
          receivedBeforeFen: last.receivedFen,
          entriesBefore: last.entries,
        };
      })
      .sort((one, other) => other.receivedFen - one.receivedFen || other.entries - one.entries),
  };
});

function buckets(sums: readonly StatSum[]) {
  return STAY_BUCKETS.map((fromMinutes, index) => ({
    fromMinutes,
    toMinutes: STAY_BUCKETS[index + 1] ?? null,
    count: sums.reduce(
      (count, one) => count + (one.metric === 'stay' && one.dimension === String(fromMinutes) ? one.count : 0),
      0,
    ),
  }));
}

async function findHours(tx: TenantTx, facts: readonly LotFacts[], days: Days): Promise<WeekHour[]> {
  const nowMs = tx.now.getTime();
  const all: WeekHour[][] = [];
  for (const [zone, group] of Map.groupBy(facts, (one) => one.lot.zone)) {
    const stretches = periodOf(days, zone, nowMs).days;
    const range = { fromMs: stretches[0]!.fromMs, toMs: stretches.at(-1)!.toMs };
    const lotIds = group.map((one) => one.lot.id);
    const carsInside = group.reduce((sum, one) => sum + one.carsInside, 0);
    all.push(weekHours(await findQuarters(tx, lotIds, range), range, { carsInside, zone, nowMs }));
  }
  return addHours(all);
}

export const statisticsListServer = computeReport(statisticsList, async ({ tx, filters }) => {
  const lots = await requireLots(tx, filters.lotIds);
  const today = zoneClock(tx.who.zone).dayOf(tx.now.getTime());
  const to = filters.to ?? keyOfDay(today);
  const from = filters.from ?? keyOfDay(dayOfKey(to) - USUAL_DAYS + 1);
  const facts = await collectFacts(tx, lots, { from, to });
  const rows = facts[0]?.days.flatMap((_, index) =>
    facts.map(({ lot, days, spots }) => {
      const day = keyOfDay(dayOfKey(from) + index);
      return { id: `${day} ${lot.id}`, day, lotId: lot.id, capacity: spots[index]!, ...readFacts(days[index]!) };
    }),
  );
  return { rows: rows ?? [] };
});
