import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { type Plan, parseTariff, priceStay, type Stay, type Tariff } from './fee.ts';

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

describe('free time', () => {
  const free = (more: Partial<NonNullable<Plan['free']>>) =>
    tariff(
      { ...hourly, free: { minutes: 30, deduct: false, scope: { per: 'stay' }, ...more } },
      { linking: { by: 'day' } },
    );
  test('not deducted once exceeded, or taken off', () => {
    expect(fee(free({}), '09:00', '09:30')).toBe(0);
    expect(fee(free({}), '09:00', '10:30')).toBe(2);
    expect(fee(free({ deduct: true }), '09:00', '10:30')).toBe(1);
    expect(fee(free({ deduct: true }), '09:00', '10:31')).toBe(2);
  });
  test('per day and per 24 hours', () => {
    const night = ['2026-03-04T22:30', '2026-03-05T00:20'] as const;
    expect(fee(free({ scope: { per: 'day' } }), ...night)).toBe(2);
    expect(fee(free({ scope: { per: 'day' }, deduct: true }), ...night)).toBe(1);
    expect(
      fee(free({ scope: { per: 'hours', hours: 24 }, deduct: true }), '2026-03-04T09:00', '2026-03-05T09:30'),
    ).toBe(24);
  });
  test('shared by re-entries: pooled or once', () => {
    const earlier = [{ enteredAtMs: at('2026-03-04T08:00'), exitAtMs: at('2026-03-04T08:20'), lines: [] }];
    expect(fee(free({ sharing: 'none' }), '09:00', '09:20', { earlier })).toBe(0);
    expect(fee(free({ sharing: 'pool', scope: { per: 'day' } }), '09:00', '09:20', { earlier })).toBe(1);
    expect(fee(free({ sharing: 'pool', scope: { per: 'day' } }), '09:00', '09:10', { earlier })).toBe(0);
    expect(fee(free({ sharing: 'once', scope: { per: 'day' } }), '09:00', '09:05', { earlier })).toBe(1);
    const yesterday = [{ enteredAtMs: at('2026-03-03T08:00'), exitAtMs: at('2026-03-03T08:20'), lines: [] }];
    expect(fee(free({ sharing: 'once', scope: { per: 'day' } }), '09:00', '09:05', { earlier: yesterday })).toBe(0);
  });
  test('measured on charged time only', () => {
    const plan: Plan = {
      ...dayNight,
      windows: [dayNight.windows[0]!],
      free: { minutes: 30, deduct: false, scope: { per: 'stay' }, counts: 'charged' },
    };
    expect(fee(tariff(plan), '06:00', '08:30')).toBe(0);
    expect(fee(tariff(plan), '06:00', '08:31')).toBe(3);
  });
});

describe('borders of windows', () => {
  test('split, owned by the start, carried', () => {
    expect(fee(tariff(dayNight), '17:30', '18:30')).toBe(4);
    expect(fee(tariff({ ...dayNight, border: 'start' }), '17:30', '18:30')).toBe(3);
    expect(fee(tariff({ ...dayNight, border: 'start' }), '17:30', '18:31')).toBe(4);
    const onlyDay: Plan = { ...dayNight, windows: [dayNight.windows[0]!] };
    expect(fee(tariff(onlyDay), '2026-03-04T17:30', '2026-03-05T08:30')).toBe(6);
    expect(fee(tariff({ ...onlyDay, border: 'carry' }), '2026-03-04T17:30', '2026-03-05T08:30')).toBe(3);
    expect(fee(tariff({ ...onlyDay, border: 'carry' }), '2026-03-04T17:30', '2026-03-05T08:31')).toBe(6);
  });
  test('a unit runs through midnight in a night window', () => {
    expect(fee(tariff(dayNight), '2026-03-04T23:30', '2026-03-05T00:30')).toBe(1);
  });
});

describe('units and rounding', () => {
  const with_ = (part: 'whole' | 'none' | 'share' | { fromMinutes: number }) =>
    tariff({ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 600, part }] }] });
  test.each([
    ['whole', '10:01', 12],
    ['none', '10:59', 6],
    ['share', '09:50', 5],
    [{ fromMinutes: 30 }, '10:29', 6],
    [{ fromMinutes: 30 }, '10:30', 12],
  ] as const)('part %j until %s costs %d', (part, exit, yuan) => expect(fee(with_(part), '09:00', exit)).toBe(yuan));
  test('to a money unit', () => {
    const rounded = (mode: 'up' | 'down' | 'nearest') => ({ ...with_('share'), rounding: { toFen: 50, mode } });
    expect(fee(rounded('up'), '09:00', '09:01')).toBe(0.5);
    expect(fee(rounded('down'), '09:00', '09:04')).toBe(0);
    expect(fee(rounded('nearest'), '09:00', '09:03')).toBe(0.5);
  });
  test('seconds', () => {
    expect(fee(tariff(hourly), '2026-03-04T09:00:10', '2026-03-04T10:00:40')).toBe(2);
    expect(fee(tariff(hourly, { seconds: 'drop' }), '2026-03-04T09:00:10', '2026-03-04T10:00:40')).toBe(1);
  });
  test('minimum, percent and amounts at moments', () => {
    expect(fee(tariff({ ...hourly, minimumFen: 250 }), '09:00', '10:00')).toBe(2.5);
    expect(fee(tariff({ ...hourly, minimumFen: 250 }), '09:00', '09:00')).toBe(0);
    expect(fee(tariff({ ...hourly, percent: 50 }), '09:00', '12:00')).toBe(1.5);
    const marked: Plan = {
      ...hourly,
      marks: [
        { id: 'gate', at: 'entry', amountFen: 200 },
        { id: 'late', at: '22:00', amountFen: 1000 },
      ],
    };
    expect(fee(tariff(marked), '09:00', '10:00')).toBe(3);
    expect(fee(tariff(marked), '21:30', '22:00')).toBe(3);
    expect(fee(tariff(marked), '21:30', '22:01')).toBe(13);
    expect(fee(tariff(marked), '2026-03-04T21:30', '2026-03-06T22:30')).toBe(2 + 30 + 49);
  });
});

