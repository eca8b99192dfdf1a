import { expect, test } from 'vitest';
import { fill, keyedSlot, Slots, singleSlot, slot } from './slot.ts';

const buttons = slot<string>('buttons');
const till = singleSlot<(fen: number) => string>('till');
const kinds = keyedSlot<number>('kinds');

test('a list slot keeps the order of the modules and of their values', () => {
  const slots = new Slots([
    { name: 'payments', slots: [fill(buttons, 'pay', 'refund')] },
    { name: 'passings', slots: [fill(buttons, 'match')] },
  ]);
  expect(slots.all(buttons)).toEqual(['pay', 'refund', 'match']);
});

test('slots that no module fills are empty; a missing required single slot is named in the error', () => {
  const slots = new Slots([]);
  expect(slots.all(buttons)).toEqual([]);
  expect(slots.find(till)).toBeNull();
  expect(slots.byKey(kinds).size).toBe(0);
  expect(() => slots.one(till)).toThrow('no module fills the slot till');
});

test('a single slot or a key filled twice fails and names both modules', () => {
  const one = { name: 'payments', slots: [fill(till, (fen) => `${fen}`), fill(kinds, { a: 1 })] };
  expect(new Slots([one]).one(till)(5)).toBe('5');
  expect(() => new Slots([one, { name: 'cards', slots: [fill(till, () => '')] }])).toThrow(
    'the slot till is filled by payments and by cards',
  );
  expect(() => new Slots([one, { name: 'cards', slots: [fill(kinds, { b: 2, a: 3 })] }])).toThrow(
    'the key a of slot kinds is filled by payments and by cards',
  );
});

test('two slots of the same name are refused', () => {
  const other = slot<number>('buttons');
  expect(() => new Slots([{ name: 'a', slots: [fill(buttons, 'x'), fill(other, 1)] }])).toThrow('two slots are named');
  expect(() => new Slots([{ name: 'a', slots: [fill(buttons, 'x')] }]).all(other)).toThrow('two slots are named');
});

test('a program can be put together with other fillings', () => {
  const slots = new Slots([{ name: 'payments', slots: [fill(till, () => 'real'), fill(kinds, { a: 1, b: 2 })] }]);
  const other = slots.replaced([fill(till, () => 'test')]);
  expect(other.one(till)(1)).toBe('test');
  expect([...other.byKey(kinds)]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(slots.one(till)(1)).toBe('real');
});
