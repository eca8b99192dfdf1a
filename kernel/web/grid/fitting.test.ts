import { expect, test } from 'vitest';
import { fittingCount } from './fitting.ts';

const column = (width: number, more = {}) => ({ width, ...more });
const ten = Array.from({ length: 10 }, () => column(200));
const acts = column(120, { pin: 'end' as const });

test.each([
  ['all of them in a wide window', ten, 2000, 10],
  ['as many as there is room for', ten, 1610, 8],
  ['as many as on a laptop in a narrower window', ten, 700, 5],
  ['fewer beside the buttons of a row', [...ten, acts], 1610, 7],
  ['more where those that grow can yield', ten.map((one) => ({ ...one, isGrowing: true })), 1610, 9],
  [
    'what is hidden at first takes no room',
    [column(900), column(900, { isHiddenAtFirst: true }), column(200)],
    1150,
    3,
  ],
])('%s', (_, columns, room, count) => {
  expect(fittingCount(columns, room)).toBe(count);
});
