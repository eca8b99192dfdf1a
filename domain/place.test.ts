import { expect, test } from 'vitest';
import { gcj02Of, placeIn, wgs84Of } from './place.ts';

const PLACES = [
  ['Tiananmen', { longitude: 116.397, latitude: 39.9087 }, { longitude: 116.403243, latitude: 39.910101 }],
  ['New York', { longitude: -74.006, latitude: 40.7128 }, { longitude: -74.006, latitude: 40.7128 }],
] as const;

test.each(PLACES)('%s is drawn where Chinese maps expect it', (_, place, drawn) => {
  const found = gcj02Of(place);
  expect(found.longitude).toBeCloseTo(drawn.longitude, 4);
  expect(found.latitude).toBeCloseTo(drawn.latitude, 4);
});

test.each([
  ...PLACES.map(([, place]) => place),
  { longitude: 113.934528, latitude: 22.540503 },
  { longitude: 87.617733, latitude: 43.792818 },
])('what is drawn from %o leads back to it', (place) => {
  const found = wgs84Of(gcj02Of(place));
  expect(found.longitude).toBeCloseTo(place.longitude, 5);
  expect(found.latitude).toBeCloseTo(place.latitude, 5);
});

const SHENZHEN = { longitude: 113.934528, latitude: 22.540503 };

test.each([
  ['113.934528,22.540503', SHENZHEN],
  ['113.934528， 22.540503', SHENZHEN],
  ['22.540503 113.934528', SHENZHEN],
  ['https://uri.amap.com/marker?position=113.934528,22.540503&name=x', SHENZHEN],
  ['-74.006,40.7128', { longitude: -74.006, latitude: 40.7128 }],
  ['113.934528', null],
  ['200.5,22.5', null],
  ['no place', null],
])('%s is read as a point', (text, place) => {
  expect(placeIn(text)).toEqual(place);
});
