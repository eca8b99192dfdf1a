import { describe, expect, it } from 'vitest';
import {
  isPinned,
  isShown,
  orderedKeys,
  plainSetting,
  readSetting,
  withMoved,
  withPinned,
  withShown,
} from './grid-setting.ts';

const columns = [
  { key: 'plate', pin: 'start' as const },
  { key: 'lot' },
  { key: 'amount' },
  { key: 'note', isHiddenAtFirst: true },
];

describe('column settings', () => {
  it('move a column to the place of another, in both directions', () => {
    const right = withMoved(columns, 'plate', 'amount', plainSetting);
    expect(orderedKeys(columns, right)).toEqual(['lot', 'amount', 'plate', 'note']);
    const left = withMoved(columns, 'note', 'plate', plainSetting);
    expect(orderedKeys(columns, left)).toEqual(['note', 'plate', 'lot', 'amount']);
  });

  it('put a column of a new version next to its declared neighbour', () => {
    const kept = { ...plainSetting, order: ['amount', 'lot', 'plate', 'gone'] };
    const newer = [{ key: 'plate' }, { key: 'state' }, { key: 'lot' }, { key: 'amount' }];
    expect(orderedKeys(newer, kept)).toEqual(['amount', 'lot', 'plate', 'state']);
  });

  it("hide, show, pin and unpin, whatever the column's default", () => {
    const [plate, lot, , note] = columns as [(typeof columns)[0], (typeof columns)[1], unknown, (typeof columns)[3]];
    expect(isShown(note, plainSetting)).toBe(false);
    expect(isShown(note, withShown(note, true, plainSetting))).toBe(true);
    expect(isShown(lot, withShown(lot, false, plainSetting))).toBe(false);
    expect(isPinned(plate, withPinned(plate, false, plainSetting))).toBe(false);
    expect(isPinned(lot, withPinned(lot, true, plainSetting))).toBe(true);
    const back = withPinned(plate, true, withPinned(plate, false, plainSetting));
    expect(isPinned(plate, back)).toBe(true);
  });

  it('survive a broken or foreign text in the storage', () => {
    expect(readSetting('{broken')).toEqual(plainSetting);
    expect(readSetting('{"order":[1,"lot"],"widths":{"lot":5000,"amount":120,"x":"y"},"isCompact":"yes"}')).toEqual({
      ...plainSetting,
      order: ['lot'],
      widths: { amount: 120 },
    });
  });
});
