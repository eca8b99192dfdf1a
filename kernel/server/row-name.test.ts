import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './resource-row.ts';
import { rowKey, rowsOf } from './row-name.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

test.each([
  ['id', 'id'],
  ['lot_id', 'lotId'],
  ['first_entered_at', 'firstEnteredAt'],
  ['hour_0', 'hour0'],
  ['fromMs', 'fromMs'],
  ['_row', '_row'],
  ['?column?', '?column?'],
])('the column %s has the key %s', (column, key) => expect(rowKey(column)).toBe(key));

test('the key of the column of a key is that key', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const key = fc
    .tuple(word, fc.array(word, { maxLength: 4 }))
    .map(([first, more]) => first + more.map((one) => one[0]!.toUpperCase() + one.slice(1)).join(''));
  fc.assert(
    fc.property(key, (one) => {
      expect(rowKey(quoted(one).slice(1, -1))).toBe(one);
    }),
  );
});

test('rows have the keys of their columns, and a result without rows has none', () => {
  const fields = [{ name: 'lot_id' }, { name: 'plate' }];
  expect(
    rowsOf({
      fields,
      rows: [
        [1, '粤B1'],
        [2, null],
      ],
    }),
  ).toEqual([
    { lotId: 1, plate: '粤B1' },
    { lotId: 2, plate: null },
  ]);
  expect(rowsOf({ fields: [], rows: [] })).toEqual([]);
  expect(rowsOf({})).toEqual([]);
});
