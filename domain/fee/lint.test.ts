import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { plainTariff } from './arbitrary.ts';
import {
  type DayChoice,
  type ExampleStay,
  type LintContext,
  lintTariff,
  type Plan,
  parseTariff,
  priceStay,
  type Scope,
  type Tariff,
  tariffTemplate,
} from './fee.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

function tariff(...plans: Plan[]): Tariff {
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

const steps = [{ unitMinutes: 60, priceFen: 300 }];
const always: Plan = { id: 'car', windows: [{ id: 'always', steps }] };
const timed = (id: string, from: string, to: string, more = {}) => ({ id, from, to, steps, ...more });
const find = (of: Tariff, context?: LintContext) =>
  lintTariff(of, context).map((f) => `${f.severity} ${f.code} ${f.path}`);

describe('lintTariff', () => {
  const day = timed('day', '08:00', '20:00');
  const per24Hours = { per: 'hours', hours: 24 } as const;
  const cap = (id: string, amountFen: number, scope: Scope, more = {}) => ({ id, amountFen, scope, ...more });
  const ladder = (...ends: (number | undefined)[]) => ({
    id: 'w',
    steps: ends.map((upToMinutes) => ({ ...(upToMinutes ? { upToMinutes } : {}), unitMinutes: 15, priceFen: 100 })),
  });
  const plan = (more: Partial<Plan>) => tariff({ ...always, ...more });
  const decemberTuesdays = (wholeFen: number) => {
    const season = { from: '12-01', to: '12-31' };
    const when = { season, entryDays: ['tue' as const], enteredBetween: { from: '21:00', to: '21:15' } };
    return tariff({ ...always, when, whole: { hours: 24, amountFen: wholeFen } }, { ...always, id: 'rest' });
  };

  // Each tariff with its expected finding, and a similar tariff without that finding.
  test.each<[name: string, of: Tariff, finding: string, sound: Tariff]>([
    [
      'a gap between two periods',
      plan({ windows: [day, timed('night', '21:00', '08:00')] }),
      'warning gap plans.0.windows',
      plan({ windows: [day, timed('night', '20:00', '08:00')] }),
    ],
    [
      'a gap on one weekday',
      plan({ windows: [{ id: 'w', days: ['tue', 'wed', 'thu', 'fri', 'weekend', 'holiday'], steps }] }),
      'warning gap plans.0.windows',
      plan({ windows: [{ id: 'w', days: ['workday', 'weekend', 'holiday'], steps }] }),
    ],
    [
      'a gap in one season',
      plan({ windows: [{ id: 'w', season: { from: '03-02', to: '02-28' }, steps }] }),
      'warning gap plans.0.windows',
      plan({ windows: [{ id: 'w', season: { from: '03-01', to: '02-29' }, steps }] }),
    ],
    [
      'an overlap',
      plan({ windows: [day, timed('night', '19:00', '08:00')] }),
      'warning overlap plans.0.windows.1',
      plan({ windows: [day, { id: 'rest', steps }] }),
    ],
    [
      'an overlap after midnight',
      plan({ windows: [timed('night', '20:00', '08:00'), timed('day', '07:00', '20:00')] }),
      'warning overlap plans.0.windows.1',
      plan({ windows: [timed('night', '20:00', '08:00'), timed('day', '08:00', '20:00')] }),
    ],
    [
      'an overlap of days named in two ways',
      plan({
        windows: [
          { ...day, days: ['weekend'] },
          { ...timed('sat', '10:00', '21:00'), days: ['sat'] },
        ],
      }),
      'warning overlap plans.0.windows.1',
      plan({ windows: [{ ...day, days: ['weekend'] }, timed('all', '00:00', '24:00')] }),
    ],
    [
      'a hidden period',
      plan({ windows: [{ id: 'always', steps }, day] }),
      'error unreachable-window plans.0.windows.1',
      plan({ windows: [day, { id: 'always', steps }] }),
    ],
    [
      'a hidden period of a season',
      plan({
        windows: [
          { id: 'always', steps },
          { ...day, season: { from: '10-01', to: '10-03' }, days: ['holiday'] },
        ],
      }),
      'error unreachable-window plans.0.windows.1',
      plan({
        windows: [
          { ...day, season: { from: '05-01', to: '05-01' }, days: ['before-holiday'] },
          { id: 'always', steps },
        ],
      }),
    ],
    [
      'a step beyond the restart',
      plan({ windows: [ladder(1440, undefined)], clock: { counts: 'all', restart: per24Hours } }),
      'warning unreachable-step plans.0.windows.0.steps.1',
      plan({ windows: [ladder(1439, undefined)], clock: { counts: 'all', restart: per24Hours } }),
    ],
    [
      'a step beyond the charged time of a day',
      plan({ windows: [{ ...day, ...ladder(720, undefined) }], clock: { counts: 'charged', restart: { per: 'day' } } }),
      'warning unreachable-step plans.0.windows.0.steps.1',
      plan({ windows: [{ ...day, ...ladder(719, undefined) }], clock: { counts: 'charged', restart: { per: 'day' } } }),
    ],
    [
      'a step beyond the whole blocks',
      plan({ windows: [ladder(720, undefined)], whole: { hours: 12, amountFen: 900 } }),
      'warning unreachable-step plans.0.windows.0.steps.1',
      plan({ windows: [ladder(720, undefined)], whole: { hours: 13, amountFen: 900 } }),
    ],
    [
      'a step beyond the longest stay of the plan',
      tariff({ ...always, windows: [ladder(60, undefined)], when: { atMostMinutes: 60 } }, { ...always, id: 'rest' }),
      'warning unreachable-step plans.0.windows.0.steps.1',
      tariff({ ...always, windows: [ladder(60, undefined)], when: { atMostMinutes: 61 } }, { ...always, id: 'rest' }),
    ],
    [
      'a step within the free time that is taken off',
      plan({ windows: [ladder(60, undefined)], free: { minutes: 60, deduct: true, scope: { per: 'stay' } } }),
      'warning unreachable-step plans.0.windows.0.steps.0',
      plan({ windows: [ladder(60, undefined)], free: { minutes: 59, deduct: true, scope: { per: 'stay' } } }),
    ],
    [
      'a cap too high',
      plan({ caps: [cap('d', 7201, per24Hours)] }),
      'warning unreachable-cap plans.0.caps.0',
      plan({ caps: [cap('d', 7199, per24Hours)] }),
    ],
    [
      'a cap behind a tighter one',
      plan({ caps: [cap('a', 1000, per24Hours, { windows: ['always'] }), cap('b', 900, per24Hours)] }),
      'warning unreachable-cap plans.0.caps.0',
      plan({ caps: [cap('a', 900, per24Hours, { windows: ['always'] }), cap('b', 900, { per: 'hours', hours: 48 })] }),
    ],
    [
      'a cap beyond the longest stay of the plan',
      tariff({ ...always, caps: [cap('d', 900, per24Hours)], when: { atMostMinutes: 180 } }, { ...always, id: 'rest' }),
      'warning unreachable-cap plans.0.caps.0',
      tariff({ ...always, caps: [cap('d', 900, per24Hours)], when: { atMostMinutes: 181 } }, { ...always, id: 'rest' }),
    ],
    [
      'a cap of a period of Mondays too high',
      plan({
        windows: [
          { ...day, days: ['mon'] },
          { id: 'rest', steps: [] },
        ],
        caps: [cap('d', 3601, { per: 'window' })],
      }),
      'warning unreachable-cap plans.0.caps.0',
      plan({
        windows: [
          { ...day, days: ['mon'] },
          { id: 'rest', steps: [] },
        ],
        caps: [cap('d', 3599, { per: 'window' })],
      }),
    ],
    [
      'a plan behind an open one',
      tariff(always, { ...always, id: 'other' }),
      'error unreachable-plan plans.1',
      tariff({ ...always, when: { plateColors: [5] } }, { ...always, id: 'other' }),
    ],
    [
      'a plan behind a wider one',
      tariff(
        { ...always, when: { atMostMinutes: 90 } },
        { ...always, id: 'b', when: { atMostMinutes: 50, plateColors: [5] } },
      ),
      'error unreachable-plan plans.1',
      tariff(
        { ...always, when: { atMostMinutes: 50 } },
        { ...always, id: 'b', when: { atMostMinutes: 90, plateColors: [5] } },
      ),
    ],
    [
      'a week cheaper than most of it',
      plan({ whole: { hours: 168, amountFen: 20_000 } }),
      'warning fee-falls plans.0',
      plan({ whole: { hours: 168, amountFen: 50_400 } }),
    ],
    [
      'a long stay that is priced lower by the next plan',
      tariff(
        { ...always, when: { atMostMinutes: 14_400 } },
        { id: 'long', windows: [{ id: 'w', steps: [{ priceFen: 9000 }] }] },
      ),
      'warning fee-falls plans.0',
      tariff(
        { ...always, when: { atMostMinutes: 14_400 } },
        { id: 'long', windows: [{ id: 'w', steps: [{ priceFen: 72_300 }] }] },
      ),
    ],
    [
      'a fee that falls in one season, entered on one weekday in a quarter of an hour',
      decemberTuesdays(3000),
      'warning fee-falls plans.0',
      decemberTuesdays(7200),
    ],
    [
      'a usual kind of vehicle without a plan',
      tariff({ ...always, when: { vehicleKinds: ['small', 'medium'] } }),
      'warning missing-vehicle-kind plans',
      tariff({ ...always, when: { vehicleKinds: ['small'] } }, { ...always, id: 'rest' }),
    ],
    [
      'long free time',
      plan({ free: { minutes: 61, deduct: false, scope: { per: 'stay' } } }),
      'warning free-beyond-first-block plans.0.free.minutes',
      plan({ free: { minutes: 60, deduct: false, scope: { per: 'stay' } } }),
    ],
    [
      'no plan for the rest',
      plan({ when: { plateColors: [6] } }),
      'warning missing-vehicle-kind plans',
      tariff({ ...always, when: { plateColors: [6] } }, { ...always, id: 'rest' }),
    ],
    [
      'a fee that falls',
      tariff(
        { ...always, when: { leftBy: { at: '12:00' } } },
        { id: 'rest', windows: [{ id: 'w', steps: [{ priceFen: 100 }] }] },
      ),
      'warning fee-falls plans.0',
      tariff({ ...always, when: { leftBy: { at: '12:00' } } }, { ...always, id: 'rest' }),
    ],
  ])('finds %s, and not in its sound neighbour', (_, of, finding, sound) => {
    expect(find(of)).toContain(finding);
    expect(find(sound)).not.toContain(finding);
    for (const { zh, en, example } of lintTariff(of)) {
      expect(zh).toMatch(/[一-鿿]/);
      expect(en).not.toMatch(/[一-鿿]/);
      expect(example.exit > example.entry).toBe(true);
    }
  });

  test('distinguishes vehicle kinds without a plan from those priced in part', () => {
    const cars = plan({ when: { vehicleKinds: ['car'] } });
    expect(find(cars, { vehicleKinds: ['car', 'truck'] })).toEqual(['error missing-vehicle-kind plans']);
    expect(find(cars, { vehicleKinds: ['car'] })).toEqual([]);
    const short = plan({ when: { vehicleKinds: ['car'], atMostMinutes: 120 } });
    expect(find(short, { vehicleKinds: ['car'] })).toContain('warning missing-vehicle-kind plans');
    const byColor = tariff(
      { ...always, when: { plateColors: [0, 1, 2, 3] } },
      { ...always, id: 'b', when: { plateColors: [4, 5, 6] } },
    );
    expect(find(byColor, { vehicleKinds: ['car'] })).toEqual([]);
  });

  test('finds years without holidays, where days differ', () => {
    const years = { years: [2026, 2027], holidayYears: [2026] };
    const byDay = (choice: DayChoice) =>
      plan({
        windows: [
          { id: 'some', days: [choice], steps },
          { id: 'rest', steps },
        ],
      });
    const findings = lintTariff(byDay('workday'), years).filter((f) => f.code === 'holiday-year-missing');
    expect(findings.map((f) => [f.severity, f.example.entry])).toEqual([['warning', '2027-01-01T09:00']]);
    expect(find(byDay('mon'), years)).toEqual([]);
    expect(find(tariff(always), years)).toEqual([]);
  });

  const priced = (of: Tariff, { entry, exit, ...stay }: ExampleStay, shiftMs = 0) =>
    priceStay(of, {
      ...stay,
      enteredAtMs: instantOfWall(entry, 'UTC'),
      exitAtMs: instantOfWall(exit, 'UTC') + shiftMs,
      zone: 'UTC',
    });

  test('the stay of a gap costs nothing, that of free time leaps, that of a fall is cheaper than a minute before', () => {
    const gap = plan({ windows: [day] });
    const [found] = lintTariff(gap);
    expect(found).toMatchObject({
      code: 'gap',
      en: 'No period is open and nothing is charged: 00:00–08:00, 20:00–24:00 every day',
    });
    expect(priced(gap, found!.example).totalFen).toBe(0);
    const free = plan({ windows: [ladder(undefined)], free: { minutes: 60, deduct: false, scope: { per: 'stay' } } });
    const leap = lintTariff(free)[0]!.example;
    expect([priced(free, leap, -60_000).totalFen, priced(free, leap).totalFen]).toEqual([0, 500]);
    const { tariff: guangzhou } = tariffTemplate.find((t) => t.id === 'guangzhou-day-night')!;
    const fall = lintTariff(guangzhou).find((f) => f.code === 'fee-falls')!.example;
    expect(priced(guangzhou, fall).totalFen).toBeLessThan(priced(guangzhou, fall, -60_000).totalFen);
  });

  test('finds no error in any ready tariff, nor a hidden or overlapping period or an unreachable cap', () => {
    const accepted = ['gap', 'fee-falls', 'free-beyond-first-block'];
    for (const { id, tariff: ready } of tariffTemplate)
      expect([id, lintTariff(ready).filter((f) => !accepted.includes(f.code))]).toEqual([id, []]);
  });

  test('a property of random tariffs: a step said to be out of reach never has a line', () => {
    fc.assert(
      fc.property(plainTariff, fc.nat(20_000), fc.integer({ min: 1, max: 20_000 }), (random, startMinutes, minutes) => {
        const hidden = lintTariff(random).flatMap(({ code, path }) => {
          const [, p, , w, , s] = path.split('.').map(Number);
          if (code !== 'unreachable-step' && code !== 'unreachable-window') return [];
          const { id, windows } = random.plans[p!]!;
          return [`${id}.${windows[w!]!.id}.${code === 'unreachable-step' ? s! + 1 : ''}`];
        });
        const enteredAtMs = instantOfWall('2026-03-01T00:00', 'UTC') + startMinutes * 60_000;
        const { lines } = priceStay(random, { enteredAtMs, exitAtMs: enteredAtMs + minutes * 60_000, zone: 'UTC' });
        for (const line of lines.filter((l) => l.amountFen > 0))
          for (const rule of hidden) expect(line.rule.startsWith(rule)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });
});
