import { dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { computeReport, type TenantTx } from '@boyun/kernel/server';
import { findLots, type LotPlace } from '../console/console.queries.ts';
import { addFacts, collectFacts, readFacts } from '../statistics/lot-day.service.ts';
import { countDays, type Days } from '../statistics/period-days.service.ts';
import { spotTurnover } from './spot-turnover.contract.ts';

/** Days counted where none are chosen. */
const USUAL_DAYS = 30;
/** Most spots of a statement. */
const MOST_SPOTS = 10_000;
/** A car that has stood on a spot for longer than this before the period is not counted. */
const LONGEST_DAYS = 31;
const DAY_MS = 86_400_000;

/** Turnover of lots from the statistics, of spots from the stays that name them. */
export const spotTurnoverServer = computeReport(spotTurnover, async ({ tx, filters }) => {
  const lots = tx.who.isOwnOnly ? [] : await findLots(tx, filters.lotId ? [filters.lotId] : null);
  const today = zoneClock(tx.who.zone).dayOf(tx.now.getTime());
  const to = filters.to ?? keyOfDay(today);
  const days = { from: filters.from ?? keyOfDay(dayOfKey(to) - USUAL_DAYS + 1), to };
  countDays(days);
  const rows = filters.by === 'spot' ? await spotRows(tx, lots, days) : await lotRows(tx, lots, days);
  return { rows, totals: { entries: rows.reduce((sum, one) => sum + one.entries, 0) } };
});

async function lotRows(tx: TenantTx, lots: readonly LotPlace[], days: Days) {
  const facts = await collectFacts(tx, lots, days);
  const rows = facts.map(({ lot, days: each, spots }) => {
    const { entries, turnover, occupancy, meanStaySeconds } = readFacts(addFacts(each));
    const meanMinutes = meanStaySeconds === null ? null : Math.round(meanStaySeconds / 60);
    return {
      id: lot.id,
      lotId: lot.id,
      spotNumber: null,
      spots: spots.at(-1)!,
      entries,
      turnover,
      occupancy,
      meanMinutes,
    };
  });
  return rows.sort((a, b) => (b.turnover ?? 0) - (a.turnover ?? 0));
}

interface SpotRow {
  readonly lotId: string;
  readonly spotNumber: string;
  readonly entries: number;
  readonly seconds: number;
  readonly meanMinutes: number | null;
}

async function spotRows(tx: TenantTx, lots: readonly LotPlace[], days: Days) {
  const rows = [];
  for (const [zone, places] of Map.groupBy(lots, (one) => one.zone)) {
    const clock = zoneClock(zone);
    const from = new Date(clock.dayStart(dayOfKey(days.from)));
    const end = new Date(
      Math.min(clock.dayStart(dayOfKey(days.to) + 1), Math.max(tx.now.getTime(), from.getTime() + 1)),
    );
    const spotSeconds = (end.getTime() - from.getTime()) / 1000;
    for (const one of await findSpotStays(tx, places, from, end))
      rows.push({
        id: `${one.lotId} ${one.spotNumber}`,
        lotId: one.lotId,
        spotNumber: one.spotNumber,
        spots: 1,
        entries: one.entries,
        turnover: round((one.entries * DAY_MS) / (end.getTime() - from.getTime())),
        occupancy: round(one.seconds / spotSeconds),
        meanMinutes: one.meanMinutes,
      });
  }
  return rows.sort((a, b) => b.entries - a.entries);
}

/** Stays by spot within a time; seconds are those within it, the mean is of whole stays that have ended. */
function findSpotStays(tx: TenantTx, lots: readonly LotPlace[], from: Date, end: Date): Promise<SpotRow[]> {
  return tx.query<SpotRow>(
    `select o.lot_id, o.spot_number, count(*) filter (where o.entered_at >= $3)::int as entries,
       sum(extract(epoch from least(coalesce(o.left_at, $4), $4) - greatest(o.entered_at, $3)))::bigint as seconds,
       round(avg(extract(epoch from o.left_at - o.entered_at) / 60))::int as mean_minutes
     from stay_fact o
     where o.tenant_id = $1 and o.lot_id = any($2::uuid[]) and o.spot_number is not null and o.parking_state <> 'void'
       and o.entered_at < $4 and coalesce(o.left_at, $4) > $3
       and o.id >= first_uuid($5) and o.id < first_uuid($4 + interval '1 day')
     group by o.lot_id, o.spot_number order by 3 desc, o.lot_id, o.spot_number limit ${MOST_SPOTS}`,
    [tx.tenantId, lots.map((one) => one.id), from, end, new Date(from.getTime() - LONGEST_DAYS * DAY_MS)],
  );
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
