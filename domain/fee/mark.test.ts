import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import {
  describeTariff,
  differenceInWords,
  lintTariff,
  type Mark,
  parseTariff,
  priceStay,
  type Tariff,
} from './fee.ts';
import type { Stay } from './stay.ts';

const zone = 'Asia/Shanghai';
const at = (text: string) => instantOfWall(text, zone);
const morning: Mark = { id: 'm', at: '06:00', amountFen: 200 };

/** A tariff that charges only an amount at six o'clock, 2 yuan each. */
function tariff(more: Partial<Mark>, rest: Partial<Tariff> = {}, when?: Tariff['plans'][0]['when']): Tariff {
  const mark = { ...morning, ...more };
  const plan = { id: 'car', ...(when ? { when } : {}), windows: [], marks: [mark] };
  return { id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans: [plan], ...rest };
}

function fee(of: Tariff, entry: string, exit: string, more: Partial<Stay> = {}): number {
  expect(Array.isArray(parseTariff(of))).toBe(false);
  return priceStay(of, { enteredAtMs: at(entry), exitAtMs: at(exit), zone, ...more }).totalFen / 100;
}

describe('an amount at a time of day', () => {
  const [wed, thu, fri] = ['2026-03-04', '2026-03-05', '2026-03-06'];
  test.each<[string, Partial<Mark>, string, string, number]>([
    ['left just before', {}, `${wed}T20:00`, `${thu}T05:59`, 0],
    ['left exactly then', {}, `${wed}T20:00`, `${thu}T06:00`, 0],
    ['left a minute later', {}, `${wed}T20:00`, `${thu}T06:01`, 2],
    ['entered exactly then', {}, `${wed}T06:00`, `${wed}T07:00`, 2],
    ['left just before, exit included', { includesExit: true }, `${wed}T20:00`, `${thu}T05:59`, 0],
    ['left exactly then, exit included', { includesExit: true }, `${wed}T20:00`, `${thu}T06:00`, 2],
    ['left exactly then on the second day', { includesExit: true }, `${wed}T20:00`, `${fri}T06:00`, 4],
    ['first time, which does not count', { nth: { from: 2 } }, `${wed}T20:00`, `${thu}T06:01`, 0],
    ['second time', { nth: { from: 2 } }, `${wed}T20:00`, `${fri}T06:01`, 2],
    ['only the first time', { nth: { to: 1 } }, `${wed}T20:00`, `${fri}T06:01`, 2],
    ['second time at the exit', { nth: { from: 2 }, includesExit: true }, `${wed}T20:00`, `${fri}T06:00`, 2],
    ['only chosen days are counted', { nth: { from: 2 }, days: ['fri', 'mon'] }, `${wed}T20:00`, `${fri}T06:01`, 0],
    ['second of the chosen days', { nth: { from: 2 }, days: ['thu', 'fri'] }, `${wed}T20:00`, `${fri}T06:01`, 2],
    ['an empty stay', { includesExit: true }, `${wed}T06:00`, `${wed}T06:00`, 0],
  ])('%s', (_, more, entry, exit, yuan) => expect(fee(tariff(more), entry, exit)).toBe(yuan));

  test.each(['difference', 'from-payment', 'from-grace-end'] as const)(
    'a payment exactly then does not charge it twice (%s)',
    (beyond) => {
      const paid = [{ atMs: at(`${thu}T06:00`), amountFen: 200 }];
      for (const minutes of [0, 15]) {
        const of = tariff({ includesExit: true }, { grace: { minutes, beyond } });
        expect(fee(of, `${wed}T20:00`, `${thu}T09:00`, { paid })).toBe(2);
      }
    },
  );

  test('covered time is free of it, also at the exit', () => {
    const covered = [{ fromMs: at(`${wed}T00:00`), toMs: at(`${fri}T06:00`) }];
    expect(fee(tariff({ includesExit: true }), `${wed}T20:00`, `${fri}T06:00`, { covered })).toBe(0);
  });

  test('says so in words', () => {
    const words = (more: Partial<Mark>) => describeTariff(tariff(more));
    expect(words({}).zh).toContain('恰好在定点时刻离场的，不收该次定点费用');
    expect(words({ includesExit: true }).zh).toContain('停过06:00每次2元，恰好06:00离场的也收');
    expect(words({ includesExit: true }).zh).not.toContain('不收该次');
    expect(words({ nth: { from: 2 } }).zh).toContain('停过06:00每次（首次不计）2元');
    expect(words({ nth: { from: 2 } }).en).toContain('¥2 each time 06:00 passes (not the first time)');
    expect(words({ nth: { from: 3, to: 5 } }).zh).toContain('（第3至5次）');
    expect(differenceInWords(tariff({}), tariff({ includesExit: true })).map(({ zh }) => zh)).toEqual([
      '定点加收：停过06:00每次2元 → 停过06:00每次2元，恰好06:00离场的也收',
    ]);
    expect(differenceInWords(tariff({}), tariff({ includesExit: false, nth: { from: 1 } }))).toEqual([]);
  });

  test('is found where no stay reaches it', () => {
    const codes = (of: Tariff) => lintTariff(of).map((f) => f.code);
    const found = 'unreachable-mark';
    expect(codes(tariff({ nth: { from: 2 } }, {}, { atMostMinutes: 1439 }))).toContain(found);
    expect(codes(tariff({ nth: { from: 2 } }, {}, { atMostMinutes: 1440 }))).not.toContain(found);
    expect(codes(tariff({ nth: { from: 2 } }, {}, { leftBy: { at: '05:00' } }))).toContain(found);
    expect(codes(tariff({ nth: { from: 2 } }, {}, { leftBy: { at: '05:00', nth: 2 } }))).not.toContain(found);
  });

  test.each([{ includesExit: true }, { nth: { from: 2 } }])('cannot be asked of the entry: %j', (more) =>
    expect(parseTariff(tariff({ at: 'entry', ...more }))).toMatchObject([
      { path: `plans.0.marks.0.${Object.keys(more)[0]}` },
    ]),
  );
});
