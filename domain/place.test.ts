import { expect, test } from 'vitest';
import { gcj02Of } from './place.ts';

test.each([
  ['Tiananmen', { longitude: 116.397, latitude: 39.9087 }, { longitude: 116.403243, latitude: 39.910101 }],
  ['New York', { longitude: -74.006, latitude: 40.7128 }, { longitude: -74.006, latitude: 40.7128 }],
])('%s is drawn where Chinese maps expect it', (_, place, drawn) => {
  const found = gcj02Of(place);
  expect(found.longitude).toBeCloseTo(drawn.longitude, 4);
  expect(found.latitude).toBeCloseTo(drawn.latitude, 4);
});
