import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlateColor, plateColor } from './plate.ts';
import {
  reportedVehicleKind,
  usualVehicleKinds,
  vehicleKindAs,
  vehicleKindOf,
  vehicleKindOfPlate,
} from './vehicle-kind.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const { unknown, blue, yellow, white, black, green, newEnergy } = plateColor;

test.each<[string | null, PlateColor, string | null]>([
  ['粤B12345', blue.code, 'small'],
  ['粤B12345', yellow.code, 'large'],
  ['粤B12345', black.code, 'small'],
  ['粤B12345', unknown.code, null],
  ['粤BD12345', newEnergy.code, 'small'],
  ['粤B12345D', newEnergy.code, 'large'],
  ['粤B12345D', unknown.code, 'large'],
  ['粤B1234学', yellow.code, 'small'],
  ['粤B1234挂', yellow.code, 'large'],
  ['粤B1234警', white.code, 'small'],
  ['使014578', black.code, 'small'],
  ['粤Z1234港', black.code, 'small'],
  ['VA12345', white.code, null],
  ['WJ粤1234X', white.code, null],
  ['粤X1234应急', white.code, null],
  ['民航A1234', green.code, null],
  ['临A1B2C3', unknown.code, null],
  ['misread', yellow.code, 'large'],
  [null, blue.code, 'small'],
  [null, unknown.code, null],
])('the plate %s of colour %i belongs to a vehicle that is %s', (plate, color, kind) => {
  expect(vehicleKindOfPlate(plate, color)).toBe(kind);
});

test.each([
  [null, null],
  [' ', null],
  ['未知', null],
  ['Large', 'large'],
  ['轿车', 'small'],
  ['SUVMPV', 'small'],
  ['K33', 'small'],
  ['K11', 'large'],
  ['H21', 'medium'],
  ['大货车', 'large'],
  ['叉车', '叉车'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('a device that reports %s means %s', (text, kind) => expect(reportedVehicleKind(text)).toBe(kind));

test('what the device reports comes before what the plate implies', () => {
  expect(vehicleKindOf('K21', { plate: '粤B12345', plateColor: blue.code })).toBe('medium');
  expect(vehicleKindOf(null, { plate: '粤B12345', plateColor: yellow.code })).toBe('large');
  for (const kind of Object.keys(usualVehicleKinds)) expect(reportedVehicleKind(kind)).toBe(kind);
});

const plates = fc.record({
  plate: fc.option(fc.constantFrom('粤B12345', '粤BD12345', '粤B12345D', '粤B1234学', 'VA12345')),
  plateColor: fc.constantFrom<PlateColor>(0, 1, 2, 3, 4, 5, 6),
});

test('a kind follows the plate exactly where it came from the plate', () => {
  fc.assert(
    fc.property(plates, plates, (was, is) => {
      expect(vehicleKindAs(vehicleKindOf(null, was), was, is)).toBe(vehicleKindOf(null, is));
      expect(vehicleKindAs('medium', was, is)).toBe('medium');
    }),
  );
});
