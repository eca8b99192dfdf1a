import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayKey, instantOfWall, zoneClock } from '../period.ts';
import { anyTariff, plainTariff } from './arbitrary.ts';
import { type Cap, type PricedStay, parseTariff, priceStay, type Stay, type Tariff, tariffTemplate } from './fee.ts';
import { clockOf } from './lint-span.ts';
import { priceByMinutes } from './reference.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const base = instantOfWall('2026-02-20T00:00', 'Asia/Shanghai');
const zones = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const runs = { numRuns: 1500 };

const minutes = (max: number) => fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max }));
const entry = fc.integer({ min: 0, max: 30 * 1440 }).map((m) => base + m * minuteMs);
// Any instant within years that have clock changes.
const anyEntry = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2030, 0, 1) });

function stayFrom(enteredAtMs: number, ms: number, zone = 'Asia/Shanghai'): Stay {
  return { enteredAtMs, exitAtMs: enteredAtMs + ms, zone };
}

function sum(priced: PricedStay): number {
  return priced.lines.reduce((total, line) => total + line.amountFen, 0);
}

/** A tariff with the most windows and steps, whose windows depend on the day. */
const intricate: Tariff = {
  id: 'intricate',
  version: 1,
  name: { zh: '繁', en: 'Intricate' },
  plans: [
    {
      id: 'car',
      clock: { counts: 'window', restart: { per: 'window' } },
      windows: Array.from({ length: 20 }, (_, i) => ({
        id: `w${i}`,
        from: clockOf(i * 72),
        to: clockOf((i + 1) * 72),
        days: ['workday' as const, 'weekend' as const],
        steps: Array.from({ length: 50 }, (__, n) => ({ upToMinutes: n + 1, unitMinutes: 1, priceFen: n + 1 })),
      })),
      caps: [{ id: 'c', amountFen: 20_000, scope: { per: 'hours', hours: 48 } }],
    },
  ],
};

