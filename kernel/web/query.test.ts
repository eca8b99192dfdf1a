import { expect, test } from 'vitest';
import { reuseRows } from './query.ts';

const at = (text: string) => new Date(text);
const before = [
  { id: '1', at: at('2026-11-21T08:00:00Z'), lots: ['a', 'b'], name: null },
  { id: '2', at: at('2026-11-21T09:00:00Z'), lots: [], name: 'x' },
];

test.each([
  ['a row that is alike stays the same object', { ...before[0], at: at('2026-11-21T08:00:00Z'), lots: ['a', 'b'] }, 0],
  ['another time is another row', { ...before[0], at: at('2026-11-21T08:00:01Z') }, -1],
  ['so is another entry of a list', { ...before[0], lots: ['a', 'c'] }, -1],
  ['one entry fewer', { ...before[0], lots: ['a'] }, -1],
  ['a value where there was none', { ...before[0], name: '' }, -1],
  ['a key more', { ...before[1], more: undefined }, -1],
  ['another id', { ...before[1], id: '3' }, -1],
])('%s', (_, row, same) => {
  const [kept] = reuseRows(before, [row]);
  expect(kept).toEqual(row);
  expect(kept).toBe(same < 0 ? row : before[same]);
});
