import { createHash } from 'node:crypto';
import { addMonths, keyOfDay, monthKey, monthStart, weekdayOf, zoneClock } from '@boyun/domain/period';
import type { Output } from '@boyun/kernel/contract';
import { handle, handleFreely, type TenantTx } from '@boyun/kernel/server';
import type { LotPlace } from '../console/console.queries.ts';
import { requireLots } from './chosen-lots.service.ts';
import { getReturning, getStayHours, RETURN_PERIODS, type ReturnBy } from './habit.contract.ts';
import {
  countReturning,
  countStayHours,
  findKept,
  keepCounts,
  type PlateCount,
  type StayHour,
} from './habit.queries.ts';
import { periodOf } from './period-days.service.ts';

/** Lots of several zones each by their own clock. */
export const getStayHoursServer = handle(getStayHours, async (tx, { lotIds, from, to }) => {
  const sums = new Map<string, StayHour>();
  for (const [zone, lots] of Map.groupBy(await requireLots(tx, lotIds), (one) => one.zone)) {
    const { days } = periodOf({ from, to }, zone, tx.now.getTime());
    const range = { fromMs: days[0]!.fromMs, toMs: days.at(-1)!.toMs };
    for (const one of await countStayHours(tx, idsOf(lots), range, zone)) {
      const key = `${one.fromMinutes} ${one.hour}`;
      sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
    }
  }
  return { cells: [...sums.values()] };
});

/** How long counts are kept: reading every stay of half a year takes seconds where there are millions. */
const KEPT_MS = 3_600_000;

/** Periods are those of the caller's zone: a plate may have been in lots of several. */
export const getReturningServer = handleFreely(getReturning, async (kernel, { lotIds, by }, { who }) => {
  const { database } = kernel;
  const kept = await database.inTenant(who!, (tx) => keptReturning(tx, lotIds, by), { isRead: true });
  if (kept.found) return returningOf(kept);
  const counts = await database.inTenant(who!, (tx) => countReturning(tx, kept.lotIds, kept.periods.map(startOf)), {
    isRead: true,
    pool: 'long',
  });
  return database.inTenant(who!, async (tx) => {
    await keepCounts(tx, kept.asked, { counts, since: new Date(tx.now.getTime() - KEPT_MS) });
    return returningOf({ ...kept, found: { at: tx.now, counts } });
  });
});

const startOf = ({ startMs }: { readonly startMs: number }) => new Date(startMs);

/** What is asked for, and what was counted for it within the hour. */
async function keptReturning(tx: TenantTx, chosen: readonly string[] | null, by: ReturnBy) {
  const lotIds = idsOf(await requireLots(tx, chosen)).sort();
  const periods = periodsUntilNow(tx, by);
  const asked = `${by} ${periods.at(-1)!.key} ${tx.who.zone} ${createHash('sha256').update(lotIds.join()).digest('base64url')}`;
  const found = await findKept(tx, asked, new Date(tx.now.getTime() - KEPT_MS));
  return { lotIds, periods, asked, found };
}

function returningOf({ periods, found }: Awaited<ReturnType<typeof keptReturning>>): Output<typeof getReturning> {
  const { at, counts } = found!;
  const sum = (fits: (one: PlateCount) => number) =>
    counts.reduce((total, one) => total + (fits(one) ? one.count : 0), 0);
  const cohorts = periods.flatMap(({ key }, index) => {
    const first = 1 << index;
    const plateCount = sum((one) => one.seen & first);
    if (plateCount === 0) return [];
    const later = periods.slice(index + 1).map((_, after) => first | (first << (after + 1)));
    const back = later.map((both) => sum((one) => Number((one.seen & both) === both)));
    return [{ period: key, plateCount, againCount: sum((one) => one.again & first), back }];
  });
  return { at, cohorts };
}

const idsOf = (lots: readonly LotPlace[]) => lots.map((one) => one.id);

/** The last weeks or months, oldest first, the running one at the end. */
function periodsUntilNow(tx: TenantTx, by: ReturnBy) {
  const { zone } = tx.who;
  const nowMs = tx.now.getTime();
  const clock = zoneClock(zone);
  const today = clock.dayOf(nowMs);
  const monday = today - ((weekdayOf(today) + 6) % 7);
  return Array.from({ length: RETURN_PERIODS[by] }, (_, index) => {
    const back = RETURN_PERIODS[by] - 1 - index;
    if (by === 'week') return { startMs: clock.dayStart(monday - 7 * back), key: keyOfDay(monday - 7 * back) };
    const startMs = addMonths(monthStart(nowMs, zone), -back, zone);
    return { startMs, key: monthKey(startMs, zone) };
  });
}
