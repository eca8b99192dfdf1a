import { describe, expect, test } from 'vitest';
import { parseTariff, tariffJsonSchema } from './schema.ts';
import { tariffTemplate } from './template.ts';

const plain = () => ({
  id: 'plain',
  version: 1,
  name: { zh: '普通', en: 'Plain' },
  plans: [
    { id: 'car', windows: [{ id: 'day', from: '08:00', to: '18:00', steps: [{ unitMinutes: 60, priceFen: 300 }] }] },
  ],
});

/** Sets a value in a copy of data at a dotted path; undefined removes it. */
function put(data: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(data);
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = copy as Record<string, unknown>;
  for (const key of keys) at = at[key] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const window = 'plans.0.windows.0';
const steps = `${window}.steps`;

// Path and value put into a valid tariff, and the path and words of the issue.
const broken: [string, string, unknown, string, string][] = [
  ['no id', 'id', undefined, 'id', 'expected string'],
  ['a wrong id', 'id', 'A B', 'id', 'lower-case'],
  ['an unknown field', 'colour', 1, '', 'colour'],
  ['no plan', 'plans', [], 'plans', '>=1'],
  ['a name that cannot be stored', 'name.zh', 'a\u0000b', 'name.zh', 'can be shown'],
  ['half a character', 'name.zh', '\ud83d', 'name.zh', 'can be shown'],
  ['a name that is read backwards', 'name.zh', '收\u202e费', 'name.zh', 'can be shown'],
  ['a price beyond exact sums', `${steps}.0`, { unitMinutes: 1, priceFen: 1_000_001 }, `${steps}.0.priceFen`, '10,000'],
  ['a name of nothing', 'name.en', '  ', 'name.en', 'not empty'],
  [
    'a kind of vehicle on two lines',
    'plans.0.when',
    { vehicleKinds: ['a\nb'] },
    'plans.0.when.vehicleKinds.0',
    'can be shown',
  ],
  ['a day that never comes', `${window}.season`, { from: '02-30', to: '03-01' }, `${window}.season.from`, 'MM-DD'],
  ['a condition that no car can meet', 'plans.0.when', { seats: { atLeast: 9 } }, 'plans.0.when', 'seats'],
  [
    'a cap that ends before it begins',
    'plans.0.caps',
    [{ id: 'c', amountFen: 1, scope: { per: 'day' }, nth: { from: 5, to: 2 } }],
    'plans.0.caps.0.nth.to',
    'before the first',
  ],
  ['half a fen', `${steps}.0.priceFen`, 0.5, `${steps}.0.priceFen`, 'int'],
  ['a negative price', `${steps}.0.priceFen`, -1, `${steps}.0.priceFen`, '>=0'],
  ['a time that is none', `${window}.from`, '25:00', `${window}.from`, 'HH:MM'],
  ['half a window', `${window}.to`, undefined, `${window}.to`, 'both times'],
  [
    'steps in disorder',
    steps,
    [
      { upToMinutes: 60, priceFen: 1 },
      { upToMinutes: 30, priceFen: 1 },
    ],
    `${steps}.1.upToMinutes`,
    'later',
  ],
  ['a step after the end', steps, [{ priceFen: 1 }, { priceFen: 1 }], `${steps}.0.upToMinutes`, 'last step'],
  [
    'a cap on nothing',
    'plans.0.caps',
    [{ id: 'c', amountFen: 1, scope: { per: 'stay' }, windows: ['night'] }],
    'plans.0.caps.0.windows.0',
    "'night'",
  ],
  [
    'two windows of one id',
    'plans.0.windows',
    [plain().plans[0]!.windows[0], plain().plans[0]!.windows[0]],
    'plans.0.windows.1.id',
    'twice',
  ],
  [
    'an unknown scope',
    'plans.0.clock',
    { counts: 'all', restart: { per: 'moon' } },
    'plans.0.clock.restart.per',
    'nvalid',
  ],
];

describe('parseTariff', () => {
  test.each(broken)('refuses %s', (_, where, value, path, words) => {
    const issues = parseTariff(put(plain(), where, value));
    if (!Array.isArray(issues)) throw new Error('accepted');
    const issue = issues.find((i) => i.path === path);
    expect(issue?.en).toContain(words);
    expect(issue?.zh).toMatch(/[一-鿿]/);
  });

  test.each([null, 7, 'tariff', []])('refuses %j', (data) => expect(Array.isArray(parseTariff(data))).toBe(true));

  test('accepts every template and returns it unchanged', () => {
    for (const { tariff } of tariffTemplate) expect(parseTariff(JSON.parse(JSON.stringify(tariff)))).toEqual(tariff);
    expect(parseTariff(plain())).toEqual(plain());
  });

  test('publishes a JSON Schema', () => {
    expect(tariffJsonSchema()).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['id', 'version', 'name', 'plans'],
    });
  });
});
