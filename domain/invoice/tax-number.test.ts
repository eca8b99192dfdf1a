import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditCodeCheck, normalizeTaxNumber, taxNumberProblem } from './tax-number.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

test.each([
  // Published examples: GB 32100-2015 and registers of companies.
  ['91350100M000100Y43', null],
  ['91110000600037341L', null],
  ['91440300708461136T', null],
  // One digit wrong, two exchanged.
  ['91350100M000100Y44', 'check'],
  ['91440300708461163T', 'check'],
  // A letter that the code does not have.
  ['9135010OM000100Y43', 'check'],
  // A person who trades, by the identity number (GB 11643-1999, its example).
  ['11010519491231002X', null],
  ['110105194912310021', 'check'],
  ['440300708461136', null],
  ['11010519491231002X01', null],
  ['4403007084611361', 'length'],
  ['44030070846113中', 'length'],
  ['', 'length'],
] as const)('the tax number %s', (text, problem) => {
  const found = taxNumberProblem(text);
  if (problem === null) expect(found).toBeNull();
  else expect(found?.zh).toContain(problem === 'check' ? '校验位' : '15、18或20位');
});

test('spaces and small letters of a pasted number are put right', () => {
  expect(normalizeTaxNumber(' 9135 0100 m000 100y43 ')).toBe('91350100M000100Y43');
});

const character = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY');
const first = fc.array(character, { minLength: 17, maxLength: 17 }).map((all) => all.join(''));

test('of the 31 last characters exactly one fits, and every mistyped character is noticed', () => {
  fc.assert(
    fc.property(first, fc.nat(16), character, (start, place, other) => {
      const whole = start + creditCodeCheck(start);
      expect(taxNumberProblem(whole)).toBeNull();
      const mistyped = whole.slice(0, place) + other + whole.slice(place + 1);
      if (mistyped !== whole && !/^\d{17}[\dX]$/.test(mistyped)) expect(taxNumberProblem(mistyped)).not.toBeNull();
    }),
    { numRuns: 2000 },
  );
});
