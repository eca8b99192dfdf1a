import { quoteStays } from '@boyun/charging/server';
import { dayKey } from '@boyun/domain/period';
import { reduceFee } from '@boyun/domain/reduction';
import { coversLots, handle, notFound, type TenantTx } from '@boyun/kernel/server';
import { type Activity, findActivities } from '../activity/activity.queries.ts';
import { isMeantFor, offerOf } from '../activity/activity-offer.service.ts';
import { customTimeDiscount } from '../activity/custom-time.contract.ts';
import { previewActivity } from './preview.contract.ts';
import { countPastStays, findPastStays, type PastStay } from './preview.queries.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 5;

/** A past stay with what the activity takes off it, in fen. */
interface Priced {
  readonly stay: PastStay;
  readonly feeFen: number;
  readonly reducedFen: number;
}

/** Previews an activity on past stays. */
export const previewActivityServer = handle(previewActivity, async (tx, { id, days }) => {
  const found = (await findActivities(tx)).find((one) => one.id === id);
  if (!found || !coversLots(tx.who, found.lotIds)) throw notFound(tx.who, customTimeDiscount.title);
  const from = new Date(tx.now.getTime() - days * DAY_MS);
  // Dates, pauses and budget belong to the future; the preview asks what the rule does.
  const activity: Activity = { ...found, isPaused: false, validFrom: new Date(0), validUntil: null, budgetFen: null };
  const stayCount = await countPastStays(tx, activity.lotIds, from);
  const stays = await findPastStays(tx, activity.lotIds, from, stayCount);
  const priced = limitUses(activity, await price(tx, activity, stays));
  const factor = stays.length > 0 ? stayCount / stays.length : 0;
  const scaled = (value: number) => Math.round(value * factor);
  const reducedFen = scaled(sum(priced, (one) => one.reducedFen));
  const perDayFen = reducedFen / days;
  const { budgetFen } = found;
  return {
    stayCount,
    pricedCount: stays.length,
    reachedCount: scaled(priced.filter((one) => one.reducedFen > 0).length),
    feeFen: scaled(sum(priced, (one) => one.feeFen)),
    reducedFen,
    lastsDays: budgetFen === null || perDayFen === 0 ? null : Math.floor(budgetFen / perDayFen),
    days: byDay(priced, scaled),
    examples: priced
      .filter((one) => one.reducedFen > 0)
      .toSorted((a, b) => b.reducedFen - a.reducedFen)
      .slice(0, EXAMPLES)
      .map(({ stay, feeFen, reducedFen: fen }) => ({
        orderId: stay.orderId,
        plate: stay.plate,
        feeFen,
        reducedFen: fen,
      })),
  };
});

function sum(all: readonly Priced[], of: (one: Priced) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** Prices the stays again where the activity changes their terms; otherwise their fees are as they were. */
async function price(tx: TenantTx, activity: Activity, stays: readonly PastStay[]): Promise<Priced[]> {
  const isByTerms = ['minutes', 'window', 'cap'].includes(activity.effect);
  const requests = stays.map((stay) => ({ ...stay, covered: [], settlements: [], versionId: null }));
  const quotes = isByTerms ? await quoteStays(tx, requests, async (linked) => linked.map(() => [])) : null;
  return stays.map((stay, index) => {
    const quote = quotes?.[index];
    const feeFen = quote?.feeFen ?? stay.feeFen;
    const offer = isMeantFor(activity, stay)
      ? offerOf({ ...activity, usesPerDay: null, usesPerPlate: null }, stay)
      : null;
    const { reducedFen } = reduceFee({
      feeFen,
      settledFen: Math.min(feeFen, stay.reducedFen),
      stay: { ...stay, atMs: stay.at.getTime() },
      offers: offer ? [offer] : [],
      price: ({ covered }) => quote?.priceWithout(covered).feeFen ?? feeFen,
    });
    return { stay, feeFen, reducedFen };
  });
}

/** Takes away reductions beyond the times that a car may use the activity. */
function limitUses({ usesPerDay, usesPerPlate }: Activity, priced: readonly Priced[]): Priced[] {
  const uses = new Map<string, number>();
  const take = (key: string, most: number | null) => {
    const used = uses.get(key) ?? 0;
    uses.set(key, used + 1);
    return most === null || used < most;
  };
  return priced.map((one) => {
    if (one.reducedFen === 0) return one;
    const { plate, at, zone } = one.stay;
    const isWithinDay = take(`${plate} ${dayKey(at.getTime(), zone)}`, usesPerDay);
    return isWithinDay && take(plate, usesPerPlate) ? one : { ...one, reducedFen: 0 };
  });
}

function byDay(priced: readonly Priced[], scaled: (value: number) => number): { day: string; reducedFen: number }[] {
  const groups = Map.groupBy(priced, ({ stay }) => dayKey(stay.at.getTime(), stay.zone));
  return [...groups]
    .map(([day, all]) => ({ day, reducedFen: scaled(sum(all, (one) => one.reducedFen)) }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
