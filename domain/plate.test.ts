import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPlate,
  likelyMisread,
  misreadLimit,
  normalizePlate,
  plateColor,
  plateColorOf,
  plateDistance,
  plateKind,
  temporaryPlate,
} from './plate.ts';

describe('plate', () => {
  test.each([
    ['粤B12345', 'standard'],
    ['粤b·1234a', 'standard'],
    ['京ＡＦ０２３６', 'standard'],
    ['粤BD12345', 'newEnergySmall'],
    ['沪ADF1234', 'newEnergySmall'],
    ['粤B12345D', 'newEnergyLarge'],
    ['粤B1234警', 'police'],
    ['粤B1234学', 'trainee'],
    ['粤B1234挂', 'trailer'],
    ['粤Z1234港', 'hongKong'],
    ['粤ZA12B澳', 'macao'],
    ['使014578', 'embassy'],
    ['224001使', 'embassy'],
    ['沪A0023领', 'consulate'],
    ['领123456', 'consulate'],
    ['WJ京0081J', 'armedPolice'],
    ['WJ0112345', 'armedPolice'],
    ['VA12345', 'military'],
    ['空A12345', 'military'],
    ['京X1234应急', 'emergency'],
    ['民航A1234', 'aviation'],
    ['临A1B2C3', 'temporary'],
  ])('%s is %s', (text, kind) => expect(plateKind(text)).toBe(kind));

  test.each([
    '',
    '粤',
    '粤B1234',
    '粤B123456',
    '粤BI2345',
    '粤B1234O',
    '12345',
    '粤Z1234',
    'XX',
    '临12345',
    '临1234567',
    '粤B12345X',
    '应急',
  ])('%j is no plate', (text) => expect(isPlate(text)).toBe(false));

  test('one written form', () => {
    expect(normalizePlate(' 粤 ｂ·１２３４５ ')).toBe('粤B12345');
    fc.assert(fc.property(fc.string(), (text) => normalizePlate(normalizePlate(text)) === normalizePlate(text)));
  });

  test('colours carry the codes of the exports', () => {
    expect(Object.values(plateColor).map((c) => c.code)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(plateColorOf('粤BD12345')).toBe('newEnergy');
    expect(plateColorOf('粤B12345')).toBe('blue');
    expect(plateColorOf('临A1B2C3')).toBe('unknown');
  });

  test('temporary plates follow the pattern', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 0.999999, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (seeds) => {
          let i = 0;
          expect(plateKind(temporaryPlate(() => seeds[i++]!))).toBe('temporary');
        },
      ),
    );
    expect(temporaryPlate(() => 0)).not.toBe(temporaryPlate(() => 0.5));
  });

  test.each([
    ['粤B12345', '粤BI2345', 1],
    ['粤B12345', '粤812345', 1],
    ['粤BD0012', '粤B0D0I2', 3],
    ['川A12345', '赣A12345', 1],
    ['京A12345', '晋A12345', 1],
    ['新A12345', '藏A12345', 2],
    ['粤B12345', '粤B1234', 3],
    ['粤B12345', '粤B123455', 3],
    ['粤B12345', '粤B12395', 4],
    ['粤b·12345', '粤B12345', 0],
  ])('%s and %s are %i apart', (a, b, cost) => {
    expect(plateDistance(a, b)).toBe(cost);
    expect(likelyMisread(a, b)).toBe(cost > 0 && cost <= misreadLimit);
  });

  test('distance is symmetric and bounded', () => {
    const character = fc.constantFrom(...'粤川赣京晋0ODQ8B1I2Z5SA3');
    const plate = fc.string({ unit: character, minLength: 5, maxLength: 9 });
    fc.assert(
      fc.property(plate, plate, (a, b) => {
        const distance = plateDistance(a, b);
        expect(distance).toBe(plateDistance(b, a));
        expect(distance).toBeLessThanOrEqual(misreadLimit + 1);
        expect(plateDistance(a, a)).toBe(0);
      }),
    );
  });
});
