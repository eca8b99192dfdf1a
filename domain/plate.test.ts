import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isPlate,
  isPlateReading,
  likelyMisread,
  misreadLimit,
  normalizePlate,
  type PlateKind,
  plateColor,
  plateColorOf,
  plateDistance,
  plateKind,
  temporaryPlate,
} from './plate.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

describe('plate', () => {
  /** Texts of each kind, and similar texts that do not belong to it. */
  const kinds: Record<PlateKind, { readonly is: string[]; readonly isNot: string[] }> = {
    standard: {
      is: ['粤B12345', '粤b·1234a', '京ＡＦ０２３６', '藏A0A0A0', '苏O12345'],
      isNot: ['粤B1234', '粤BI2345', '粤B1234O', 'B12345', '港B12345', '粤112345'],
    },
    newEnergySmall: {
      is: ['粤BD12345', '沪ADF1234', '京AA12345'],
      isNot: ['粤BL12345', '粤BD1234A', '粤BDI1234', '粤BD123456'],
    },
    newEnergyLarge: { is: ['粤B12345D', '京A00001F'], isNot: ['粤B12345X', '粤B1234AD', '粤B1234D'] },
    police: { is: ['粤B1234警', '京O001A警'], isNot: ['粤B12345警', '粤B123警', '粤B123I警', '警B1234'] },
    trainee: { is: ['粤B1234学', '川A00A1学'], isNot: ['粤B12345学', '粤B123学', '学B1234'] },
    trailer: { is: ['粤B1234挂', '冀A9999挂'], isNot: ['粤B12345挂', '粤B123挂', '挂B1234'] },
    hongKong: { is: ['粤Z1234港', '粤ZA12B港'], isNot: ['粤Z12345港', '粤B1234港', '京Z1234港', '粤Z1234'] },
    macao: { is: ['粤Z1234澳', '粤ZA12B澳'], isNot: ['粤Z12345澳', '粤B1234澳', '粤Z12I4澳'] },
    embassy: { is: ['使014578', '224001使'], isNot: ['使01457', '使A14578', '使0145781', '22400A使'] },
    consulate: { is: ['沪A0023领', '领123456', '沪12345领'], isNot: ['领12345', '领A12345', '沪A023领'] },
    military: { is: ['VA12345', '空A12345', 'KB00001'], isNot: ['VA1234', 'AA12345', 'VI12345', 'VA1234A'] },
    armedPolice: { is: ['WJ京0081J', 'WJ0112345', 'WJ沪1234X'], isNot: ['WJ京081', 'WJ京0081Q', 'WJ'] },
    emergency: { is: ['京X1234应急', '粤SA001应急'], isNot: ['京A1234应急', '京X123应急', '京X12345应急', '应急'] },
    aviation: { is: ['民航A1234', '民航12345'], isNot: ['民航A123', '民航A12345', '民A1234'] },
    temporary: { is: ['临A1B2C3', '临123456'], isNot: ['临12345', '临1234567', '临12345学', '时A1B2C3'] },
  };

  describe.each(Object.entries(kinds))('§5 %s', (kind, { is, isNot }) => {
    test.each(is)('takes %s', (text) => expect(plateKind(text)).toBe(kind));
    test.each(isNot)('not %s', (text) => expect(plateKind(text)).not.toBe(kind));
  });

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

describe('a reading of a plate', () => {
  test.each(['粤B12345', '粤BD12345', '使123456', 'WJ京12345', '临A1B2C3', 'AB1234', '川A123'])('may be %s', (text) => {
    expect(isPlateReading(text)).toBe(true);
  });

  test.each([
    '=CMD|"/CCALC"!A1',
    '粤B\u202e12345',
    '京A1234\u0000',
    '@SUM(1)',
    '无牌车',
    'ABCDEFG',
    '1',
    '12345678901',
    '',
  ])('is not %j', (text) => {
    expect(isPlateReading(text)).toBe(false);
  });
});
