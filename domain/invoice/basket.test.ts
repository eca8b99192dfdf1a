import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeInvoices, type InvoiceItem, type InvoiceService } from './basket.ts';
import { composeRed, type IssuedLine } from './red-letter.ts';
import { apportion, TAX_TOLERANCE_FEN, TaxRate, taxIn } from './tax.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const RUNS = { numRuns: 3000 };
const USES = ['stay', 'pack', 'top-up'] as const;
type Use = (typeof USES)[number];

/** Services of a use with ratios that add up to 100 percent. */
const services = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 1, max: 10_000 }),
      ratePercent: fc.constantFrom(...Object.keys(TaxRate).map(Number)),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((all): InvoiceService[] =>
    apportion(
      10_000,
      all.map((one) => one.weight),
    ).map((share, index) => ({
      serviceName: `服务${index}`,
      goodsCode: '3040502020200000000',
      ratePercent: all[index]!.ratePercent,
      policy: all[index]!.ratePercent === 0 ? 'untaxed' : 'normal',
      ratioPercent: share / 100,
    })),
  );
const setting = fc.record({ stay: services, pack: services, 'top-up': services });
const basket = fc.array(
  fc.record({
    use: fc.constantFrom(...USES),
    amountFen: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.nat(200_000)),
  }),
  { maxLength: 8 },
);
const limit = fc.option(fc.integer({ min: 8_000, max: 1_000_000 }));
const billed = (all: readonly { use: Use; amountFen: number }[]): InvoiceItem<Use>[] =>
  all.map((one, index) => ({ ...one, billId: `b${index}` }));
const sumOf = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K) =>
  rows.reduce((total, one) => total + one[key], 0);
/** Cheaper than `expect` where a property looks at many things. */
const must = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what);
};

/** Whether the tax of a line is that of its rate within the tolerance, without fractions: |amount × rate − tax| in hundredths of a fen. */
const differenceOf = ({ exFen, taxFen, ratePercent }: { exFen: number; taxFen: number; ratePercent: number }) =>
  Math.abs(exFen * ratePercent - taxFen * 100);

describe('the tax in an amount', () => {
  test.each([
    [10_00, 9, 83],
    [6_00, 9, 50],
    [1, 13, 0],
    [5, 13, 1],
    [100_00, 6, 5_66],
    [100_00, 5, 4_76],
    [15_00, 3, 44],
    [99_99, 1, 99],
    [3_00, 0, 0],
  ])('%i fen at %i percent contain %i', (inclFen, ratePercent, taxFen) => {
    expect(taxIn(inclFen, ratePercent)).toBe(taxFen);
  });
});

