import { expect, test } from 'vitest';
import { maskMobiles, maskPhone, maskPhonesIn } from './phone.ts';

test.each([
  ['13812345678', '138****5678'],
  ['0755-26001234', '075****1234'],
  ['26001234', '****34'],
])('%s is shown as %s, also when it is masked twice', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
  expect(maskPhone(masked)).toBe(masked);
});

test('mobiles in a text are masked; longer numbers and ids stay', () => {
  expect(maskMobiles('call 13812345678, or 13912345679.')).toBe('call 138****5678, or 139****5679.');
  for (const kept of ['113812345678', '138123456789', '0193f0a2-1111-7000-8000-13812345678a'])
    expect(maskMobiles(kept)).toBe(kept);
});

test("in data every value under a phone's key is masked, including landlines", () => {
  const at = new Date(0);
  expect(
    maskPhonesIn({ ownerPhone: '26001234', mobiles: ['13812345678'], count: 1, at, note: 'to 13812345678' }),
  ).toEqual({
    ownerPhone: '****34',
    mobiles: ['138****5678'],
    count: 1,
    at,
    note: 'to 138****5678',
  });
});
