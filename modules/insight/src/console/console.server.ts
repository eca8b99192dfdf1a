import type { Output } from '@boyun/kernel/contract';
import { handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { decideReviews } from '@boyun/reviews/contract';
import { countToDecide, findUndecidable } from '@boyun/reviews/server';
import { incomeOfMonth } from '../stat/month-income.service.ts';
import { figuresOf, sharesOf } from '../stat/stat-figure.service.ts';
import {
  CURVE_DAYS,
  CURVE_MONTHS,
  dayRanges,
  daysRanges,
  hourRanges,
  monthsRanges,
  type Range,
} from '../stat/stat-range.service.ts';
import { type StatSum, sumStretches } from '../stat/stat-sum.queries.ts';
import { type CurveSpan, getConsole } from './console.contract.ts';
import { countKinds, countTodo, findLots, findTargets, type LotPlace, sumArrears } from './console.queries.ts';
import { countMore } from './todo-count.service.ts';

type Console = Output<typeof getConsole>;
type Flow = Omit<Console['curve'][number], 'at'>;

/** Places of the stretches in one question; the curve and the curve before follow. */
const TODAY = 0;
const YESTERDAY = 1;
const LAST_WEEK = 2;
const CURVE = 3;

export const getConsoleServer = handle(getConsole, async (tx, { lotId, span }) => {
  const lots = await findLots(tx, lotId === null ? null : [lotId]);
  if (lotId !== null && lots.length === 0) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
  const lotIds = lots.map((one) => one.id);
  // The axis shows the time zone of the chosen lot, otherwise the tenant's; the days of each lot follow its own zone.
  const zone = lotId === null ? tx.who.zone : lots[0]!.zone;
  const axis = curveRanges(tx.now.getTime(), zone, span as CurveSpan);
  const sums = await sumZones(tx, lots, span as CurveSpan);
  const of = (range: number) => sums.filter((one) => one.range === range);
  const today = of(TODAY);
  const points = (first: number, ranges: readonly Range[]) =>
    ranges.map(({ fromMs }, index) => ({ at: new Date(fromMs), ...flowOf(of(first + index)) }));
  const isWhole = lotId === null && tx.who.lotIds === null;
  const received = today.filter((one) => one.metric === 'received');
  return {
    at: tx.now,
    zone,
    dayStart: new Date(dayRanges(tx.now.getTime(), zone).today.fromMs),
    today: figuresOf(today),
    yesterday: figuresOf(of(YESTERDAY)),
    lastWeek: figuresOf(of(LAST_WEEK)),
    carsInside: lots.reduce((sum, one) => sum + one.carsInside, 0),
    capacity: lots.reduce((sum, one) => sum + one.capacity, 0),
    ...(await sumArrears(tx, lotIds)),
    curve: points(CURVE, axis.curve),
    before: points(CURVE + axis.curve.length, axis.before),
    channels: sharesOf(received).map(([channel, { count, amountFen }]) => ({ channel, count, amountFen })),
    vehicleKinds: await countKinds(tx, lots),
    ranking: rank(lots, today),
    areas: await readTargets(tx, lots),
    todo: {
      ...(await countTodo(tx, lotIds, isWhole)),
      openReviews: await countReviews(tx, lotId),
      // Only administrators can hand them over.
      undecidableReviews: tx.who.isAdmin ? (await findUndecidable(tx)).length : 0,
    },
    moreTodo: await countMore(tx, lotIds),
  };
});

/** Requests the caller may decide. */
function countReviews(tx: TenantTx, lotId: string | null): Promise<number> | number {
  return tx.who.isAdmin || tx.who.permissions.has(decideReviews.name) ? countToDecide(tx, lotId) : 0;
}

/** The periods of a curve, and how many of them (days, for hours) lie between it and the curve it is compared with. */
const CURVES = {
  hour: { rangesOf: hourRanges, ago: 1 },
  day: { rangesOf: daysRanges, ago: CURVE_DAYS },
  month: { rangesOf: monthsRanges, ago: CURVE_MONTHS },
} as const;

function curveRanges(nowMs: number, zone: string, span: CurveSpan): { curve: Range[]; before: Range[] } {
  const { rangesOf, ago } = CURVES[span];
  return { curve: rangesOf(nowMs, zone, 0), before: rangesOf(nowMs, zone, ago) };
}

/** All sums, queried once per time zone of the lots: "today" is each lot's own day. */
async function sumZones(tx: TenantTx, lots: readonly LotPlace[], span: CurveSpan): Promise<StatSum[]> {
  const nowMs = tx.now.getTime();
  const all: StatSum[] = [];
  for (const [zone, places] of Map.groupBy(lots, (one) => one.zone)) {
    const { today, yesterday, lastWeek } = dayRanges(nowMs, zone);
    const { curve, before } = curveRanges(nowMs, zone, span);
    const ranges = [today, yesterday, lastWeek, ...curve, ...before];
    all.push(
      ...(await sumStretches(
        tx,
        places.map((one) => one.id),
        ranges,
        [TODAY],
      )),
    );
  }
  return all;
}

function flowOf(sums: readonly StatSum[]): Flow {
  const { entries, exits, receivedFen, feeFen } = figuresOf(sums);
  return { entries, exits, receivedFen, feeFen };
}

/** The areas with a target, with what they have received this month; none for accounts that may not see statistics. */
async function readTargets(tx: TenantTx, lots: readonly LotPlace[]): Promise<Console['areas']> {
  const areas = await findTargets(
    tx,
    lots.map((one) => one.id),
  );
  const ids = new Set(areas.flatMap((one) => one.lotIds));
  const own = lots.filter((one) => ids.has(one.id)).map(({ id, zone }) => ({ id, timeZone: zone }));
  const income = own.length > 0 ? await incomeOfMonth(tx, own) : null;
  if (!income) return [];
  return areas.map((one) => ({
    ...one,
    lotIds: [...one.lotIds],
    receivedFen: one.lotIds.reduce((sum, lotId) => sum + (income.get(lotId) ?? 0), 0),
  }));
}

/** Every lot with today's figures, by what it received. */
function rank(lots: readonly LotPlace[], today: readonly StatSum[]): Console['ranking'] {
  const byLot = Map.groupBy(today, (one) => one.lotId);
  return lots
    .map(({ id, carsInside, capacity }) => ({ lotId: id, carsInside, capacity, ...flowOf(byLot.get(id) ?? []) }))
    .sort((a, b) => b.receivedFen - a.receivedFen || b.entries - a.entries);
}