describe('invoices of random baskets with mixed rates', () => {
  test('invoice every bill to the fen, add up, and have the tax of their rates', () => {
    fc.assert(
      fc.property(basket, setting, limit, (all, by, limitFen) => {
        const items = billed(all);
        const invoices = composeInvoices(items, (use) => by[use], limitFen);
        const parts = invoices.flatMap((one) => one.items);
        for (const { billId, amountFen } of items)
          must(
            sumOf(
              parts.filter((one) => one.billId === billId),
              'amountFen',
            ) === amountFen,
            billId,
          );
        for (const { items: own, lines, inclFen, exFen, taxFen } of invoices) {
          must(inclFen > 0 && inclFen === sumOf(own, 'amountFen'), 'the total is that of its bills');
          must(inclFen === exFen + taxFen, 'amount and tax are the total');
          must(inclFen === sumOf(lines, 'inclFen') && exFen === sumOf(lines, 'exFen'), 'lines add up');
          must(taxFen === sumOf(lines, 'taxFen'), 'the tax of the lines adds up');
          for (const use of USES) {
            const ofUse = <T extends { use: Use }>(rows: readonly T[]) => rows.filter((one) => one.use === use);
            must(sumOf(ofUse(lines), 'inclFen') === sumOf(ofUse(own), 'amountFen'), use);
          }
          for (const line of lines) {
            must(line.inclFen === line.exFen + line.taxFen, 'a line adds up');
            must(Math.min(line.taxFen, line.exFen) >= 0, 'nothing is below zero');
            must(differenceOf(line) < 120, 'the tax is that of its rate');
          }
        }
      }),
      RUNS,
    );
  });

  test('stay at their limit, split only bills above it, and merge neighbours that fit together', () => {
    fc.assert(
      fc.property(basket, setting, limit, (all, by, limitFen) => {
        const invoices = composeInvoices(billed(all), (use) => by[use], limitFen);
        const most = limitFen ?? Number.POSITIVE_INFINITY;
        for (const { inclFen } of invoices) must(inclFen <= most, 'an invoice is above the limit');
        for (const [index, { amountFen }] of all.entries()) {
          const count = invoices.filter((one) => one.items.some((item) => item.billId === `b${index}`)).length;
          must(count <= (amountFen > most ? Math.ceil(amountFen / most) + 1 : 1), 'a bill is split too often');
        }
        for (const [index, { inclFen }] of invoices.entries()) {
          const next = invoices[index + 1]?.items[0];
          if (!next) continue;
          const isSplit = all[Number(next.billId.slice(1))]!.amountFen > most;
          must(isSplit ? inclFen === most : inclFen + next.amountFen > most, 'two invoices would fit into one');
        }
      }),
      RUNS,
    );
  });

  test('divide an amount by ratios to the fen', () => {
    const [stay] = composeInvoices(
      billed([{ use: 'stay', amountFen: 10_01 }]),
      () => [
        { serviceName: '停车服务', goodsCode: '1', ratePercent: 9, policy: 'normal', ratioPercent: 66.67 },
        { serviceName: '信息服务', goodsCode: '2', ratePercent: 6, policy: 'normal', ratioPercent: 33.33 },
      ],
      null,
    );
    expect(stay!.lines.map(({ inclFen, exFen, taxFen }) => [inclFen, exFen, taxFen])).toEqual([
      [667, 612, 55],
      [334, 315, 19],
    ]);
  });
});

describe('red letters', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 30 });

  test('in any number of parts, take exactly the invoice, each within the tolerance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 2_000_000 }), services, shares, (amountFen, by, weights) => {
        const [invoice] = composeInvoices(billed([{ use: 'stay', amountFen }]), () => by, null);
        const lines: IssuedLine[] = invoice!.lines.map((line, index) => ({
          ...line,
          number: index + 1,
          redFen: 0,
          redTaxFen: 0,
        }));
        for (const partFen of apportion(amountFen, weights).filter((one) => one > 0)) {
          const red = composeRed(lines, 'stay', partFen);
          must(sumOf(red, 'inclFen') === partFen, 'a red letter is its part');
          for (const one of red) {
            const index = one.number - 1;
            const line = lines[index]!;
            must(one.inclFen === one.exFen + one.taxFen && Math.min(one.exFen, one.taxFen) >= 0, 'a line adds up');
            must(differenceOf({ ...one, ratePercent: line.ratePercent }) < TAX_TOLERANCE_FEN * 100, 'its tax is right');
            lines[index] = { ...line, redFen: line.redFen + one.inclFen, redTaxFen: line.redTaxFen + one.taxFen };
          }
        }
        expect(lines.map((one) => [one.redFen, one.redTaxFen])).toEqual(
          invoice!.lines.map((one) => [one.inclFen, one.taxFen]),
        );
      }),
      RUNS,
    );
  });

  test('refuse more than is left, and take nothing of other uses', () => {
    const lines = [
      { number: 1, use: 'stay', ratePercent: 9, inclFen: 600, redFen: 200, redTaxFen: 17 },
      { number: 2, use: 'pack', ratePercent: 9, inclFen: 300_00, redFen: 0, redTaxFen: 0 },
    ];
    expect(() => composeRed(lines, 'stay', 401)).toThrow(RangeError);
    expect(() => composeRed(lines, 'stay', 0)).toThrow(RangeError);
    expect(composeRed(lines, 'stay', 400)).toEqual([{ number: 1, inclFen: 400, exFen: 367, taxFen: 33 }]);
  });
});
