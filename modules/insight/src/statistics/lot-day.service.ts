import type { TenantTx } from '@boyun/kernel/server';
import type { LotPlace } from '../console/console.queries.ts';
import { figuresOf } from '../stat/stat-figure.service.ts';
import { type StatSum, sumStretches } from '../stat/stat-sum.queries.ts';
import { carsInsideAt, quarterStart, sumMoves } from './inside.queries.ts';
import { countDays, type Days, type Period, periodOf } from './period-days.service.ts';
import { readSpots } from './spots.queries.ts';

/** The statistics of a lot over a stretch of time; they can be summed over stretches and lots. */
export interface Facts {
  readonly sums: readonly StatSum[];
  /** Total time of its cars inside, and total time offered by its spots. */
  readonly carSeconds: number;
  readonly spotSeconds: number;
}

/** The facts of a lot: each day of a period, and what that is compared with. */
export interface LotFacts {
  readonly lot: LotPlace;
  /** How many cars it held when the period began. */
  readonly carsInside: number;
  /** How many spots it had at the end of each day. */
  readonly spots: readonly number[];
  readonly days: readonly Facts[];
  readonly before: Facts;
  readonly yearBefore: Facts;
}

/** Facts of several days or lots together. */
export function addFacts(all: readonly Facts[]): Facts {
  const sum = (pick: (one: Facts) => number) => all.reduce((total, one) => total + pick(one), 0);
  return {
    sums: all.flatMap((one) => one.sums),
    carSeconds: sum((one) => one.carSeconds),
    spotSeconds: sum((one) => one.spotSeconds),
  };
}

/** Returns the displayed figures of facts. */
export function readFacts({ sums, carSeconds, spotSeconds }: Facts) {
  const { receivedFen, feeFen, reducedFen, unpaidFen, entries, exits, stays, staySeconds } = figuresOf(sums);
  return {
    receivedFen,
    feeFen,
    reducedFen,
    unpaidFen,
    entries,
    exits,
    stays,
    meanStaySeconds: stays > 0 ? Math.round(staySeconds / stays) : null,
    turnover: spotSeconds > 0 ? round((entries * DAY_SECONDS) / spotSeconds) : null,
    occupancy: spotSeconds > 0 ? round(carSeconds / spotSeconds) : null,
  };
}

const DAY_SECONDS = 86_400;
const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Reads the facts of lots that lie in one zone, from the statistics alone. */
async function findFacts(tx: TenantTx, lots: readonly LotPlace[], period: Period): Promise<LotFacts[]> {
  const nowMs = tx.now.getTime();
  const lotIds = lots.map((one) => one.id);
  const { days, before, yearBefore } = period;
  const ranges = [...days, before, yearBefore];
  const sums = await sumStretches(
    tx,
    lotIds,
    ranges,
    ranges.map((_, index) => index),
  );
  const placed = Map.groupBy(sums, (one) => `${one.range} ${one.lotId}`);
  // The current day is counted up to now, and a comparison up to the quarter it ends in.
  const stood = ranges.map(({ fromMs, toMs }, index) => ({
    fromMs,
    toMs: Math.max(fromMs, index < days.length ? Math.min(toMs, nowMs) : quarterStart(toMs)),
  }));
  const moves = new Map((await sumMoves(tx, lotIds, stood)).map((one) => [`${one.range} ${one.lotId}`, one]));
  const spots = await readSpots(tx, lots);
  const insideAt: ReadonlyMap<string, number>[] = [];
  for (const { fromMs } of [days[0]!, before, yearBefore]) insideAt.push(await carsInsideAt(tx, lotIds, fromMs));
  return lots.map((lot) => {
    const moved = (range: number) => moves.get(`${range} ${lot.id}`) ?? { change: 0, seconds: 0 };
    const factsOf = (range: number, carsInside: number): Facts => {
      const lasted = (stood[range]!.toMs - stood[range]!.fromMs) / 1000;
      return {
        sums: placed.get(`${range} ${lot.id}`) ?? [],
        carSeconds: carsInside * lasted + moved(range).seconds,
        spotSeconds: spots.seconds(lot, stood[range]!),
      };
    };
    const [first, atBefore, atYear] = insideAt.map((cars) => cars.get(lot.id) ?? 0) as [number, number, number];
    let carsInside = first;
    const facts = days.map((_, range) => {
      const one = factsOf(range, carsInside);
      carsInside += moved(range).change;
      return one;
    });
    return {
      lot,
      carsInside: first,
      spots: days.map((_, range) => spots.at(lot, stood[range]!.toMs - 1)),
      days: facts,
      before: factsOf(days.length, atBefore),
      yearBefore: factsOf(days.length + 1, atYear),
    };
  });
}

/** The facts of all lots, queried once per time zone: each lot has days of its own. */
export async function collectFacts(tx: TenantTx, lots: readonly LotPlace[], days: Days): Promise<LotFacts[]> {
  countDays(days);
  const all: LotFacts[] = [];
  for (const [zone, places] of Map.groupBy(lots, (one) => one.zone))
    all.push(...(await findFacts(tx, places, periodOf(days, zone, tx.now.getTime()))));
  return all;
}
