import { type Plan, tariffTemplate } from '@boyun/domain/fee';
import { describe, expect, test } from 'vitest';
import { clockKind, moneyKind, spanKind, wholeKind, yearDayKind } from './box-kind.view.ts';
import { curveOf, trialFen, vehicleOf } from './trial-stay.view.ts';

const span = spanKind('小时');

describe('the text typed into a box', () => {
  test.each([
    [clockKind, '8', '08:00'],
    [clockKind, '0830', '08:30'],
    [clockKind, '8：30', '08:30'],
    [clockKind, '24:00', '24:00'],
    [clockKind, '24:15', null],
    [clockKind, '8:60', null],
    [clockKind, '早上', null],
    [span, '90', 90],
    [span, '90分钟', 90],
    [span, '3h', 180],
    [span, '３小时', 180],
    [span, '1小时30分', 90],
    [span, '1h30', 90],
    [span, '1.5h', 90],
    [span, '0', null],
    [span, '-5', null],
    [span, '', null],
    [moneyKind, '3', 300],
    [moneyKind, '3.5', 350],
    [moneyKind, '0.29', 29],
    [moneyKind, '.5', 50],
    [moneyKind, '3.555', null],
    [moneyKind, '-3', null],
    [yearDayKind, '6-1', '06-01'],
    [yearDayKind, '6月1日', '06-01'],
    [yearDayKind, '0229', '02-29'],
    [yearDayKind, '2-30', null],
    [yearDayKind, '13-01', null],
    [wholeKind(1, 31), '31', 31],
    [wholeKind(1, 31), '32', null],
    [wholeKind(1, 31), '1.5', null],
  ] as const)('case %#: %o reads %s as %s', (kind, text, value) => expect(kind.read(text)).toBe(value));

  test.each([
    [clockKind, '08:10', 1, false, '08:15'],
    [clockKind, '08:10', -1, false, '08:00'],
    [clockKind, '08:15', -1, false, '08:00'],
    [clockKind, '23:50', 1, false, '00:00'],
    [clockKind, '00:00', -1, true, '23:59'],
    [span, 30, 1, false, 45],
    [span, 1, -1, true, 1],
    [moneyKind, 50, -1, false, 0],
    [moneyKind, 300, 1, true, 310],
    [yearDayKind, '02-28', 1, false, '02-29'],
    [yearDayKind, '12-31', 1, false, '01-01'],
    [wholeKind(1, 31, 5), 30, 1, false, 31],
  ] as const)('case %#: arrows lead %o from %s on', (kind, value, by, isFine, next) =>
    expect((kind.step as (...all: unknown[]) => unknown)(value, by, isFine)).toBe(next),
  );

  test.each([
    [span, 60, '60'],
    [span, 180, '3小时'],
    [span, 90, '90'],
    [moneyKind, 350, '3.50'],
    [moneyKind, 300, '3'],
  ] as const)('case %#: %o writes %s as %s', (kind, value, text) => expect(kind.write(value)).toBe(text));
});

const tariffOf = (id: string) => tariffTemplate.find((one) => one.id === id)!.tariff;

describe('the price curve', () => {
  test.each([
    ['shenzhen-class-1-workday', 'workday', '09:00', 240, 5300],
    ['shenzhen-class-1-workday', 'weekend', '09:00', 240, 0],
    ['shenzhen-class-1-workday', 'holiday', '09:00', 240, 0],
    ['mall-workday-holiday', 'workday', '09:00', 720, 4000],
    ['mall-workday-holiday', 'holiday', '09:00', 720, 6000],
    ['new-energy-half', 'workday', '09:00', 240, 600],
  ] as const)('%s on a %s from %s for %d minutes: %d fen', (id, kind, time, minutes, fen) => {
    const tariff = tariffOf(id);
    const vehicle = vehicleOf(tariff.plans[0]!);
    expect(trialFen(tariff, vehicle, kind, time, minutes)).toBe(fen);
    const curve = curveOf(tariff, vehicle, kind, time, 1440);
    expect(curve.findLast(([from]) => from <= minutes)?.[1]).toBe(fen);
    expect(curve[0]).toEqual([0, 0]);
    expect(curve.at(-1)![0]).toBe(1440);
  });

  test('the trial vehicle of a plan meets its conditions', () => {
    const when: Plan['when'] = { vehicleKinds: ['large'], plateColors: [2], spotKinds: ['ev'] };
    expect(vehicleOf({ id: 'a', windows: [], when })).toEqual({
      vehicleKind: 'large',
      plateColor: 2,
      spotKind: 'ev',
    });
    expect(vehicleOf({ id: 'a', windows: [] })).toEqual({});
  });
});
