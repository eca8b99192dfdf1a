import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { durationText, moneyText, shareText, sizeText, timeText } from './format.ts';
import { setLanguage } from './language.ts';

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

  it('stand on the wall clock of the given zone', () => {
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

it('shares have one decimal', () => {
  expect(shareText(0.5)).toBe('50.0%');
});
