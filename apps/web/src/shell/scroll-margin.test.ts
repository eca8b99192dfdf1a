import { describe, expect, it } from 'vitest';
import { revealing, SIDE_MARGIN_PX, TAG_MARGIN_PX, wheeled } from './scroll-margin.ts';

describe('§9 tag/side bar wheel-scroll margins 55 and 100 px', () => {
  it('are these', () => expect([TAG_MARGIN_PX, SIDE_MARGIN_PX]).toEqual([55, 100]));

  it.each([
    { from: 0, delta: 120, to: 120 },
    { from: 100, delta: -300, to: 0 },
    { from: 500, delta: 300, to: 655 },
    { from: 655, delta: 10, to: 655 },
  ])('the wheel moves a strip of 1000 px seen through 400 px from $from by $delta to $to', ({ from, delta, to }) => {
    expect(wheeled(from, delta, 400, 1000, TAG_MARGIN_PX)).toBe(to);
  });

  it('does not move a strip that fits', () => expect(wheeled(0, 120, 400, 400, TAG_MARGIN_PX)).toBe(0));

  it.each([
    { at: 0, size: 80, to: 0 },
    { at: 300, size: 80, to: 245 },
    { at: 560, size: 80, to: 300 },
    { at: 700, size: 80, to: 435 },
  ])('a tag at $at of $size px is shown whole with its margin when the strip stands at $to', ({ at, size, to }) => {
    expect(revealing({ start: 300, size: 400 }, { start: at, size }, TAG_MARGIN_PX)).toBe(to);
  });
});
