import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { chooseVersion, type Plan, parseTariff, priceStay, type Stay, type Tariff } from './fee.ts';

const zone = 'Asia/Shanghai';
const at = (text: string) => instantOfWall(text, zone);

/** A tariff of one or more plans, checked against the schema. */
function tariff(plans: Plan | Plan[], more: Partial<Tariff> = {}): Tariff {
  const made = parseTariff({
    id: 't',
    version: 3,
    name: { zh: '例', en: 'Example' },
    plans: Array.isArray(plans) ? plans : [plans],
    ...more,
  });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

/** Fee in yuan of a stay on Wednesday 4 March 2026 (or the days given). */
function fee(of: Tariff, entry: string, exit: string, more: Partial<Stay> = {}): number {
  const day = (text: string) => at(text.length > 5 ? text : `2026-03-04T${text}`);
  return priceStay(of, { enteredAtMs: day(entry), exitAtMs: day(exit), zone, ...more }).totalFen / 100;
}

const hourly: Plan = { id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 100 }] }] };
const dayNight: Plan = {
  id: 'car',
  windows: [
    { id: 'day', from: '08:00', to: '18:00', steps: [{ unitMinutes: 60, priceFen: 300 }] },
    { id: 'night', from: '18:00', to: '08:00', steps: [{ unitMinutes: 60, priceFen: 100 }] },
  ],
};

describe('days', () => {
  const byDay = tariff({
    id: 'car',
    windows: [
      { id: 'eve', from: '18:00', to: '24:00', days: ['before-holiday'], steps: [{ priceFen: 5000 }] },
      { id: 'rest', days: ['weekend', 'holiday'], steps: [{ unitMinutes: 60, priceFen: 500 }] },
      { id: 'work', days: ['workday'], steps: [{ unitMinutes: 60, priceFen: 200 }] },
    ],
  });
  // The May holiday of 2026 and a make-up working Saturday.
  const calendar = { '2026-05-01': 'holiday', '2026-05-09': 'workday' } as const;
  test('working day, weekend, holiday, make-up day and the day before', () => {
    expect(fee(byDay, '2026-04-29T09:00', '2026-04-29T10:00', { calendar })).toBe(2);
    expect(fee(byDay, '2026-05-01T09:00', '2026-05-01T10:00', { calendar })).toBe(5);
    expect(fee(byDay, '2026-05-02T09:00', '2026-05-02T10:00', { calendar })).toBe(5);
    expect(fee(byDay, '2026-05-09T09:00', '2026-05-09T10:00', { calendar })).toBe(2);
    expect(fee(byDay, '2026-05-09T09:00', '2026-05-09T10:00')).toBe(5);
    expect(
      fee(byDay, '2026-04-30T17:00', '2026-04-30T23:00', {
        calendar: (day) => (day === '2026-05-01' ? 'holiday' : undefined),
      }),
    ).toBe(52);
  });
  test('seasons run over New Year', () => {
    const winter = tariff({
      id: 'car',
      windows: [{ id: 'w', season: { from: '11-01', to: '02-28' }, steps: [{ priceFen: 100 }] }],
    });
    expect(fee(winter, '2026-01-15T09:00', '2026-01-15T10:00')).toBe(1);
    expect(fee(winter, '2026-07-15T09:00', '2026-07-15T10:00')).toBe(0);
  });
});

