import { dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { coversLots, handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { type Activity, findActivities } from '../activity/activity.queries.ts';
import { customTimeDiscount } from '../activity/custom-time.contract.ts';
import { getActivityDays } from './activity-days.contract.ts';

interface UsedDay {
  readonly day: string;
  readonly usedCount: number;
  readonly usedFen: number;
}

/** The days on which an activity was used for good, each in the zone of its lot. */
function findUsedDays(tx: TenantTx, activityId: string): Promise<UsedDay[]> {
  return tx.query<UsedDay>(
    `select to_char(u.at at time zone l.time_zone, 'YYYY-MM-DD') as day, count(*)::int as "usedCount", sum(u.amount_fen)::bigint as "usedFen"
     from activity_use u join lot_fact l on l.tenant_id = u.tenant_id and l.id = u.lot_id
     where u.tenant_id = $1 and u.activity_id = $2 and u.held_until is null group by day order by day`,
    [tx.tenantId, activityId],
  );
}

async function countCars(tx: TenantTx, activityId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(distinct plate)::int as count from activity_use
     where tenant_id = $1 and activity_id = $2 and held_until is null`,
    [tx.tenantId, activityId],
  );
  return row!.count;
}

/** The first and the last day to show: at most so many, none before the activity began or after it was over, unless it was used then. */
function rangeOf(tx: TenantTx, activity: Activity, used: readonly UsedDay[], most: number): [number, number] {
  const clock = zoneClock(tx.who.zone);
  const dayOf = (at: Date) => clock.dayOf(at.getTime());
  const usedDays = used.map((one) => dayOfKey(one.day));
  const isOver = activity.validUntil !== null && activity.validUntil <= tx.now;
  const last = Math.max(dayOf(isOver ? activity.validUntil! : tx.now), usedDays.at(-1) ?? 0);
  const begin = Math.min(dayOf(activity.validFrom), usedDays[0] ?? last, last);
  return [Math.max(begin, last - most + 1), last];
}

/** What was used of an activity, day by day. */
export const activityDaysServer = handle(getActivityDays, async (tx, { id, days: most }) => {
  const activity = (await findActivities(tx)).find((one) => one.id === id);
  if (!activity || !sees(tx, activity)) throw notFound(tx.who, customTimeDiscount.title);
  const used = await findUsedDays(tx, id);
  const [first, last] = rangeOf(tx, activity, used, most);
  const byDay = new Map(used.map((one) => [one.day, one]));
  const clock = zoneClock(tx.who.zone);
  return {
    earlierFen: used.reduce((sum, one) => sum + (dayOfKey(one.day) < first ? one.usedFen : 0), 0),
    carCount: await countCars(tx, id),
    days: Array.from({ length: last - first + 1 }, (_, index) => {
      const day = first + index;
      const { usedCount = 0, usedFen = 0 } = byDay.get(keyOfDay(day)) ?? {};
      const [from, to] = [new Date(clock.dayStart(day)), new Date(clock.dayStart(day + 1) - 1)];
      return { day: keyOfDay(day), from, to, usedCount, usedFen };
    }),
  };
});

/** As in the list: an activity of several lots is seen by who sees one of them. */
const sees = (tx: TenantTx, { lotIds }: Activity) =>
  lotIds.length === 0 || lotIds.some((one) => coversLots(tx.who, [one]));
