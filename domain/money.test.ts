import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addFen, fen, formatYuan, maxFen, parseYuan, sumFen, zeroFen } from './money.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

describe('money', () => {
  test.each([
    ['12.50', 1250],
    ['12.5', 1250],
    ['12', 1200],
    ['0.05', 5],
    ['-0.05', -5],
    ['+3.1', 310],
    [' 7 ', 700],
    ['1000000000.00', 1e11],
    ['-0', 0],
  ])('reads %s', (text, amount) => expect(parseYuan(text)).toBe(amount));

  test.each(['', '.5', '5.', '1,000', '1e3', '12.345', '12.500', '1000000000.01', '九', 'NaN', '--1', '0x10'])(
    'refuses %j',
    (text) => expect(() => parseYuan(text)).toThrow(RangeError),
  );

  test('says which rule was broken', () => {
    expect(() => parseYuan('1.234')).toThrow('more than 2 decimals');
    expect(() => fen(0.5)).toThrow('whole number of fen');
    expect(() => fen(maxFen + 1)).toThrow('beyond');
  });

  test('what is written is read back the same', () => {
    fc.assert(fc.property(fc.integer({ min: -maxFen, max: maxFen }), (n) => parseYuan(formatYuan(n)) === fen(n)));
    expect(formatYuan(-5)).toBe('-0.05');
    expect(formatYuan(0)).toBe('0.00');
  });

  test('adds and sums within bounds', () => {
    expect(addFen(fen(1), fen(2))).toBe(3);
    expect(sumFen([])).toBe(zeroFen);
    expect(sumFen([fen(5), fen(-7)])).toBe(-2);
    expect(() => addFen(fen(maxFen), fen(1))).toThrow(RangeError);
  });
});
