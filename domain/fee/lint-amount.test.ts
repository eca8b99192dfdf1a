import { describe, expect, test } from 'vitest';
import { type LintContext, lintTariff, type Plan, parseTariff, type Scope, type Tariff } from './fee.ts';

function tariff(...plans: Plan[]): Tariff {
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

const steps = [{ unitMinutes: 60, priceFen: 300 }];
const always: Plan = { id: 'car', windows: [{ id: 'always', steps }] };
const plan = (more: Partial<Plan>) => tariff({ ...always, ...more });
const timed = (id: string, from: string, to: string) => ({ id, from, to, steps });
const per24Hours = { per: 'hours', hours: 24 } as const;
const cap = (id: string, amountFen: number, scope: Scope, more = {}) => ({ id, amountFen, scope, ...more });
const quarters = { id: 'w', steps: [{ unitMinutes: 15, priceFen: 100 }] };
const blocks = (...ends: [upToMinutes: number, priceFen: number][]) => ({
  id: 'w',
  steps: ends.map(([upToMinutes, priceFen]) => ({ upToMinutes, priceFen })),
});
const find = (of: Tariff, context?: LintContext) =>
  lintTariff(of, context).map((f) => `${f.severity} ${f.code} ${f.path}`);

describe('amounts', () => {
  // Each tariff with its expected finding, and a similar tariff without that finding.
  test.each<[name: string, of: Tariff, finding: string, sound: Tariff]>([
    [
      'a minimum above the cap',
      plan({ minimumFen: 5100, caps: [cap('d', 5000, per24Hours)] }),
      'warning amount plans.0.minimumFen',
      plan({ minimumFen: 5000, caps: [cap('d', 5000, per24Hours)] }),
    ],
    [
      'a cap below the first unit',
      plan({ caps: [cap('d', 299, per24Hours)] }),
      'warning amount plans.0.caps.0.amountFen',
      plan({ caps: [cap('d', 300, per24Hours)] }),
    ],
    [
      'a cap below the price of an hour',
      plan({ windows: [quarters], caps: [cap('d', 399, per24Hours)] }),
      'warning amount plans.0.caps.0.amountFen',
      plan({ windows: [quarters], caps: [cap('d', 400, per24Hours)] }),
    ],
    [
      'a cap of zero',
      plan({ caps: [cap('d', 0, per24Hours)] }),
      'warning amount plans.0.caps.0.amountFen',
      plan({ caps: [cap('d', 0, per24Hours, { nth: { to: 1 } })] }),
    ],
    ['a percentage of zero', plan({ percent: 0 }), 'warning amount plans.0.percent', plan({ percent: 1 })],
    [
      'a day of free time',
      plan({ free: { minutes: 1440, deduct: true, scope: { per: 'stay' } } }),
      'warning amount plans.0.free.minutes',
      plan({ free: { minutes: 1439, deduct: true, scope: { per: 'stay' } } }),
    ],
    [
      'free time that fills its stretch',
      plan({ free: { minutes: 120, deduct: true, scope: { per: 'hours', hours: 2 } } }),
      'warning amount plans.0.free.minutes',
      plan({ free: { minutes: 119, deduct: true, scope: { per: 'hours', hours: 2 } } }),
    ],
    [
      'totals typed as steps',
      plan({ windows: [blocks([60, 1000], [120, 2000], [180, 3000])] }),
      'warning ladder plans.0.windows.0',
      plan({ windows: [blocks([60, 1000], [120, 1000], [180, 1000])] }),
    ],
    [
      'a step that is no multiple of its unit',
      plan({ windows: [{ id: 'w', steps: [{ upToMinutes: 100, unitMinutes: 30, priceFen: 100 }, steps[0]!] }] }),
      'warning ladder plans.0.windows.0.steps.0',
      plan({ windows: [{ id: 'w', steps: [{ upToMinutes: 90, unitMinutes: 30, priceFen: 100 }, steps[0]!] }] }),
    ],
    [
      'hours that begin and end at the same time',
      plan({ windows: [timed('day', '08:00', '08:00')] }),
      'warning whole-day-times plans.0.windows.0',
      plan({ windows: [timed('day', '00:00', '24:00')] }),
    ],
    [
      'rounding to more than a price',
      { ...tariff(always), rounding: { toFen: 500, mode: 'down' } },
      'warning amount rounding.toFen',
      { ...tariff(always), rounding: { toFen: 100, mode: 'down' } },
    ],
    [
      'rounding to odd money',
      { ...tariff(always), rounding: { toFen: 30, mode: 'down' } },
      'warning amount rounding.toFen',
      { ...tariff(always), rounding: { toFen: 50, mode: 'down' } },
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

  test('compares the level of prices with the other tariffs', () => {
    const cheap = plan({ windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 3 }] }] });
    expect(find(cheap, { otherFees: [1200, 1000, 0] })).toEqual(['warning price-scale plans']);
    expect(find(tariff(always), { otherFees: [12, 20] })).toEqual(['warning price-scale plans']);
    expect(find(tariff(always), { otherFees: [12, 600, 3000] })).toEqual([]);
    expect(find(tariff(always), { otherFees: [] })).toEqual([]);
  });
});