describe('plans', () => {
  const plan = (id: string, when: Plan['when'], yuan: number): Plan => ({
    id,
    when,
    windows: [{ id: 'w', steps: [{ priceFen: yuan * 100 }] }],
  });
  const many = tariff([
    plan('bus', { vehicleKinds: ['bus'] }, 9),
    plan('truck', { vehicleKinds: ['truck'] }, 8),
    plan('green', { plateColors: [5, 6] }, 1),
    plan('vip-spot', { spotKinds: ['large'] }, 7),
    plan('early', { enteredBetween: { from: '05:00', to: '07:00' }, leftBy: { at: '19:00' } }, 6),
    plan('evening', { enteredBetween: { from: '21:00', to: '02:00' } }, 3),
    plan('short', { atMostMinutes: 60 }, 4),
    plan('sunday', { entryDays: ['sun'] }, 2),
    plan('rest', undefined, 5),
  ]);
  test.each<[string, string, Partial<Stay>, number]>([
    ['09:00', '12:00', {}, 5],
    ['09:00', '12:00', { vehicleKind: 'bus' }, 9],
    ['09:00', '12:00', { vehicleKind: 'truck' }, 8],
    ['09:00', '12:00', { plateColor: 6 }, 1],
    ['09:00', '12:00', { spotKind: 'large' }, 7],
    ['06:00', '19:00', {}, 6],
    ['06:00', '19:01', {}, 5],
    ['09:00', '10:00', {}, 4],
    ['22:00', '23:59', {}, 3],
    ['2026-03-08T09:00', '2026-03-08T12:00', {}, 2],
  ])('from %s to %s with %j costs %d', (entry, exit, more, yuan) => expect(fee(many, entry, exit, more)).toBe(yuan));
  test('a stay on an unknown spot is on a standard one; a plan of spots is named in the lines', () => {
    const spots = tariff([plan('ev', { spotKinds: ['ev'] }, 9), plan('standard', { spotKinds: ['standard'] }, 4)]);
    expect(fee(spots, '09:00', '10:00')).toBe(4);
    expect(fee(spots, '09:00', '10:00', { spotKind: 'ev' })).toBe(9);
    expect(fee(spots, '09:00', '10:00', { spotKind: 'rented' })).toBe(0);
    const stay = { enteredAtMs: 0, exitAtMs: 3_600_000, zone: 'UTC', spotKind: 'ev' };
    expect(priceStay(spots, stay).lines).toMatchObject([
      { rule: 'ev.spot', amountFen: 0, zh: '按充电车位计费', en: 'Price of: EV spot' },
      { rule: 'ev.w.1', amountFen: 900 },
    ]);
  });
  test('no plan that fits: nothing to pay, and a line that says so', () => {
    const only = tariff(plan('bus', { vehicleKinds: ['bus'] }, 9));
    expect(fee(only, '09:00', '10:00')).toBe(0);
    const stay = { enteredAtMs: 0, exitAtMs: 3_600_000, zone: 'UTC' };
    expect(priceStay(only, stay).lines).toMatchObject([
      { fromMs: 0, toMs: 3_600_000, rule: 'no-plan', amountFen: 0, zh: '没有适用的收费方案，未收费' },
    ]);
    expect(priceStay(only, { ...stay, vehicleKind: 'bus' }).lines.map((line) => line.rule)).toEqual(['bus.w.1']);
    // A version stored before a condition was dropped keeps pricing the same stays.
    const stored = { ...plan('bus', {}, 9), when: { seats: { atLeast: 20 } } as Plan['when'] };
    expect(fee({ ...only, plans: [stored, plan('rest', undefined, 5)] }, '09:00', '10:00')).toBe(5);
  });
  test('a price ladder by total stay', () => {
    const ladder = tariff({
      id: 'car',
      windows: [
        {
          id: 'w',
          steps: [
            { upToMinutes: 15, priceFen: 0 },
            { upToMinutes: 60, priceFen: 1000 },
            { upToMinutes: 180, priceFen: 1500 },
            { unitMinutes: 60, priceFen: 500 },
          ],
        },
      ],
    });
    expect(
      ['09:15', '09:16', '10:00', '10:01', '12:00', '12:01', '13:01'].map((exit) => fee(ladder, '09:00', exit)),
    ).toEqual([0, 10, 10, 25, 25, 30, 35]);
  });
  test('the version in force at entry or at exit', () => {
    const [old, young] = [tariff(hourly), tariff(hourly, { version: 4 })];
    const versions = (by: 'entry' | 'exit') => [
      { fromMs: 100, tariff: { ...old, versionBy: by } },
      { fromMs: 200, tariff: { ...young, versionBy: by } },
    ];
    expect(chooseVersion(versions('entry'), 150, 250)?.version).toBe(3);
    expect(chooseVersion(versions('exit'), 150, 250)?.version).toBe(4);
    expect(chooseVersion(versions('entry'), 50, 250)).toBeUndefined();
  });
});

describe('parts covered elsewhere', () => {
  const covered = [{ fromMs: at('2026-03-04T09:00'), toMs: at('2026-03-04T12:00') }];
  test('are not charged', () => {
    expect(fee(tariff(hourly), '08:00', '13:00', { covered })).toBe(2);
    expect(fee(tariff(hourly), '09:30', '11:00', { covered })).toBe(0);
    expect(fee(tariff(hourly), '08:30', '12:30', { covered })).toBe(2);
    expect(fee(tariff({ ...hourly, border: 'carry' }), '08:30', '12:30', { covered })).toBe(1);
    const overlapping = [...covered, { fromMs: at('2026-03-04T08:00'), toMs: at('2026-03-04T10:00') }];
    expect(fee(tariff(hourly), '08:00', '13:00', { covered: overlapping })).toBe(1);
  });
  test('a whole block partly covered is no whole block', () => {
    const daily = tariff({ ...hourly, whole: { hours: 24, amountFen: 1000 } });
    expect(fee(daily, '2026-03-04T00:00', '2026-03-06T01:00')).toBe(21);
    expect(fee(daily, '2026-03-04T00:00', '2026-03-06T01:00', { covered })).toBe(9 + 12 + 10 + 1);
  });
});

