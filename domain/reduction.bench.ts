/** Measures quotes with reductions. Run: node domain/reduction.bench.ts */
import { pathToFileURL } from 'node:url';
import { ordinaryTariff, rate, stayOf } from './fee/fee.bench.ts';
import { priceStay } from './fee/fee.ts';
import { type ReductionOffer, reduceFee } from './reduction.ts';

const HOUR_MS = 3_600_000;

const offerOf = (
  sourceId: string,
  source: ReductionOffer['source'],
  effect: ReductionOffer['effect'],
  rule: ReductionOffer['rule'] = {},
): ReductionOffer => ({ source, sourceId, payer: 'operator', effect, words: { zh: sourceId, en: sourceId }, rule });

/** Five reductions: of each source one or two, some with hours, days and a budget. */
function offersOf(enteredAtMs: number): readonly ReductionOffer[] {
  const twoHours = [{ fromMs: enteredAtMs, toMs: enteredAtMs + 2 * HOUR_MS }];
  return [
    offerOf('evening', 'activity', { kind: 'percent', percent: 20 }, { hours: { from: '06:00', to: '23:00' } }),
    offerOf('opening', 'activity', { kind: 'amount', fen: 100 }, { budgetFen: 100_000_00 }),
    offerOf('cinema', 'merchant', { kind: 'minutes', spans: twoHours }, { days: [1, 2, 3, 4, 5, 6, 7] }),
    offerOf('welcome', 'coupon', { kind: 'amount', fen: 300 }, { isExclusive: true, minimumFeeFen: 100 }),
    offerOf('member', 'coupon', { kind: 'percent', percent: 50 }, { isExclusive: true }),
  ];
}

/** Prices a stay of three hours, then again without the hours that a reduction covers, and returns what is due in fen. */
function quote(i: number): number {
  const stay = stayOf(i, 3);
  const { totalFen: feeFen } = priceStay(ordinaryTariff, stay);
  const { reducedFen } = reduceFee({
    feeFen,
    settledFen: 0,
    stay: { lotId: 'lot', vehicleKind: null, atMs: stay.exitAtMs, zone: stay.zone },
    offers: offersOf(stay.enteredAtMs),
    price: ({ covered }) => priceStay(ordinaryTariff, { ...stay, covered }).totalFen,
  });
  return feeFen - reducedFen;
}

/** Quotes a second of one core with five reductions, and without any. */
export function benchReductions(forMs = 1000): { readonly reduced: number; readonly plain: number } {
  return {
    reduced: rate(forMs, quote),
    plain: rate(forMs, (i) => priceStay(ordinaryTariff, stayOf(i, 3)).totalFen),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { reduced, plain } = benchReductions();
  process.stdout.write(`with five reductions ${Math.round(reduced)} /s, without ${Math.round(plain)} /s\n`);
}
