import { loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { renderPassing } from './picture.ts';
import { renderPlateCrop } from './plate-drawing.ts';
import { plateColor, vehicleOf } from './plate-mix.ts';

const atMs = Date.parse('2026-03-02T10:23:45+08:00');

test('pictures are JPEGs of 640 × 360 below 25 kB at any hour', async () => {
  for (let index = 0; index < 40; index += 1) {
    const { plate, color } = vehicleOf('picture', index, '粤B');
    const jpeg = renderPassing(plate, color, { label: '市民中心停车场 东门入口', atMs: atMs + index * 2_222_222 });
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(jpeg.length).toBeLessThan(25_000);
    expect(jpeg.length).toBeGreaterThan(5000);
  }
  const image = await loadImage(renderPassing('粤B12345', plateColor.blue, { label: 'A', atMs }));
  expect([image.width, image.height]).toEqual([640, 360]);
});

test('a plate of eight signs is wider, and signs differ from one another', async () => {
  const crop = await loadImage(renderPlateCrop('粤BD12345', plateColor.newEnergy));
  expect(crop.width).toBeGreaterThan((await loadImage(renderPlateCrop('粤B12345', plateColor.blue))).width);
  const pictures = ['粤', '京', '川', '赣'].map((sign) =>
    renderPlateCrop(`${sign}B12345`, plateColor.blue).toString('hex'),
  );
  expect(new Set(pictures).size).toBe(4);
});
