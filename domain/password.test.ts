import { describe, expect, test } from 'vitest';
import { checkPassword, type PasswordCode, passwordRule } from './password.ts';

describe('checkPassword', () => {
  const cases: [string, PasswordCode | null][] = [
    ['Boyun#2026', null],
    ['Aa1Aa1Aa', null],
    ['aa1!aa1!', null],
    ['Aa1!567', 'length'],
    ['Aa1!Aa1!', null],
    ['Aa1!Aa1!Aa1!Aa1!Aa1!', null],
    ['Aa1!Aa1!Aa1!Aa1!Aa1!A', 'length'],
    ['', 'length'],
    ['abdeghjk', 'classes'],
    ['abde1357', 'classes'],
    ['ABDE!#%&', 'classes'],
    ['Zx#1234k', 'digitRun'],
    ['Zx#3210k', 'digitRun'],
    ['Zx#123k4', null],
    ['Zx#7890k', null],
    ['Zx#abcd1', 'letterRun'],
    ['Zx#DcbA1', 'letterRun'],
    ['Zx#abc1d', null],
    // The characters between digits and letters are adjacent in the code table, but are not a run.
    ['Zx789:;1', null],
    ['Zx#8888k', 'repeat'],
    ['Zx#1BbbB', 'repeat'],
    ['Zx1k$$$$', 'repeat'],
    ['Zx1k$$$!', null],
    ['xAdMiN#15', 'word'],
    ['Zx#15PaSs', 'word'],
    ['Zx#15pas', null],
  ];
  test.each(cases)('%j gives %s', (password, code) => expect(checkPassword(password, password)).toBe(code));

  test('the two entries are compared first', () => {
    expect(checkPassword('a', 'b')).toBe('mismatch');
    expect(checkPassword('Boyun#2026', 'boyun#2026')).toBe('mismatch');
  });

  test('every rule has its sentence in both languages', () => {
    expect(Object.keys(passwordRule)).toHaveLength(7);
    expect(passwordRule.mismatch.en).toBe('the two passwords entered are not the same');
    expect(passwordRule.length.en).toBe('password length wrong, minimum 8, maximum 20');
    for (const { zh, en } of Object.values(passwordRule)) {
      expect(zh).toMatch(/[一-鿿]/);
      expect(en).not.toBe('');
    }
  });
});
