import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { anyTariff } from './arbitrary.ts';
import { readyPlans } from './compile.ts';
import { dailySteps, firstSteps, walkedDays } from './effort.ts';
import {
  type Cap,
  lintTariff,
  type Plan,
  parseTariff,
  priceStay,
  type Stay,
  type Tariff,
  tariffTemplate,
} from './fee.ts';
import type { Tally } from './tally.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const dayMs = 86_400_000;
const list = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
const hour = (i: number) => `${String(i).padStart(2, '0')}:00`;

function tariff(...plans: Plan[]): Tariff {
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made.slice(0, 3)));
  return made;
}

const always = [{ id: 'w', steps: [{ unitMinutes: 60, priceFen: 300 }] }];
const capsOf = (hours: readonly number[]): Cap[] =>
  hours.map((h, i) => ({ id: `c${i}`, amountFen: h * 200, scope: { per: 'hours', hours: h } }));
const primes = [23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107];
const minuteSteps = (length: number) => list(length, (s) => ({ upToMinutes: s + 1, unitMinutes: 1, priceFen: 100 }));

/** Tariffs whose days never repeat within 400 days. */
const restless = {
  'caps of twenty prime lengths': tariff({ id: 'car', windows: always, caps: capsOf(primes) }),
  'caps by days that begin at different times': tariff({
    id: 'car',
    windows: always,
    caps: primes.map((days, i) => ({ id: `c${i}`, amountFen: 100, scope: { per: 'day', days, startsAt: hour(i) } })),
  }),
  'units carried from day to day': tariff({
    id: 'car',
    windows: list(20, (i) => ({
      id: `w${i}`,
      from: hour(i),
      to: hour(i + 1),
      steps: [{ unitMinutes: 1439 - i, priceFen: 300 }],
    })),
    border: 'carry',
  }),
};

/** The most steps of the meter per day with all windows, steps and caps. */
const hostile = tariff({
  id: 'car',
  windows: list(20, (i) => ({ id: `w${i}`, from: hour(i), to: hour(i + 1), steps: minuteSteps(50) })),
  clock: { counts: 'all', restart: { per: 'hours', hours: 1 } },
  caps: capsOf(primes),
});

function stepsOf(of: Tariff, stay: Stay): number {
  const tally: Tally = { steps: 0 };
  priceStay(of, stay, tally);
  return tally.steps;
}

function years(count: number): Stay {
  const enteredAtMs = instantOfWall('2026-03-04T01:13', 'Asia/Shanghai');
  return { enteredAtMs, exitAtMs: enteredAtMs + count * 366 * dayMs, zone: 'Asia/Shanghai' };
}

describe('work for long stays', () => {
  test.each(Object.entries(restless))('%s: fifty years within a limit of steps', (_, of) => {
    const steps = stepsOf(of, years(50));
    expect(steps).toBeGreaterThan(100);
    expect(steps).toBeLessThan(1000 * 366 * 50);
    expect(lintTariff(of).filter((f) => f.code === 'too-intricate')).toEqual([]);
  });

  test('a plan that needs more than a thousand steps a day cannot be published', () => {
    const [found] = lintTariff(hostile);
    expect(found).toMatchObject({ severity: 'error', code: 'too-intricate', path: 'plans.0' });
    expect(found?.zh).toMatch(/每停一天要计算约\d+步（最多1000步）/);
    expect(stepsOf(hostile, years(0.25))).toBeGreaterThan(1000 * 91);
  });

  test('ready tariffs need few steps a day', () => {
    for (const { id, tariff: of } of tariffTemplate)
      for (const plan of readyPlans(of)) expect([id, dailySteps(plan) < 100]).toEqual([id, true]);
  });

  test('a property of random tariffs: no stay takes more steps than foreseen', () => {
    const zones = fc.constantFrom('Asia/Shanghai', 'UTC');
    const days = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(anyTariff, fc.integer({ min: 0, max: 30 * 1440 }), days, zones, (of, minute, length, zone) => {
        const enteredAtMs = Date.UTC(2026, 2, 1) + minute * 60_000;
        const [plan] = readyPlans(of);
        const foreseen = firstSteps(plan!) + dailySteps(plan!) * walkedDays(plan!, length + 1);
        const steps = stepsOf(of, { enteredAtMs, exitAtMs: enteredAtMs + length * dayMs, zone });
        expect(steps).toBeLessThanOrEqual(foreseen);
      }),
      { numRuns: 400 },
    );
  });
});

test('the linter works within its limit, also for all kinds of vehicles and spots', () => {
  const kinds = (name: string, p: number) => list(50, (k) => `${name}${(p * 37 + k * k) % 1200}`);
  const many = tariff(
    ...list(49, (p) => ({
      id: `p${p}`,
      when: {
        vehicleKinds: kinds('v', p),
        spotKinds: kinds('s', p + 7),
        plateColors: list(1 + (p % 6), (c) => (c + p) % 7),
        enteredBetween: { from: `${hour(p % 24).slice(0, 3)}${10 + p}`, to: hour((p * 7) % 24) },
        atMostMinutes: 5_000_000 + p,
      },
      windows: always,
      caps: capsOf(primes),
    })),
    // Takes every other stay, so that none is found early.
    { id: 'rest', when: { season: { from: '01-01', to: '12-31' } }, windows: always },
  );
  const tally: Tally = { steps: 0 };
  const findings = lintTariff(many, { vehicleKinds: list(1200, (i) => `v${i}`) }, tally);
  expect(findings.map((f) => f.code)).toContain('partly-checked');
  // One budget each for falling fees, caps, and kinds.
  expect(tally.steps).toBeLessThanOrEqual(3 * 400_000);
  expect(tally.steps).toBeGreaterThan(10_000);
});