describe('payments inside', () => {
  const paying = (beyond: 'difference' | 'from-payment' | 'from-grace-end') =>
    tariff(hourly, { grace: { minutes: 15, beyond } });
  const priced = (of: Tariff, exit: string) =>
    priceStay(of, {
      enteredAtMs: at('2026-03-04T09:00'),
      exitAtMs: at(`2026-03-04T${exit}`),
      zone,
      paid: [{ atMs: at('2026-03-04T10:50'), amountFen: 200 }],
    });
  test('leave in time and owe nothing', () => {
    expect(priced(paying('difference'), '11:05')).toMatchObject({ totalFen: 200, paidFen: 200, dueFen: 0 });
    expect(priced(paying('from-payment'), '11:05')).toMatchObject({ totalFen: 200, dueFen: 0 });
  });
  test('only the time beyond is charged', () => {
    expect(priced(paying('difference'), '11:06')).toMatchObject({ totalFen: 300, dueFen: 100 });
    expect(priced(paying('from-payment'), '11:55')).toMatchObject({ totalFen: 400, dueFen: 200 });
    expect(priced(paying('from-grace-end'), '11:55')).toMatchObject({ totalFen: 300, dueFen: 100 });
  });
  test('without grace the difference is due immediately', () =>
    expect(priced(tariff(hourly), '11:01')).toMatchObject({ totalFen: 300, dueFen: 100 }));
});

test('a line says what, when, by which version and in words', () => {
  const { lines } = priceStay(
    tariff({ ...dayNight, windows: [{ ...dayNight.windows[0]!, name: { zh: '白天', en: 'Day' } }] }),
    {
      enteredAtMs: at('2026-03-04T09:00'),
      exitAtMs: at('2026-03-04T11:30'),
      zone,
    },
  );
  expect(lines).toEqual([
    {
      fromMs: at('2026-03-04T09:00'),
      toMs: at('2026-03-04T11:30'),
      rule: 'car.day.1',
      ruleVersion: 3,
      units: 3,
      unitPriceFen: 300,
      amountFen: 900,
      zh: '白天 3元/小时 × 3',
      en: 'Day: ¥3 per hour × 3',
    },
  ]);
});
test('an exit before the entry costs nothing', () => expect(fee(tariff(hourly), '12:00', '09:00')).toBe(0));
test('an unknown zone is refused', () =>
  expect(() => fee(tariff(hourly), '09:00', '10:00', { zone: 'Mars/Olympus' })).toThrow(RangeError));
test.each([Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(2200, 0, 1)])('an exit at %d is refused', (exitAtMs) =>
  expect(() => priceStay(tariff(hourly), { enteredAtMs: at('2026-03-04T09:00'), exitAtMs, zone })).toThrow(RangeError),
);

describe('where clocks change', () => {
  const newYork = 'America/New_York';
  const priced = (of: Tariff, entry: string, exit: string) =>
    priceStay(of, { enteredAtMs: instantOfWall(entry, newYork), exitAtMs: instantOfWall(exit, newYork), zone: newYork })
      .totalFen / 100;
  const night: Plan = {
    id: 'car',
    windows: [
      { id: 'day', from: '06:00', to: '22:00', steps: [{ unitMinutes: 60, priceFen: 300 }] },
      { id: 'night', from: '22:00', to: '06:00', steps: [{ unitMinutes: 60, priceFen: 100 }] },
    ],
  };
  test('a night is an hour shorter or longer, and ends when the clock says so', () => {
    expect(priced(tariff(night), '2026-03-07T21:00', '2026-03-08T07:00')).toBe(3 + 7 + 3);
    expect(priced(tariff(night), '2026-10-31T21:00', '2026-11-01T07:00')).toBe(3 + 9 + 3);
    expect(priced(tariff(night), '2026-06-01T21:00', '2026-06-02T07:00')).toBe(3 + 8 + 3);
  });
  test('a border in the hour that is skipped falls on the change', () => {
    const early: Plan = {
      ...hourly,
      windows: [{ id: 'early', from: '02:30', to: '05:00', steps: [{ unitMinutes: 60, priceFen: 100 }] }],
    };
    expect(priced(tariff(early), '2026-03-08T00:00', '2026-03-08T08:00')).toBe(2);
    expect(priced(tariff(early), '2026-03-09T00:00', '2026-03-09T08:00')).toBe(3);
  });
  test('a cap per day holds for a day of 23 or 25 hours', () => {
    const capped = tariff({ ...hourly, caps: [{ id: 'd', amountFen: 2450, scope: { per: 'day' } }] });
    expect(priced(capped, '2026-03-08T00:00', '2026-03-09T00:00')).toBe(23);
    expect(priced(capped, '2026-11-01T00:00', '2026-11-02T00:00')).toBe(24.5);
    expect(priced(capped, '2026-11-01T00:00', '2026-11-03T00:00')).toBe(48.5);
  });
  test('24 hours from entry are 24 hours', () => {
    const capped = tariff({ ...hourly, caps: [{ id: 'd', amountFen: 1000, scope: { per: 'hours', hours: 24 } }] });
    expect(priced(capped, '2026-03-07T12:00', '2026-03-08T13:00')).toBe(10);
    expect(priced(capped, '2026-03-07T12:00', '2026-03-08T13:01')).toBe(11);
  });
});