describe('caps', () => {
  test('per night, natural day, two days, and inner within outer', () => {
    const capped = (caps: Plan['caps']) => tariff({ ...dayNight, caps });
    const stay = ['2026-03-04T08:00', '2026-03-06T08:00'] as const;
    expect(fee(capped([]), ...stay)).toBe(88);
    expect(fee(capped([{ id: 'n', amountFen: 500, scope: { per: 'window' }, windows: ['night'] }]), ...stay)).toBe(70);
    expect(fee(capped([{ id: 'd', amountFen: 2000, scope: { per: 'day' } }]), ...stay)).toBe(48);
    expect(fee(capped([{ id: 'd', amountFen: 2000, scope: { per: 'day', startsAt: '08:00' } }]), ...stay)).toBe(40);
    expect(
      fee(capped([{ id: 'd', amountFen: 5000, scope: { per: 'day', days: 2, startsAt: '08:00' } }]), ...stay),
    ).toBe(50);
    expect(
      fee(
        capped([
          { id: 'n', amountFen: 500, scope: { per: 'window' }, windows: ['night'] },
          { id: 's', amountFen: 6000, scope: { per: 'stay' } },
        ]),
        ...stay,
      ),
    ).toBe(60);
  });
  test('another one on the first day than later', () => {
    const scope = { per: 'hours', hours: 24 } as const;
    const capped = tariff({
      ...hourly,
      caps: [
        { id: 'first', amountFen: 2000, scope, nth: { to: 1 } },
        { id: 'later', amountFen: 1000, scope, nth: { from: 2 } },
      ],
    });
    expect(fee(capped, '2026-03-04T08:00', '2026-03-05T08:00')).toBe(20);
    expect(fee(capped, '2026-03-04T08:00', '2026-03-05T13:00')).toBe(25);
    expect(fee(capped, '2026-03-04T08:00', '2026-03-07T08:00')).toBe(40);
    expect(fee(capped, '2025-03-04T08:00', '2026-03-04T08:00')).toBe(20 + 364 * 10);
  });
  test('shared by the stays of a day, and within a re-entry window', () => {
    const plan: Plan = { ...hourly, caps: [{ id: 'd', amountFen: 500, scope: { per: 'day' }, isShared: true }] };
    const first = priceStay(tariff(plan), {
      enteredAtMs: at('2026-03-04T08:00'),
      exitAtMs: at('2026-03-04T11:00'),
      zone,
    });
    const earlier = [{ enteredAtMs: at('2026-03-04T08:00'), exitAtMs: at('2026-03-04T11:00'), lines: first.lines }];
    expect(fee(tariff(plan, { linking: { by: 'day' } }), '12:00', '18:00', { earlier })).toBe(2);
    expect(fee(tariff(plan, { linking: { by: 'gap', minutes: 60 } }), '12:00', '18:00', { earlier })).toBe(2);
    expect(fee(tariff(plan, { linking: { by: 'gap', minutes: 59 } }), '12:00', '18:00', { earlier })).toBe(5);
    expect(fee(tariff(plan), '12:00', '18:00', { earlier })).toBe(5);
  });
  test('a stay through midnight counts towards each day with its own part', () => {
    const plan: Plan = { ...hourly, caps: [{ id: 'd', amountFen: 500, scope: { per: 'day' }, isShared: true }] };
    const shared = tariff(plan, { linking: { by: 'gap', minutes: 600 } });
    const [enteredAtMs, exitAtMs] = [at('2026-03-03T22:00'), at('2026-03-04T03:00')];
    const { lines } = priceStay(shared, { enteredAtMs, exitAtMs, zone });
    expect(lines.map((l) => l.amountFen)).toEqual([200, 300]);
    expect(fee(shared, '09:00', '18:00', { earlier: [{ enteredAtMs, exitAtMs, lines }] })).toBe(2);
  });
});
