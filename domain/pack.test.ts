import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfRenewal, endOfTerm, endOfTerms, type PaidTerm, refundOf, resumeTerms } from './pack.ts';
import { addDays, instantOfWall, keyOfDay, wallTime } from './period.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);
const term = (from: string, to: string, paidFen: number): PaidTerm => ({ fromMs: at(from), toMs: at(to), paidFen });

test.each<
  [from: string, period: 'month' | 'quarter' | 'year' | 'custom', days: number | null, count: number, to: string]
>([
  ['2026-01-10T00:00:00', 'month', null, 1, '2026-02-10T00:00:00'],
  ['2026-01-31T12:34:56', 'month', null, 1, '2026-02-28T12:34:56'],
  ['2026-01-31T00:00:00', 'quarter', null, 1, '2026-04-30T00:00:00'],
  ['2024-02-29T00:00:00', 'year', null, 1, '2025-02-28T00:00:00'],
  ['2026-01-31T00:00:00', 'month', null, 2, '2026-03-31T00:00:00'],
  ['2026-02-27T00:00:00', 'custom', 3, 2, '2026-03-05T00:00:00'],
])('%s plus %s (%s) × %i ends %s', (from, period, days, count, to) => {
  expect(endOfTerm(at(from), { period, days, count }, ZONE)).toBe(at(to));
});

const short = term('2026-01-31T00:00:00', '2026-02-28T00:00:00', 0);

test.each<[what: string, terms: PaidTerm[], period: 'month' | 'quarter' | 'custom', count: number, to: string]>([
  ['gets back the days of a short month', [short], 'month', 1, '2026-03-31T00:00:00'],
  ['for several', [short], 'month', 2, '2026-04-30T00:00:00'],
  ['for a quarter', [short], 'quarter', 1, '2026-05-31T00:00:00'],
  ['of days counts days', [short], 'custom', 1, '2026-03-30T00:00:00'],
  ['goes on from its end where it began in none', [], 'month', 1, '2026-03-28T00:00:00'],
  [
    'goes on from its end after a pause',
    [term('2026-01-10T00:00:00', '2026-01-20T00:00:00', 0), term('2026-02-03T08:00:00', '2026-02-28T00:00:00', 0)],
    'month',
    1,
    '2026-03-28T00:00:00',
  ],
])('a renewal %s', (_, terms, period, count, to) => {
  expect(endOfRenewal(terms, at('2026-02-28T00:00:00'), { period, days: 30, count }, ZONE)).toBe(at(to));
});

test('a renewal over a change of the clock ends at the same hour of the wall', () => {
  const berlin = (text: string) => Date.parse(text);
  const winter = { fromMs: berlin('2026-02-28T00:00:00+01:00'), toMs: berlin('2026-03-28T00:00:00+01:00'), paidFen: 0 };
  const end = endOfRenewal([winter], winter.toMs, { period: 'month', days: null, count: 1 }, 'Europe/Berlin');
  expect(end).toBe(berlin('2026-04-28T00:00:00+02:00'));
});

const march = term('2026-03-01T00:00:00', '2026-03-31T00:00:00', 30_000);
const april = term('2026-03-31T00:00:00', '2026-04-30T00:00:00', 20_001);

test.each<[what: string, terms: PaidTerm[], now: string, pausedAt: string | null, refundFen: number, days: number]>([
  ['before it begins', [march], '2026-02-01T00:00:00', null, 30_000, 30],
  ['at its very start', [march], '2026-03-01T00:00:00', null, 30_000, 30],
  ['after a third', [march], '2026-03-11T00:00:00', null, 20_000, 20],
  ['a second later a fen less', [march], '2026-03-11T00:00:01', null, 19_999, 20],
  ['after its end', [march], '2026-04-11T00:00:00', null, 0, 0],
  ['renewed: the later term in full', [march, april], '2026-03-11T00:00:00', null, 40_001, 50],
  ['in the renewed term', [march, april], '2026-04-15T00:00:00', null, 10_000, 15],
  ['paused: as of the pause', [march], '2026-06-01T00:00:00', '2026-03-16T00:00:00', 15_000, 15],
  ['a gift', [term('2026-03-01T00:00:00', '2026-03-31T00:00:00', 0)], '2026-03-11T00:00:00', null, 0, 20],
  ['nothing sold', [], '2026-03-11T00:00:00', null, 0, 0],
])('refund %s', (_, terms, now, pausedAt, refundFen, unusedDays) => {
  expect(refundOf(terms, at(now), pausedAt === null ? null : at(pausedAt))).toMatchObject({ refundFen, unusedDays });
});

