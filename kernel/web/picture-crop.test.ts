import { expect, test } from 'vitest';
import { cropStyle } from './picture-crop.ts';

const picture = { width: 640, height: 360 };

test('a window shows the plate in its middle, with some of the car around it', () => {
  const style = cropStyle({ left: 290, top: 240, right: 350, bottom: 260 }, picture)!;
  // 20 px × 1.9 × 3.2 = 121.6 px of 640 fill the window; it begins 60.8 px left of the middle of the plate.
  expect(style).toEqual({ width: '526.32%', left: '-213.16%', top: '-607.89%' });
});

test('at an edge the window stays within the picture', () => {
  expect(cropStyle({ left: 0, top: 0, right: 60, bottom: 20 }, picture)).toMatchObject({ left: '0%', top: '0%' });
  expect(cropStyle({ left: 10, top: 10, right: 640, bottom: 350 }, picture)).toMatchObject({
    width: '100%',
    left: '0%',
  });
});

test.each([
  { left: 600, top: 240, right: 700, bottom: 260 },
  { left: 100, top: 240, right: 100, bottom: 260 },
])('a rectangle that is not in the picture is none: %o', (box) => {
  expect(cropStyle(box, picture)).toBeNull();
});
