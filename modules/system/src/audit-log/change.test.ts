import { describe, expect, test } from 'vitest';
import { changesOf, fieldOf, valueInCode } from './change.view.ts';

describe('the changed values of an entry', () => {
  test('come first, otherwise the order is kept', () => {
    const changes = changesOf({ a: 1, b: 'x', c: null }, { a: 1, b: 'y', c: null, d: true });
    expect(changes.map((one) => one.key)).toEqual(['b', 'd', 'a', 'c']);
    expect(changes.map((one) => one.isChanged)).toEqual([true, true, false, false]);
  });

  const same: { name: string; before: unknown; after: unknown; isChanged: boolean }[] = [
    { name: 'the order of keys inside a value', before: { p: 1, q: 2 }, after: { q: 2, p: 1 }, isChanged: false },
    { name: 'the order of a list', before: [1, 2], after: [2, 1], isChanged: true },
    { name: 'nothing and null', before: undefined, after: null, isChanged: false },
    { name: 'zero and null', before: 0, after: null, isChanged: true },
    { name: 'false and null', before: false, after: null, isChanged: true },
    { name: 'a number and its text', before: 1, after: '1', isChanged: true },
  ];
  test.each(same)('$name: $isChanged', ({ before, after, isChanged }) => {
    expect(changesOf({ value: before }, { value: after })[0]!.isChanged).toBe(isChanged);
  });

  test('are found for entries with one side, none, and non-record values', () => {
    expect(changesOf(null, { a: 1 })).toEqual([{ key: 'a', before: undefined, after: 1, isChanged: true }]);
    expect(changesOf({ a: 1 }, undefined)).toEqual([{ key: 'a', before: 1, after: undefined, isChanged: true }]);
    expect(changesOf(null, null)).toEqual([]);
    expect(changesOf('old', 'new')).toEqual([{ key: 'value', before: 'old', after: 'new', isChanged: true }]);
  });
});

describe('a value without a declared field', () => {
  const cases: { key: string; value: unknown; kind: string }[] = [
    { key: 'amountFen', value: 500, kind: 'money' },
    { key: 'count', value: 5, kind: 'decimal' },
    { key: 'isOpen', value: false, kind: 'flag' },
    { key: 'at', value: '2026-03-02T08:00:00.000Z', kind: 'instant' },
    { key: 'text', value: '2026-03-02', kind: 'text' },
    { key: 'roles', value: ['admin'], kind: 'list' },
    { key: 'rows', value: [{ a: 1 }], kind: 'json' },
    { key: 'more', value: { a: 1 }, kind: 'json' },
    { key: 'gone', value: null, kind: 'text' },
  ];
  test.each(cases)('$key is shown as $kind', ({ key, value, kind }) => {
    expect(fieldOf({ key, before: undefined, after: value, isChanged: true }, {}, {}).kind).toBe(kind);
  });

  test('has the given name, or its key', () => {
    const change = { key: 'amountFen', before: undefined, after: 500, isChanged: true };
    expect(fieldOf(change, {}, { amountFen: { zh: '金额', en: 'Amount' } }).label.en).toBe('Amount');
    expect(fieldOf(change, {}, {}).label.en).toBe('amountFen');
  });

  test('is shown by its declaration where there is one', () => {
    const declared = { kind: 'plate', label: { zh: '车牌', en: 'Plate' } } as const;
    expect(fieldOf({ key: 'plate', before: 'a', after: 'b', isChanged: true }, { plate: declared }, {})).toBe(declared);
  });
});

test('JSON values are converted to code values', () => {
  const label = { zh: '时间', en: 'Time' };
  expect(valueInCode({ kind: 'instant', label }, '2026-03-02T08:00:00.000Z')).toEqual(new Date('2026-03-02T08:00:00Z'));
  expect(valueInCode({ kind: 'list', label }, [])).toBeNull();
  expect(valueInCode({ kind: 'list', label }, 'one')).toEqual(['one']);
  expect(valueInCode({ kind: 'flag', label }, false)).toBe(false);
});