test('a pause moves what was left and all that comes later, and loses no money', () => {
  const terms = resumeTerms([march, april], at('2026-03-11T00:00:00'), at('2026-03-16T00:00:00'), ZONE);
  expect(terms).toEqual([
    term('2026-03-01T00:00:00', '2026-03-11T00:00:00', 10_000),
    term('2026-03-16T00:00:00', '2026-04-05T00:00:00', 20_000),
    term('2026-04-05T00:00:00', '2026-05-05T00:00:00', 20_001),
  ]);
  expect(endOfTerms(terms, 0)).toBe(at('2026-05-05T00:00:00'));
  // The remaining value is the same before and after.
  expect(refundOf(terms, at('2026-03-21T00:00:00')).refundFen).toBe(
    refundOf([march, april], at('2026-03-16T00:00:00')).refundFen,
  );
});

test('a pause of no time and one after the end change nothing', () => {
  expect(resumeTerms([march], at('2026-03-11T00:00:00'), at('2026-03-11T00:00:00'), ZONE)).toEqual([march]);
  expect(resumeTerms([march], at('2026-05-11T00:00:00'), at('2026-05-12T00:00:00'), ZONE)).toEqual([march]);
});

const HOUR = 3_600_000;
const days = (from: string, to: string) => {
  const first = Date.parse(`${from}T00:00:00Z`) / (24 * HOUR);
  return fc.integer({ min: first, max: Date.parse(`${to}T00:00:00Z`) / (24 * HOUR) }).map(keyOfDay);
};
const timeOfDay = fc.integer({ min: 0, max: 86_399 }).map((s) => new Date(s * 1000).toISOString().slice(11, 19));

describe.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Shanghai', 'Asia/Kathmandu'])(
  'a pack in %s',
  (zone) => {
    const midnight = (day: string) => instantOfWall(`${day}T00:00`, zone);

    test('that stood still for whole days ends at midnight again, as many days later', () => {
      fc.assert(
        fc.property(
          days('2026-01-01', '2026-12-31'),
          timeOfDay,
          fc.integer({ min: 1, max: 300 }),
          (day, time, count) => {
            // Clocks change at two in the morning: such a time is skipped or occurs twice.
            fc.pre(time < '01:00' || time > '03:30');
            const pausedAt = instantOfWall(`${day}T${time}`, zone);
            const resumedAt = addDays(pausedAt, count, zone);
            const end = addDays(midnight(day), 40, zone);
            const whole = { fromMs: addDays(midnight(day), -10, zone), toMs: end, paidFen: 30_000 };
            const next = { fromMs: end, toMs: addDays(end, 30, zone), paidFen: 777 };
            const terms = resumeTerms([whole, next], pausedAt, resumedAt, zone);
            expect(wallTime(endOfTerms(terms, 0), zone)).toBe(wallTime(addDays(next.toMs, count, zone), zone));
            expect(wallTime(endOfTerms(terms, 0), zone).slice(11)).toBe('00:00:00');
            expect(terms.map((one) => [one.fromMs, one.toMs])).toEqual([
              [whole.fromMs, pausedAt],
              [resumedAt, terms[2]!.fromMs],
              [terms[1]!.toMs, endOfTerms(terms, 0)],
            ]);
            expect(terms.reduce((sum, one) => sum + one.paidFen, 0)).toBe(30_777);
          },
        ),
      );
    });

    test('never gets terms that end before they begin', () => {
      fc.assert(
        fc.property(
          days('2026-01-01', '2026-12-31'),
          timeOfDay,
          fc.integer({ min: 0, max: 5000 }),
          fc.integer({ min: 1, max: 3000 }),
          (day, time, pauseHours, leftHours) => {
            const pausedAt = instantOfWall(`${day}T${time}`, zone);
            const one = { fromMs: pausedAt - HOUR, toMs: pausedAt + leftHours * HOUR, paidFen: 100 };
            const terms = resumeTerms([one], pausedAt, pausedAt + pauseHours * HOUR, zone);
            for (const { fromMs, toMs } of terms) expect(toMs).toBeGreaterThanOrEqual(fromMs);
            // Without a clock change the remaining time is exact to the second.
            if (zone.startsWith('Asia/')) expect(endOfTerms(terms, 0)).toBe(one.toMs + pauseHours * HOUR);
          },
        ),
      );
    });
  },
);
