import { type Span, spansWithin } from '@boyun/domain/daily-hours';
import { isoDay, weekdayOf, zoneClock } from '@boyun/domain/period';
import type { ReductionEffect, ReductionOffer } from '@boyun/domain/reduction';
import type { ExampleStay } from '@boyun/orders/server';
import type { Activity, UsedByOthers } from './activity.queries.ts';

const NOTHING_USED: UsedByOthers = { usedFen: 0, dayUses: 0, plateUses: 0 };

/** Returns whether an activity holds for the lot and the car of a stay, at the end of the stay. Days and hours are judged by the offer. */
export function isMeantFor(activity: Activity, stay: ExampleStay): boolean {
  const { lotIds, vehicleKinds, validFrom, validUntil } = activity;
  return (
    !activity.isPaused &&
    (lotIds.length === 0 || lotIds.includes(stay.lotId)) &&
    (vehicleKinds.length === 0 || (stay.vehicleKind !== null && vehicleKinds.includes(stay.vehicleKind))) &&
    validFrom <= stay.at &&
    (validUntil === null || validUntil > stay.at)
  );
}

/** Returns whether what is left of an activity depends on other stays. */
export function isLimited({ budgetFen, usesPerDay, usesPerPlate }: Activity): boolean {
  return budgetFen !== null || usesPerDay !== null || usesPerPlate !== null;
}

/** Returns the offer of an activity to a stay that it is meant for; null where nothing is left. */
export function offerOf(
  activity: Activity,
  stay: ExampleStay,
  used: UsedByOthers = NOTHING_USED,
): ReductionOffer | null {
  const { budgetFen, usesPerDay, usesPerPlate } = activity;
  const restFen = budgetFen === null ? null : Math.max(0, budgetFen - used.usedFen);
  const rests = [usesPerDay && usesPerDay - used.dayUses, usesPerPlate && usesPerPlate - used.plateUses];
  const usesLeft = rests.reduce<number | null>(
    (least, one) => (one === null ? least : Math.min(least ?? one, one)),
    null,
  );
  if (restFen === 0 || (usesLeft !== null && usesLeft <= 0)) return null;
  const isByTime = activity.effect === 'window' || activity.effect === 'cap';
  return {
    source: 'activity',
    sourceId: activity.id,
    payer: 'operator',
    effect: effectOf(activity, stay),
    words: { zh: activity.name, en: activity.name },
    rule: {
      // Hours that are the subject of the reduction do not also limit the time of leaving.
      ...(isByTime ? {} : { days: activity.days.map(isoDay), hours: hoursOf(activity) }),
      ...(activity.minimumFeeFen === null ? {} : { minimumFeeFen: activity.minimumFeeFen }),
      usesLeft,
      budgetFen: restFen,
      isExclusive: activity.isExclusive,
    },
  };
}

function hoursOf({ dailyFrom: from, dailyTo: to }: Activity) {
  return from && to ? { from, to } : null;
}

function effectOf(activity: Activity, stay: ExampleStay): ReductionEffect {
  const value = activity.value ?? 0;
  switch (activity.effect) {
    case 'percent':
      return { kind: 'percent', percent: value };
    case 'amount':
      return { kind: 'amount', fen: value };
    case 'fixed-price':
      return { kind: 'fixed-price', fen: value };
    case 'free':
      return { kind: 'free' };
    case 'minutes':
      return { kind: 'minutes', spans: [startOf(stay, value)].filter((span) => span.fromMs < span.toMs) };
    case 'window':
      return { kind: 'minutes', spans: spansOf(activity, stay) };
    case 'cap':
      return { kind: 'cap', fen: value, spans: spansOf(activity, stay) };
  }
}

/** The first minutes of a stay. */
function startOf({ enteredAt, at }: ExampleStay, minutes: number): Span {
  const fromMs = enteredAt.getTime();
  return { fromMs, toMs: Math.min(at.getTime(), fromMs + minutes * 60_000) };
}

/** The parts of a stay within the days, hours and dates of an activity. Hours over midnight belong to the day on which they begin. */
function spansOf(activity: Activity, { enteredAt, at, zone }: ExampleStay): Span[] {
  const hours = hoursOf(activity);
  const span = {
    fromMs: Math.max(enteredAt.getTime(), activity.validFrom.getTime()),
    toMs: Math.min(at.getTime(), activity.validUntil?.getTime() ?? Number.POSITIVE_INFINITY),
  };
  const clock = zoneClock(zone);
  const fromMinute = hours ? Number(hours.from.slice(0, 2)) * 60 + Number(hours.from.slice(3)) : 0;
  const beginsOn = (ms: number) => {
    const day = clock.dayOf(ms);
    return hours && ms < clock.dayStart(day) + fromMinute * 60_000 ? day - 1 : day;
  };
  return spansWithin(hours, span, zone).filter(
    ({ fromMs }) => activity.days.length === 0 || activity.days.includes(weekdayOf(beginsOn(fromMs))),
  );
}
