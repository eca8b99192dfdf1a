import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import {
  type LintContext,
  type LintFinding,
  lintTariff,
  type Plan,
  parseTariff,
  priceStay,
  type Tariff,
  tariffTemplate,
} from './fee.ts';

function tariff(...plans: Plan[]): Tariff {
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

const steps = [{ unitMinutes: 60, priceFen: 300 }];
const always: Plan = { id: 'car', windows: [{ id: 'always', steps }] };
const timed = (id: string, from: string, to: string, more = {}) => ({ id, from, to, steps, ...more });
const find = (of: Tariff, context?: LintContext) =>
  lintTariff(of, context).map((f) => `${f.level} ${f.code} ${f.path}`);

describe('lintTariff', () => {
  test('finds nothing in a sound tariff', () => {
    expect(find(tariff(always))).toEqual([]);
    expect(
      find(tariff({ ...always, windows: [timed('day', '08:00', '20:00'), timed('night', '20:00', '08:00')] })),
    ).toEqual([]);
    expect(find(tariff({ ...always, windows: [timed('day', '08:00', '20:00'), { id: 'rest', steps }] }))).toEqual([]);
  });

  test.each<[string, Tariff, string]>([
    [
      'a gap',
      tariff({ ...always, windows: [timed('day', '08:00', '20:00'), timed('night', '21:00', '08:00')] }),
      'warning gap plans.0.windows',
    ],
    [
      'an overlap',
      tariff({ ...always, windows: [timed('day', '08:00', '20:00'), timed('night', '19:00', '08:00')] }),
      'warning overlap plans.0.windows.1',
    ],
    [
      'a hidden window',
      tariff({ ...always, windows: [{ id: 'always', steps }, timed('day', '08:00', '20:00')] }),
      'error unreachable-window plans.0.windows.1',
    ],
    [
      'a step beyond the restart',
      tariff({
        id: 'car',
        windows: [
          {
            id: 'w',
            steps: [
              { upToMinutes: 1440, unitMinutes: 60, priceFen: 100 },
              { unitMinutes: 60, priceFen: 100 },
            ],
          },
        ],
        clock: { counts: 'all', restart: { per: 'hours', hours: 24 } },
      }),
      'warning unreachable-step plans.0.windows.0.steps.1',
    ],
    [
      'a cap too high',
      tariff({ ...always, caps: [{ id: 'd', amountFen: 7201, scope: { per: 'hours', hours: 24 } }] }),
      'warning unreachable-cap plans.0.caps.0',
    ],
    ['a plan behind an open one', tariff(always, { ...always, id: 'other' }), 'error unreachable-plan plans.1'],
    [
      'long free time',
      tariff({ ...always, free: { minutes: 90, deduct: false, scope: { per: 'stay' } } }),
      'warning free-beyond-first-block plans.0.free.minutes',
    ],
    ['no plan for the rest', tariff({ ...always, when: { plateColors: [6] } }), 'warning missing-vehicle-kind plans'],
  ])('finds %s', (_, of, finding) => expect(find(of)).toContain(finding));

  test('a reachable cap is left alone', () => {
    expect(
      find(tariff({ ...always, caps: [{ id: 'd', amountFen: 7199, scope: { per: 'hours', hours: 24 } }] })),
    ).toEqual([]);
  });

  test('finds vehicle kinds without a plan', () => {
    const cars = tariff({ ...always, when: { vehicleKinds: ['car'] } });
    expect(find(cars, { vehicleKinds: ['car', 'truck'] })).toContain('error missing-vehicle-kind plans');
    expect(find(cars, { vehicleKinds: ['car'] })).toEqual([]);
  });

  test('finds years without holidays, where days differ', () => {
    const years = { years: [2026, 2027], holidayYears: [2026] };
    const byDay = tariff({
      ...always,
      windows: [
        { id: 'work', days: ['workday'], steps },
        { id: 'rest', steps },
      ],
    });
    const findings = lintTariff(byDay, years).filter((f) => f.code === 'holiday-year-missing');
    expect(findings.map((f) => f.en)).toEqual([expect.stringContaining('2027')]);
    expect(find(tariff(always), years)).toEqual([]);
  });

  test('says so when the tariff itself asks less for a longer stay, with a stay that shows it', () => {
    const template = tariffTemplate.find((t) => t.id === 'guangzhou-day-night')!;
    const falls = lintTariff(template.tariff).find((f) => f.code === 'fee-falls') as LintFinding;
    const priced = (shiftMs: number) =>
      priceStay(template.tariff, {
        enteredAtMs: instantOfWall(falls.example!.entry, 'UTC'),
        exitAtMs: instantOfWall(falls.example!.exit, 'UTC') + shiftMs,
        zone: 'UTC',
      }).totalFen;
    expect(priced(0)).toBeLessThan(priced(-60_000));
  });
});
