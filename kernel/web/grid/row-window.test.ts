import { describe, expect, it } from 'vitest';
import { rowWindow, scrollTopFor } from './row-window.ts';

describe('rowWindow', () => {
  it.each([
    ['a short list is drawn whole', 0, 720, 20, 0, 20],
    ['a long one from its start', 0, 360, 200, 0, 18],
    ['a few rows down nothing changes', 3 * 36, 360, 200, 0, 18],
    ['further down the window moves', 40 * 36, 360, 200, 36, 58],
    ['at the end it ends with the list', 190 * 36, 360, 200, 184, 200],
    ['behind a list that became shorter it shows its end', 190 * 36, 360, 20, 6, 20],
    ['pulled beyond the top it begins at the top', -50, 360, 200, 0, 18],
    ['nothing of nothing', 0, 360, 0, 0, 0],
  ])('%s', (_, scrollTop, seenPx, count, first, end) => {
    expect(rowWindow(scrollTop, seenPx, 36, count)).toEqual({ first, end });
  });

  it('holds every row that is seen', () => {
    for (let top = 0; top <= 200 * 36 - 360; top += 7) {
      const { first, end } = rowWindow(top, 360, 36, 200);
      expect(first).toBeLessThanOrEqual(Math.floor(top / 36));
      expect(end).toBeGreaterThanOrEqual(Math.min(200, Math.ceil((top + 360) / 36)));
    }
  });
});

describe('scrollTopFor', () => {
  const seen = { top: 360, px: 432, headPx: 36, footPx: 36 };
  it.each([
    ['a row in sight stays where it is', 12, 360],
    ['the first row in sight stays', 10, 360],
    ['the last row in sight stays', 19, 360],
    ['one above comes to the top', 9, 324],
    ['one below comes to the foot', 20, 396],
    ['the first of all', 0, 0],
  ])('%s', (_, index, top) => {
    expect(scrollTopFor(index, 36, seen)).toBe(top);
  });
});
