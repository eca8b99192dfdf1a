import { expect, test } from 'vitest';
import { placeColumns } from './grid-layout.ts';
import { plainSetting } from './grid-setting.ts';

const cell = () => null;
const pinned = (isGrowing: boolean) => ({ key: 'lot', label: { zh: '', en: '' }, width: 180, pin: 'start', isGrowing });
const figure = (key: string) => ({ key, label: { zh: '', en: '' }, width: 140 });
const widths = (first: object, room: number, setting = plainSetting) =>
  placeColumns(
    [first, figure('entries'), figure('exits')].map((one) => ({ ...(one as ReturnType<typeof figure>), cell })),
    setting,
    room,
  ).placed.map(({ width }) => width);

test.each([
  ['a little goes to the column that grows', pinned(true), 560, [280, 140, 140]],
  ['much is shared by all, a fixed column that grows among them', pinned(true), 1060, [380, 340, 340]],
  ['but not by one that is as wide as it needs', pinned(false), 1060, [180, 440, 440]],
])('of the room left over %s', (_, first, room, expected) => {
  expect(widths(first, room)).toEqual(expected);
});

test('a width that was chosen stays', () => {
  expect(widths(pinned(true), 1060, { ...plainSetting, widths: { lot: 200 } })).toEqual([200, 430, 430]);
});
