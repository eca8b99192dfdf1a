import { expect, test } from 'vitest';
import { fillText, say } from './label.ts';

test.each([
  ['{n} days left', { n: 1 }, '1 day left'],
  ['{n} days left', { n: 2 }, '2 days left'],
  ['{n} people', { n: '1' }, '1 person'],
  ['{n} rows do not add up', { n: 1 }, '1 row does not add up'],
  ['{count} grants are open', { count: 1 }, '1 grant is open'],
  ['{plate} owes ¥{yuan} for {n} stays', { plate: '粤B12345', yuan: '1', n: 1 }, '粤B12345 owes ¥1 for 1 stay'],
  ['Version {number} takes effect', { number: 1 }, 'Version 1 takes effect'],
  ['{a} of {b} stays priced', { a: 1, b: 11 }, '1 of 11 stays priced'],
  ['{n}天', { n: 1 }, '1天'],
  ['{unknown} days', { n: 1 }, '{unknown} days'],
  ['{n} days', { n: null }, ' days'],
])('%j with %j', (text, params, filled) => expect(fillText(text, params)).toBe(filled));

test('a label is filled in its language', () => {
  expect(say({ zh: '{n}天', en: '{n} days' }, 'en', { n: 1 })).toBe('1 day');
});
