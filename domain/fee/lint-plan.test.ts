import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { type DayChoice, type ExampleStay, lintTariff, type Plan, parseTariff, priceStay, type Tariff } from './fee.ts';
import { calendar } from './trial.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

function tariff(...plans: Plan[]): Tariff {
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

const steps = [{ unitMinutes: 60, priceFen: 300 }];
const always: Plan = { id: 'car', windows: [{ id: 'always', steps }] };
const find = (of: Tariff) => lintTariff(of).map((f) => `${f.severity} ${f.code} ${f.path}`);
const priced = (of: Tariff, { entry, exit, ...stay }: ExampleStay) =>
  priceStay(of, {
    ...stay,
    enteredAtMs: instantOfWall(entry, 'UTC'),
    exitAtMs: instantOfWall(exit, 'UTC'),
    zone: 'UTC',
    calendar,
  });

describe('plans', () => {
  // Each tariff with its expected finding, and a similar tariff without that finding.
  test.each<[name: string, of: Tariff, finding: string, sound: Tariff]>([
    [
      'a national holiday without a plan',
      tariff(
        { ...always, when: { entryDays: ['workday'] } },
        { ...always, id: 'weekend', when: { entryDays: ['weekend'] } },
      ),
      'warning missing-plan plans',
      tariff(
        { ...always, when: { entryDays: ['workday'] } },
        { ...always, id: 'weekend', when: { entryDays: ['weekend', 'holiday'] } },
      ),
    ],
    [
      'a kind of spot without a plan',
      tariff({ ...always, when: { spotKinds: ['standard', 'ev'] } }),
      'warning missing-vehicle-kind plans',
      tariff(
        { ...always, when: { spotKinds: ['standard', 'ev'] } },
        { ...always, id: 'b', when: { spotKinds: ['accessible', 'fixed', 'rented', 'shared'] } },
      ),
    ],
    [
      'an hour of entry without a plan',
      tariff(
        { ...always, when: { enteredBetween: { from: '09:00', to: '20:00' } } },
        { ...always, id: 'night', when: { enteredBetween: { from: '20:00', to: '08:00' } } },
      ),
      'warning missing-plan plans',
      tariff(
        { ...always, when: { enteredBetween: { from: '08:00', to: '20:00' } } },
        { ...always, id: 'night', when: { enteredBetween: { from: '20:00', to: '08:00' } } },
      ),
    ],
    [
      'a plan for narrower hours behind a wider one',
      tariff(
        { ...always, when: { enteredBetween: { from: '20:00', to: '08:00' } } },
        { ...always, id: 'b', when: { enteredBetween: { from: '23:00', to: '02:00' } } },
      ),
      'error unreachable-plan plans.1',
      tariff(
        { ...always, when: { enteredBetween: { from: '20:00', to: '01:00' } } },
        { ...always, id: 'b', when: { enteredBetween: { from: '23:00', to: '02:00' } } },
      ),
    ],
    [
      'a plan for a part of a season behind the whole',
      tariff(
        { ...always, when: { season: { from: '11-01', to: '03-31' } } },
        { ...always, id: 'b', when: { season: { from: '12-24', to: '01-06' } } },
      ),
      'error unreachable-plan plans.1',
      tariff(
        { ...always, when: { season: { from: '11-01', to: '03-31' } } },
        { ...always, id: 'b', when: { season: { from: '03-01', to: '11-30' } } },
      ),
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

  test('names the days and hours of entry without a plan', () => {
    const days = tariff(
      { ...always, when: { entryDays: ['workday'] } },
      { ...always, id: 'weekend', when: { entryDays: ['weekend'] } },
    );
    const said = (of: Tariff) => lintTariff(of).find((f) => f.code === 'missing-plan')!;
    expect(said(days).zh).toBe('以下时间入场没有适用的方案，不收费：节假日全天（例如2026-01-01）');
    expect(priced(days, said(days).example).totalFen).toBe(0);
    const hours = tariff(
      { ...always, when: { enteredBetween: { from: '09:00', to: '20:00' } } },
      { ...always, id: 'night', when: { enteredBetween: { from: '20:00', to: '08:00' } } },
    );
    expect(said(hours).en).toContain('08:00–09:00 every day');
    expect(priced(hours, said(hours).example).lines).toMatchObject([{ rule: 'no-plan' }]);
  });

  test('a season of 29 February alone is valid', () => {
    const leap = { from: '02-29', to: '02-29' };
    expect(find(tariff({ ...always, windows: [{ id: 'leap', season: leap, steps }, always.windows[0]!] }))).toEqual([]);
  });

  test('a property of random conditions: where no plan is reported missing, every stay has one', () => {
    const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
    const condition = fc.record(
      {
        entryDays: fc.constantFrom<DayChoice[]>(['workday'], ['weekend'], ['holiday', 'weekend'], ['mon', 'tue']),
        enteredBetween: fc.record({ from: clock, to: clock }),
        plateColors: fc.constantFrom<number[]>([5, 6], [0, 1, 2, 3, 4]),
        vehicleKinds: fc.constantFrom<string[]>(['small'], ['medium', 'large']),
        season: fc.constantFrom({ from: '03-01', to: '10-31' }, { from: '11-01', to: '02-29' }),
        atMostMinutes: fc.constantFrom(60, 1440),
      },
      { requiredKeys: [] },
    );
    const conditions = fc.array(condition, { minLength: 1, maxLength: 5 });
    const stays = fc.array(
      fc.record({
        minute: fc.integer({ min: 0, max: 365 * 1440 - 1 }),
        minutes: fc.constantFrom(1, 90, 3000),
        plateColor: fc.integer({ min: 0, max: 6 }),
        vehicleKind: fc.constantFrom('small', 'medium', 'large', undefined),
      }),
      { minLength: 200, maxLength: 200 },
    );
    fc.assert(
      fc.property(conditions, stays, (whens, tried) => {
        const of = tariff(...whens.map((when, i) => ({ ...always, id: `p${i}`, when })));
        const isReported = lintTariff(of).some((f) => f.code === 'missing-plan' || f.code === 'missing-vehicle-kind');
        const free = tried.some(({ minute, minutes, plateColor, vehicleKind }) => {
          const enteredAtMs = Date.UTC(2026, 0, 1) + minute * 60_000;
          const stay = {
            enteredAtMs,
            exitAtMs: enteredAtMs + minutes * 60_000,
            zone: 'UTC',
            calendar,
            plateColor,
            vehicleKind,
          };
          return priceStay(of, stay).lines.some((line) => line.rule === 'no-plan');
        });
        expect(isReported || !free).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
