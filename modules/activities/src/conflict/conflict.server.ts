import { setImmediate } from 'node:timers/promises';
import { quoteStays } from '@boyun/charging/server';
import { spansWithin } from '@boyun/domain/daily-hours';
import { addDays, dayStart } from '@boyun/domain/period';
import type { ReductionOffer } from '@boyun/domain/reduction';
import { conflictFinder, type ReductionConflict, type TriedStay } from '@boyun/domain/reduction-conflict';
import { handle, lotCondition, type TenantTx } from '@boyun/kernel/server';
import { type ExampleStay, type PossibleOffer, reductionGivers } from '@boyun/orders/server';
import { checkReductions } from './conflict.contract.ts';

/** The most lots that are tried. */
const MOST_LOTS = 40;
/** The most reductions: pairs of them grow with the square. */
const MOST_OFFERS = 60;
/** The most trials of a pair: with many lots and reductions fewer stays are tried. */
const MOST_TRIALS = 60_000;
const HOUR_MS = 3_600_000;
/** Days back from today, one of each kind within a week, and hours of entry and lengths that touch mornings, noons, evenings and nights. */
const DAYS = [7, 6, 5, 4, 3, 2, 1];
const ENTRY_HOURS = [8, 12, 18, 22];
const LENGTHS = [1, 3, 9, 14];

interface ExampleLot {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
}

/** An example stay with the name of its lot. */
type Example = ExampleStay & { readonly lotName: string };

function findLots(tx: TenantTx): Promise<ExampleLot[]> {
  const { sql, values } = lotCondition(tx.who, 'l', 'id');
  return tx.query<ExampleLot>(
    `select l.id, l.name, l.time_zone as zone from lot_fact l where ${sql} order by l.name limit ${MOST_LOTS}`,
    values,
  );
}

/** What packs on sale cover, as offers of lists. */
async function possiblePacks(tx: TenantTx): Promise<PossibleOffer[]> {
  const rules = await tx.query<{ id: string; name: string; lotIds: string[]; from: string | null; to: string | null }>(
    `select id, name, lot_ids, daily_from as from, daily_to as to from pack_rule_fact where tenant_id = $1 and is_on_sale order by name`,
    [tx.tenantId],
  );
  return rules.map(({ id, name, lotIds, from, to }) => ({ lotId, enteredAt, at, zone }) => {
    if (lotIds.length > 0 && !lotIds.includes(lotId)) return null;
    const stay = { fromMs: enteredAt.getTime(), toMs: at.getTime() };
    const spans = spansWithin(from && to ? { from, to } : null, stay, zone);
    const words = { zh: name, en: name };
    return { source: 'list', sourceId: id, payer: 'operator', effect: { kind: 'minutes', spans }, words };
  });
}

/** Example stays of a lot within the last week, of a car whose kind is not known. */
function examplesOf({ id: lotId, name: lotName, zone }: ExampleLot, now: Date): Example[] {
  const today = dayStart(now.getTime(), zone);
  return DAYS.flatMap((back) =>
    ENTRY_HOURS.flatMap((hour) =>
      LENGTHS.map((length): Example => {
        const enteredAt = new Date(addDays(today, -back, zone) + hour * HOUR_MS);
        const at = new Date(enteredAt.getTime() + length * HOUR_MS);
        return { lotId, lotName, zone, vehicleKind: null, enteredAt, at };
      }),
    ),
  );
}

/** Prices example stays and finds which of the offers each could have. */
async function tryOn(
  tx: TenantTx,
  examples: readonly Example[],
  possible: readonly PossibleOffer[],
): Promise<TriedStay<Example>[]> {
  const requests = examples.map((one) => ({
    ...one,
    plateColor: 1,
    spotKind: null,
    covered: [],
    settlements: [],
    versionId: null,
  }));
  const quotes = await quoteStays(tx, requests, async (linked) => linked.map(() => []));
  return examples.map((of, index) => {
    const quote = quotes[index]!;
    return {
      of,
      stay: { ...of, atMs: of.at.getTime() },
      feeFen: quote.feeFen,
      offers: possible.map((one) => one(of)).filter((one): one is ReductionOffer => one !== null),
      price: ({ covered }) => quote.priceWithout(covered).feeFen,
    };
  });
}

/** Checks the reductions of the lots that the caller sees. */
export const checkReductionsServer = handle(checkReductions, async (tx) => {
  const given = await Promise.all(tx.slots.all(reductionGivers).map((giver) => giver.possible(tx)));
  const packs = await possiblePacks(tx);
  const possible = [...packs, ...given.flat()].slice(0, MOST_OFFERS);
  const lots = await findLots(tx);
  const finder = conflictFinder<Example>();
  let stayCount = 0;
  const pairs = (possible.length * (possible.length + 1)) / 2;
  const all = lots.length * DAYS.length * ENTRY_HOURS.length * LENGTHS.length;
  const step = Math.max(1, Math.ceil((all * pairs) / MOST_TRIALS));
  for (const lot of lots) {
    const examples = examplesOf(lot, tx.now).filter((_, index) => index % step === 0);
    for (const tried of await tryOn(tx, examples, possible)) finder.take(tried);
    stayCount += examples.length;
    await setImmediate();
  }
  return { lotCount: lots.length, stayCount, reductionCount: possible.length, conflicts: finder.found().map(shown) };
});

/** A finding as the page shows it. */
function shown({ kind, parties, stayCount, example }: ReductionConflict<Example>) {
  const { lotName, zone, enteredAt, at } = example.of;
  return {
    kind,
    parties: parties.map(({ source, words }) => ({ source, ...words })),
    stayCount,
    lotName,
    timeZone: zone,
    enteredAt,
    leftAt: at,
    feeFen: example.feeFen,
    lines: example.lines.map(({ zh, en, payer, amountFen }) => ({ zh, en, payer, amountFen })),
    dueFen: example.dueFen,
  };
}