describe('properties', () => {
  test('agrees with stepping through every minute', () => {
    fc.assert(
      fc.property(plainTariff, entry, minutes(4 * 1440), (tariff, at, length) => {
        const stay = stayFrom(at, length * minuteMs);
        expect(priceStay(tariff, stay).totalFen).toBe(priceByMinutes(tariff, stay));
      }),
      { numRuns: 1500 },
    );
  });

  test('lines add up, are whole fen, lie within the stay and say what they are', () => {
    fc.assert(
      fc.property(
        anyTariff,
        anyEntry,
        fc.integer({ min: 0, max: 5 * dayMs }),
        fc.constantFrom(...zones),
        (tariff, at, ms, zone) => {
          const priced = priceStay(tariff, stayFrom(at, ms, zone));
          expect(sum(priced)).toBe(priced.totalFen);
          expect(priced.totalFen).toBeGreaterThanOrEqual(0);
          for (const line of priced.lines) {
            expect(Number.isInteger(line.amountFen)).toBe(true);
            expect(line.fromMs).toBeGreaterThanOrEqual(at - minuteMs);
            expect(line.toMs).toBeGreaterThanOrEqual(line.fromMs);
            expect(line.toMs).toBeLessThanOrEqual(at + ms);
            expect(Math.abs(line.units * line.unitPriceFen - line.amountFen)).toBeLessThanOrEqual(1);
            expect(line.zh !== '' && line.en !== '').toBe(true);
          }
        },
      ),
      runs,
    );
  });

  test('a longer stay never costs less', () => {
    fc.assert(
      fc.property(
        anyTariff,
        anyEntry,
        fc.integer({ min: 0, max: 3 * dayMs }),
        fc.integer({ min: 0, max: dayMs }),
        fc.constantFrom(...zones),
        (tariff, at, ms, more, zone) => {
          const shorter = priceStay(tariff, stayFrom(at, ms, zone)).totalFen;
          expect(priceStay(tariff, stayFrom(at, ms + more, zone)).totalFen).toBeGreaterThanOrEqual(shorter);
        },
      ),
      runs,
    );
  });

  test('the same wall clock costs the same in any zone without a change of clocks', () => {
    fc.assert(
      fc.property(
        anyTariff,
        entry,
        minutes(3 * 1440),
        fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Phoenix'),
        (tariff, at, length, zone) => {
          const shift = zoneClock(zone).offsetAt(at) - zoneClock('Asia/Shanghai').offsetAt(at);
          const here = priceStay(tariff, stayFrom(at, length * minuteMs));
          const there = priceStay(tariff, stayFrom(at - shift, length * minuteMs, zone));
          expect(there.totalFen).toBe(here.totalFen);
          expect(there.lines.map((l) => [l.rule, l.units, l.amountFen])).toEqual(
            here.lines.map((l) => [l.rule, l.units, l.amountFen]),
          );
        },
      ),
      runs,
    );
  });

  test('equal input gives equal output, and nothing given is changed', () => {
    fc.assert(
      fc.property(anyTariff, anyEntry, fc.integer({ min: 0, max: 3 * dayMs }), (tariff, at, ms) => {
        const text = JSON.stringify(tariff);
        const first = priceStay(tariff, stayFrom(at, ms));
        expect(priceStay(JSON.parse(text) as Tariff, stayFrom(at, ms))).toEqual(first);
        expect(JSON.stringify(tariff)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('leaping over repeated days changes no price', () => {
    // A cap that is never reached, with stretches that never begin at the same time of day, prevents the leap.
    const walk: Cap = { id: 'walk', amountFen: 1_000_000_000, scope: { per: 'hours', hours: 8759 } };
    const holidays = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 6 });
    const season = fc.constantFrom({ from: '06-01', to: '09-15' }, { from: '11-01', to: '02-28' }, undefined);
    fc.assert(
      fc.property(
        anyTariff,
        anyEntry,
        fc.integer({ min: 63, max: 500 }),
        fc.integer({ min: 0, max: dayMs }),
        fc.constantFrom(...zones),
        holidays,
        season,
        (tariff, at, days, ms, zone, off, seasonOfFirst) => {
          const plan = tariff.plans[0]!;
          const windows = plan.windows.map((w, i) => (i === 0 && seasonOfFirst ? { ...w, season: seasonOfFirst } : w));
          const calendar = Object.fromEntries(off.map((day) => [dayKey(at + day * dayMs, zone), 'holiday' as const]));
          const stay = { ...stayFrom(at, days * dayMs + ms, zone), calendar };
          const leapt = priceStay({ ...tariff, plans: [{ ...plan, windows }] }, stay);
          const caps = [...(plan.caps ?? []), walk];
          expect(leapt.totalFen).toBe(priceStay({ ...tariff, plans: [{ ...plan, windows, caps }] }, stay).totalFen);
          expect(sum(leapt)).toBe(leapt.totalFen);
          for (const line of leapt.lines) {
            expect(Math.abs(line.units * line.unitPriceFen - line.amountFen)).toBeLessThanOrEqual(1);
            expect(line.toMs).toBeGreaterThanOrEqual(line.fromMs);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('fifty years are priced in bounded time and lines', () => {
    const calendar: Record<string, 'holiday'> = {};
    for (let year = 2026; year < 2030; year++)
      for (const day of ['01-01', '10-01']) calendar[`${year}-${day}`] = 'holiday';
    for (const tariff of [...tariffTemplate.map((one) => one.tariff), intricate]) {
      const stay = { ...stayFrom(base + 3 * 60 * minuteMs, 50 * 366 * dayMs), calendar };
      priceStay(tariff, stay);
      // CPU time rather than elapsed time, because other processes share the machine.
      const before = process.cpuUsage();
      const priced = priceStay(tariff, stay);
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
      expect(priced.lines.length).toBeLessThan(2100);
      expect(sum(priced)).toBe(priced.totalFen);
    }
  });

  test('many equal days are one line with their number and sum', () => {
    const capped: Tariff = {
      id: 't',
      version: 1,
      name: { zh: '例', en: 'Example' },
      plans: [
        {
          id: 'car',
          windows: [
            { id: 'work', days: ['workday', 'weekend', 'holiday'], steps: [{ unitMinutes: 60, priceFen: 100 }] },
          ],
          caps: [{ id: 'day', name: { zh: '每日封顶', en: 'Daily cap' }, amountFen: 1500, scope: { per: 'day' } }],
        },
      ],
    };
    const { lines, totalFen } = priceStay(capped, stayFrom(base, 10 * 366 * dayMs));
    expect(totalFen).toBe(3660 * 1500);
    const repeated = lines.filter((line) => line.rule === 'car.cap.day' && line.zh.endsWith('次）'));
    expect(repeated.length).toBeGreaterThan(0);
    for (const { zh, units, amountFen } of repeated) {
      expect(zh).toBe(`每日封顶 15元（${units}次）`);
      expect(amountFen).toBe(units * -900);
    }
    expect(lines.length).toBeLessThan(150);
  });

  test('whatever is covered, paid and linked, the sums hold', () => {
    const within = fc.integer({ min: -300, max: 3 * 1440 }).map((m) => m * minuteMs);
    const part = fc.record({ after: within, length: fc.integer({ min: 0, max: 1440 }).map((m) => m * minuteMs) });
    fc.assert(
      fc.property(
        anyTariff,
        entry,
        minutes(3 * 1440),
        fc.array(part, { maxLength: 4 }),
        fc.array(within, { maxLength: 3 }),
        fc.array(part, { maxLength: 3 }),
        fc.record({
          minutes: fc.integer({ min: 0, max: 60 }),
          beyond: fc.constantFrom('difference' as const, 'from-payment' as const, 'from-grace-end' as const),
        }),
        (base_, at, length, covers, payments, others, grace) => {
          const plan = base_.plans[0]!;
          const caps = plan.caps?.map((cap) => ({ ...cap, isShared: true }));
          const free = plan.free && { ...plan.free, sharing: 'pool' as const };
          const tariff: Tariff = {
            ...base_,
            grace,
            linking: { by: 'gap', minutes: 1440 },
            plans: [{ ...plan, caps, free }],
          };
          const earlier = others.map(({ after, length: ms }) => {
            const stay = stayFrom(at - after - ms - 400 * minuteMs, ms);
            return { ...stay, lines: priceStay(tariff, stay).lines };
          });
          const covered = covers.map(({ after, length: ms }) => ({ fromMs: at + after, toMs: at + after + ms }));
          const paid = payments.map((after) => ({ atMs: at + after, amountFen: 100 }));
          const priced = priceStay(tariff, { ...stayFrom(at, length * minuteMs), covered, paid, earlier });
          expect(sum(priced)).toBe(priced.totalFen);
          expect(priced.totalFen).toBeGreaterThanOrEqual(0);
          expect(priced.paidFen).toBe(100 * paid.length);
          expect(priced.dueFen).toBe(Math.max(0, priced.totalFen - priced.paidFen));
          const everything = [{ fromMs: at, toMs: at + length * minuteMs }];
          const all = priceStay(tariff, { ...stayFrom(at, length * minuteMs), covered: everything });
          expect(all.lines.filter((l) => /^car\.w\d/.test(l.rule))).toEqual([]);
        },
      ),
      runs,
    );
  });

  test('what is random is a tariff', () => {
    fc.assert(
      fc.property(anyTariff, (tariff) => !Array.isArray(parseTariff(tariff))),
      { numRuns: 300 },
    );
  });
});
