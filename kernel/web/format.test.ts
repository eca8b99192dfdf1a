import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryOf } from './address.ts';
import {
  daysText,
  durationText,
  formatTime,
  growthText,
  hoursText,
  moneyText,
  shareText,
  sizeText,
  timeText,
  todayRange,
  twoDecimalText,
} from './format.ts';
import { setLanguage } from './language.ts';
import { now } from './now.ts';

beforeEach(() => vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } }));
afterEach(() => vi.unstubAllGlobals());

describe('money', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [123456, '1,234.56'],
    [100_000_000_00, '100,000,000.00'],
    [null, '—'],
  ])('%s fen reads %s', (fen, text) => {
    expect(moneyText(fen)).toBe(text);
  });
});

describe('the size of a list', () => {
  it.each([
    ['zh', { total: 1234, isEstimate: false }, '1,234'],
    ['zh', { total: 1_048_576, isEstimate: true }, '约 1,048,576'],
    ['en', { total: 1_048_576, isEstimate: true }, 'about 1,048,576'],
    ['en', undefined, '—'],
  ] as const)('in %s, %o reads %s', (language, listing, text) => {
    setLanguage(language);
    expect(sizeText(listing)).toBe(text);
  });
});

describe('times', () => {
  const moment = new Date('2026-03-08T16:00:30Z');

  it('are shown in the given zone', () => {
    expect(timeText(moment, 'second', 'Asia/Shanghai')).toBe('2026-03-09 00:00:30');
    expect(timeText(moment, 'minute', 'UTC')).toBe('2026-03-08 16:00');
    expect(timeText(moment, 'day', 'Asia/Shanghai')).toBe('2026-03-09');
  });

  it('follow daylight saving', () => {
    // New York springs forward on 8 March 2026 at 07:00 UTC.
    expect(timeText(new Date('2026-03-08T06:59:59Z'), 'clock', 'America/New_York')).toBe('01:59:59');
    expect(timeText(new Date('2026-03-08T07:00:00Z'), 'clock', 'America/New_York')).toBe('03:00:00');
  });

  it('read the same in both languages', () => {
    setLanguage('en');
    const english = timeText(moment, 'second', 'Asia/Shanghai');
    setLanguage('zh');
    expect(timeText(moment, 'second', 'Asia/Shanghai')).toBe(english);
  });
});

describe('§3 helper formats', () => {
  const moment = new Date('2026-03-08T16:05:09Z');

  it.each([
    ['{y}-{m}-{d} {h}:{i}:{s}', '2026-03-09 00:05:09'],
    ['{y}年{m}月{d}日 星期{a}', '2026年03月09日 星期一'],
    ['{h}{i}{s}', '000509'],
    ['{x} {y', '{x} {y'],
  ])('time by the places %s: %s', (format, text) => {
    setLanguage('zh');
    expect(formatTime(moment, format, 'Asia/Shanghai')).toBe(text);
  });

  it('{a} is the day of the week in the language in force', () => {
    setLanguage('en');
    expect(formatTime(moment, '{a}', 'UTC')).toBe('Sun');
  });

  it.each(['Asia/Shanghai', 'UTC', 'America/New_York'])('today in %s is from 00:00:00 to 23:59:59', (zone) => {
    // The day may not change between the two looks at the clock.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { from, to } = todayRange(zone);
    expect([timeText(from, 'clock', zone), timeText(to, 'clock', zone)]).toEqual(['00:00:00', '23:59:59']);
    const today = timeText(now(), 'day', zone);
    expect([timeText(from, 'day', zone), timeText(to, 'day', zone)]).toEqual([today, today]);
  });

  it.each([
    ['?a=1&b=%E4%BA%AC', { a: '1', b: '京' }],
    ['https://host/path?token=t.1#part?x=2', { token: 't.1' }],
    ['a=1&a=2', { a: '2' }],
    ['/path', {}],
    ['', {}],
  ])('the query of %s', (address, query) => {
    expect(queryOf(address)).toEqual(query);
  });

  it.each([
    [0, '0.00'],
    [1.005, '1.01'],
    [-1234.5, '-1,234.50'],
    [99.999, '100.00'],
  ])('%s with two decimals reads %s', (value, text) => {
    expect(twoDecimalText(value)).toBe(text);
  });
});

describe('lengths of time', () => {
  it('say the two largest units, in the language in force', () => {
    setLanguage('zh');
    expect(durationText(3 * 3600 + 5 * 60)).toBe('3小时05分');
    expect(durationText(86_400 + 3600)).toBe('1天01小时');
    setLanguage('en');
    expect(durationText(65)).toBe('1 min 05 s');
    expect(durationText(0)).toBe('0 s');
  });
});

describe('lengths of time in one unit', () => {
  it('are days to the second', () => {
    setLanguage('zh');
    expect(daysText(30 * 86_400)).toBe('30天');
    expect(daysText(29 * 86_400 + 86_249)).toBe('29天23:57:29');
    setLanguage('en');
    expect(daysText(86_401)).toBe('1 d 00:00:01');
  });

  it('are hours', () => {
    setLanguage('zh');
    expect(hoursText(112 * 60)).toBe('112.0小时');
    expect(hoursText(null)).toBe('—');
    setLanguage('en');
    expect(hoursText(89)).toBe('1.5 h');
  });
});

it.each([
  [30, 20, '50.0%'],
  [10, 20, '50.0%'],
  [30, 19, null],
  [1026, 1, null],
  [20_000, 100, '>999%'],
  [0, 0, null],
])('%i after %i is a change of %s', (recent, earlier, text) => {
  expect(growthText(recent, earlier)).toBe(text);
  expect(growthText(recent * 100, earlier * 100, 2000)).toBe(text);
});

it('shares have one decimal', () => {
  expect(shareText(0.5)).toBe('50.0%');
});
