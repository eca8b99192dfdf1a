import { expect, test } from 'vitest';
import { type CoverRule, coveredBy } from './cover.ts';
import { type DailyHours, isWithinHours } from './daily-hours.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string, zone = '+08:00') => Date.parse(`2026-03-${text}:00${zone}`);
const always = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
const rule = (more: Partial<CoverRule>): CoverRule => ({
  words: { zh: '月卡', en: 'Pack' },
  spans: [always],
  hours: null,
  minutes: null,
  ...more,
});
const day = { from: '08:00', to: '20:00' };
const night = { from: '20:00', to: '08:00' };

test.each<[what: string, rules: CoverRule[], from: string, to: string, covered: [string, string][]]>([
  ['no rule', [], '04T09:00', '04T11:00', []],
  ['the whole stay', [rule({})], '04T09:00', '04T11:00', [['04T09:00', '04T11:00']]],
  [
    'in force to the second',
    [rule({ spans: [{ fromMs: at('04T10:00') + 1000, toMs: at('04T10:30') }] })],
    '04T09:00',
    '04T11:00',
    [['04T10:00:01', '04T10:30']],
  ],
  ['over before it came', [rule({ spans: [{ fromMs: 0, toMs: at('04T09:00') }] })], '04T09:00', '04T11:00', []],
  ['the first minutes', [rule({ minutes: 30 })], '04T09:00', '04T11:00', [['04T09:00', '04T09:30']]],
  ['fewer minutes than given', [rule({ minutes: 300 })], '04T09:00', '04T11:00', [['04T09:00', '04T11:00']]],
  ['a day pack', [rule({ hours: day })], '04T07:00', '04T21:00', [['04T08:00', '04T20:00']]],
  [
    'a night pack over two nights',
    [rule({ hours: night })],
    '04T07:00',
    '05T21:00',
    [
      ['04T07:00', '04T08:00'],
      ['04T20:00', '05T08:00'],
      ['05T20:00', '05T21:00'],
    ],
  ],
  [
    'day and night packs',
    [rule({ hours: day }), rule({ hours: night })],
    '04T19:00',
    '04T21:00',
    [
      ['04T19:00', '04T20:00'],
      ['04T20:00', '04T21:00'],
    ],
  ],
  [
    'free minutes within hours',
    [rule({ hours: day, minutes: 120 })],
    '04T07:00',
    '04T12:00',
    [['04T08:00', '04T09:00']],
  ],
  [
    'two terms with a gap',
    [
      rule({
        spans: [
          { fromMs: 0, toMs: at('04T10:00') },
          { fromMs: at('04T12:00'), toMs: at('31T00:00') },
        ],
      }),
    ],
    '04T09:00',
    '04T13:00',
    [
      ['04T09:00', '04T10:00'],
      ['04T12:00', '04T13:00'],
    ],
  ],
])('%s', (_, rules, from, to, covered) => {
  const found = coveredBy(rules, { enteredAtMs: at(from), exitAtMs: at(to), zone: ZONE });
  const instant = (text: string) => (text.length > 8 ? Date.parse(`2026-03-${text}+08:00`) : at(text));
  expect(found.map((one) => [one.fromMs, one.toMs])).toEqual(covered.map((one) => one.map(instant)));
});

test.each<[hours: DailyHours | null, time: string, isWithin: boolean]>([
  [null, '04T03:00', true],
  [day, '04T08:00', true],
  [day, '04T07:59', false],
  [day, '04T20:00', false],
  [night, '04T20:00', true],
  [night, '04T07:59', true],
  [night, '04T08:00', false],
  [{ from: '00:00', to: '00:00' }, '04T12:00', true],
  [{ from: '00:00', to: '24:00' }, '04T23:59', true],
])('within %j at %s: %s', (hours, time, isWithin) => {
  expect(isWithinHours(hours, at(time), ZONE)).toBe(isWithin);
});

test('hours follow the wall clock where clocks change', () => {
  // New York springs forward on 8 March 2026 at 02:00.
  const zone = 'America/New_York';
  const found = coveredBy([rule({ hours: { from: '01:00', to: '04:00' } })], {
    enteredAtMs: Date.parse('2026-03-08T05:00:00Z'),
    exitAtMs: Date.parse('2026-03-08T12:00:00Z'),
    zone,
  });
  expect(found.map((one) => [one.fromMs, one.toMs])).toEqual([
    [Date.parse('2026-03-08T06:00:00Z'), Date.parse('2026-03-08T08:00:00Z')],
  ]);
});
