import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOfWall } from '../period.ts';
import { anyTariff, plainTariff } from './arbitrary.ts';
import {
  type Border,
  describeTariff,
  differenceInWords,
  lintTariff,
  type Plan,
  parseTariff,
  priceStay,
  type Step,
  type Tariff,
} from './fee.ts';
import { priceByMinutes } from './reference.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const zone = 'Asia/Shanghai';
const at = (text: string) => instantOfWall(text.length > 5 ? text : `2026-03-04T${text}`, zone);

function tariff(plan: Partial<Plan>): Tariff {
  const only = { id: 'car', windows: [], ...plan };
  const made = parseTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans: [only] });
  if (Array.isArray(made)) throw new Error(JSON.stringify(made));
  return made;
}

function fee(plan: Partial<Plan>, entry: string, exit: string): number {
  return priceStay(tariff(plan), { enteredAtMs: at(entry), exitAtMs: at(exit), zone }).totalFen / 100;
}

const issues = (plan: Partial<Plan>) => {
  const made = parseTariff({ ...tariff({}), plans: [{ id: 'car', windows: [], ...plan }] });
  return Array.isArray(made) ? made.map(({ path }) => path) : [];
};
const codes = (plan: Partial<Plan>) => lintTariff(tariff(plan)).map(({ code, path }) => `${code} ${path}`);
const always = (...steps: Step[]): Plan['windows'] => [{ id: 'w', steps }];
const hour = (yuan: number, more: Partial<Step> = {}): Step => ({ unitMinutes: 60, priceFen: yuan * 100, ...more });

describe('units cut at a border of 24 hours or a day', () => {
  const windows = always(hour(5, { upToMinutes: 60 }), { unitMinutes: 120, priceFen: 200 });
  const next = '2026-03-05';
  // From 08:30 the first hour is over at 09:30; units of two hours begin at 09:30, 11:30, … and 07:30 the next day.
  test.each<[string, Partial<Plan>, string, number]>([
    ['not cut', {}, `${next}T09:30`, 5 + 12 * 2],
    ['not cut, a minute later', {}, `${next}T09:31`, 5 + 13 * 2],
    ['cut after 24 hours', { cut: { per: 'hours', hours: 24 } }, `${next}T08:31`, 5 + 12 * 2 + 2],
    ['cut after 24 hours, the next unit', { cut: { per: 'hours', hours: 24 } }, `${next}T10:31`, 5 + 12 * 2 + 4],
    ['cut at midnight', { cut: { per: 'day' } }, `${next}T00:01`, 5 + 8 * 2 + 2],
    [
      'restarted instead',
      { clock: { counts: 'all', restart: { per: 'hours', hours: 24 } } },
      `${next}T08:31`,
      5 + 24 + 5,
    ],
  ])('%s', (_, more, exit, yuan) => expect(fee({ windows, ...more }, '08:30', exit)).toBe(yuan));

  test('also ends units that are carried or completed, and whole steps', () => {
    const cut = { per: 'day' } as const;
    expect(fee({ windows: always({ priceFen: 1000 }), cut }, '22:00', `${next}T01:00`)).toBe(20);
    const [day, night] = [
      { id: 'day', from: '06:00', to: '22:00', steps: [{ unitMinutes: 600, priceFen: 600 }] },
      { id: 'night', from: '22:00', to: '06:00', steps: [] },
    ];
    const stay = ['21:00', '2026-03-06T07:00'] as const;
    expect(fee({ windows: [day, night], border: 'carry' }, ...stay)).toBe(2 * 6);
    expect(fee({ windows: [day, night], border: 'carry', cut }, ...stay)).toBe(6 + 12 + 6);
  });

  test('says so, and is found where the steps restart anyway', () => {
    const plan = { windows, cut: { per: 'hours', hours: 24 } } as const;
    expect(describeTariff(tariff(plan)).zh).toContain('入场起每24小时满时计费单位截断，分级接着计');
    expect(differenceInWords(tariff({ windows }), tariff(plan)).map(({ en }) => en)).toEqual([
      'Where units end added: a unit also ends when such a stretch ends (per 24 h from entry), and the steps go on',
    ]);
    const restart = { per: 'hours', hours: 12 } as const;
    expect(codes({ ...plan, clock: { counts: 'all', restart } })).toContain('no-effect plans.0.cut');
    expect(codes(plan)).not.toContain('no-effect plans.0.cut');
  });
});

describe('a border of one step', () => {
  // 5 yuan for the first hour, charged once even across 18:00; units of the rest are carried on.
  const plan = (first: Border | undefined, border: Border): Partial<Plan> => ({
    border,
    windows: [
      {
        id: 'day',
        from: '08:00',
        to: '18:00',
        steps: [hour(5, { upToMinutes: 60, ...(first ? { border: first } : {}) }), hour(3)],
      },
      {
        id: 'night',
        from: '18:00',
        to: '08:00',
        steps: [hour(4, { upToMinutes: 60, ...(first ? { border: first } : {}) }), hour(1)],
      },
    ],
  });
  const next = '2026-03-05';
  test.each<[string, Border | undefined, Border, string, string, number]>([
    ['carried: night has a first hour too', undefined, 'carry', '17:30', '18:30', 5 + 4],
    ['completed first hour', 'start', 'carry', '17:30', '18:30', 5],
    ['then a night unit', 'start', 'carry', '17:30', '18:31', 5 + 1],
    ['carried units of the day go on the next day', 'start', 'carry', '15:30', `${next}T08:30`, 5 + 2 * 3 + 14],
    ['and a new one begins half an hour later', 'start', 'carry', '15:30', `${next}T08:31`, 5 + 2 * 3 + 14 + 3],
    ['completed everywhere', undefined, 'start', '15:45', '18:30', 5 + 2 * 3],
    ['split everywhere', undefined, 'split', '17:30', '18:30', 5 + 4],
    ['split only the first', 'split', 'start', '17:30', '18:30', 5 + 4],
  ])('%s', (_, first, border, entry, exit, yuan) => expect(fee(plan(first, border), entry, exit)).toBe(yuan));

  test('says so, and what holds for the others', () => {
    const { zh } = describeTariff(tariff(plan('start', 'split')));
    expect(zh).toContain('前1小时 5元（跨时段按本级计完）');
    expect(zh).toContain('未注明的，跨时段时，计费单位在时段分界处截断');
    expect(differenceInWords(tariff(plan(undefined, 'split')), tariff(plan('start', 'split')))[0]?.zh).toBe(
      '时段“白天”：第1级分界处的单位：默认 → （跨时段按本级计完）',
    );
  });
});

describe('whole blocks whose rest goes on along the steps', () => {
  const plan = (rest: 'restart' | 'continue', more: Partial<Plan> = {}): Partial<Plan> => ({
    windows: always(hour(5, { upToMinutes: 60 }), hour(1)),
    whole: { hours: 24, amountFen: 1500, rest },
    ...more,
  });
  const next = '2026-03-05';
  test.each<[string, 'restart' | 'continue', Partial<Plan>, string, number]>([
    ['the first hour again', 'restart', {}, `${next}T09:00`, 15 + 5],
    ['the first hour once', 'continue', {}, `${next}T09:00`, 15 + 1],
    ['and two hours', 'continue', {}, `${next}T10:00`, 15 + 2],
    [
      'charged time goes on too',
      'continue',
      { clock: { counts: 'charged', restart: { per: 'stay' } } },
      `${next}T09:00`,
      16,
    ],
    [
      'time of the period too',
      'continue',
      { clock: { counts: 'window', restart: { per: 'stay' } } },
      `${next}T09:00`,
      16,
    ],
    [
      'but the steps of a day restart',
      'continue',
      { clock: { counts: 'all', restart: { per: 'day' } } },
      `${next}T09:00`,
      16,
    ],
    [
      'with those of each block',
      'continue',
      { clock: { counts: 'all', restart: { per: 'hours', hours: 12 } } },
      `${next}T09:00`,
      20,
    ],
    ['units are used up', 'continue', { windows: always(hour(5, { upToUnits: 2 }), hour(1)) }, `${next}T09:00`, 16],
    [
      'a cap of the second day',
      'continue',
      { caps: [{ id: 'c', amountFen: 300, scope: { per: 'hours', hours: 24 }, nth: { from: 2 } }] },
      `${next}T18:00`,
      18,
    ],
  ])('%s', (_, rest, more, exit, yuan) => expect(fee(plan(rest, more), '08:00', exit)).toBe(yuan));

  test('a covered part interrupts the blocks, not the steps', () => {
    const covered = [{ fromMs: at('10:00'), toMs: at('12:00') }];
    const stay = { enteredAtMs: at('08:00'), exitAtMs: at('2026-03-06T10:00'), zone, covered };
    // The block with the covered part: 5 + 1 + 20 hours; then one whole block, and two hours.
    expect(priceStay(tariff(plan('continue')), stay).totalFen).toBe(2600 + 1500 + 200);
    expect(priceStay(tariff(plan('restart')), stay).totalFen).toBe(2600 + 1500 + 600);
  });

  test('says so, and is found where the steps restart anyway', () => {
    expect(describeTariff(tariff(plan('continue'))).zh).toContain('每满24小时15元，余下时间按分级接着计');
    expect(codes(plan('continue', { clock: { counts: 'all', restart: { per: 'hours', hours: 24 } } }))).toContain(
      'no-effect plans.0.whole.rest',
    );
    expect(codes(plan('continue'))).not.toContain('no-effect plans.0.whole.rest');
  });
});

describe('the last unit of a step', () => {
  const steps = (more: Partial<Step>) => always({ upToMinutes: 100, unitMinutes: 60, priceFen: 500, ...more }, hour(1));
  test.each<[string, Partial<Step>, string, number]>([
    ['is cut', {}, '10:50', 10 + 1],
    ['is completed', { finishesUnit: true }, '10:50', 10],
    ['is completed at its end', { finishesUnit: true }, '11:00', 10],
    ['then the next step begins', { finishesUnit: true }, '11:01', 10 + 1],
    ['is lost where unfinished units are free', { part: 'none' }, '11:00', 5 + 1],
    ['is not lost if completed', { part: 'none', finishesUnit: true }, '11:00', 10],
    ['is free until then', { part: 'none', finishesUnit: true }, '10:59', 5],
  ])('%s', (_, more, exit, yuan) => expect(fee({ windows: steps(more) }, '09:00', exit)).toBe(yuan));

  test('says so, and the linter offers it', () => {
    const words = (more: Partial<Step>) => describeTariff(tariff({ windows: steps(more) })).zh;
    expect(words({})).toContain('一级到期时，未用完的计费单位截断，下一级重新计');
    expect(words({ finishesUnit: true })).toContain('5元/小时（最后一个单位用满为止）');
    expect(words({ finishesUnit: true })).not.toContain('一级到期时');
    expect(codes({ windows: steps({}) })).toContain('ladder plans.0.windows.0.steps.0');
    expect(codes({ windows: steps({ finishesUnit: true }) })).not.toContain('ladder plans.0.windows.0.steps.0');
    expect(issues({ windows: always({ priceFen: 100, finishesUnit: true }) })).toEqual([
      'plans.0.windows.0.steps.0.finishesUnit',
    ]);
  });
});

describe('the first units', () => {
  const half = (yuan: number, upToUnits?: number): Step => ({
    unitMinutes: 30,
    priceFen: yuan * 100,
    ...(upToUnits === undefined ? {} : { upToUnits }),
  });
  const windows = always(half(5, 2), half(3, 4), half(1));
  const shortDay: Plan['windows'] = [
    { id: 'a', from: '00:00', to: '09:15', steps: windows[0]!.steps },
    { id: 'b', from: '09:15', to: '24:00', steps: windows[0]!.steps },
  ];
  test.each<[string, Partial<Plan>, string, number]>([
    ['one', { windows }, '09:30', 5],
    ['two', { windows }, '10:00', 10],
    ['three', { windows }, '10:01', 13],
    ['five', { windows }, '11:01', 10 + 6 + 1],
    ['a unit cut at a border counts', { windows: shortDay }, '10:15', 5 + 5 + 3],
    [
      'units of each period',
      { windows: shortDay, clock: { counts: 'window', restart: { per: 'stay' } } },
      '10:15',
      5 + 5 + 5,
    ],
    [
      'a first hour is a unit',
      { windows: always({ upToMinutes: 60, priceFen: 800 }, half(2, 3), half(1)) },
      '11:01',
      8 + 4 + 1,
    ],
    ['unfinished units do not count', { windows: always({ ...half(5, 1), part: 'none' }, half(1)) }, '09:59', 5 + 1],
    ['then nothing more', { windows: always(half(5, 2)) }, '20:00', 10],
  ])('%s', (_, plan, exit, yuan) => expect(fee(plan, '09:00', exit)).toBe(yuan));

  test('a carried unit is completed when its period opens again', () => {
    const carried: Plan['windows'] = [
      { id: 'day', from: '08:00', to: '09:15', steps: windows[0]!.steps },
      { id: 'night', from: '09:15', to: '08:00', steps: [] },
    ];
    const plan = { windows: carried, border: 'carry' } as const;
    expect(fee(plan, '08:30', '2026-03-05T08:15')).toBe(10);
    expect(fee(plan, '08:30', '2026-03-05T08:16')).toBe(10 + 3);
  });

  test('says so in words, refuses what cannot be counted, and finds steps without units', () => {
    const { zh, en } = describeTariff(tariff({ windows }));
    expect(zh).toContain('前2个单位 5元/30分钟，第3至4个单位 3元/30分钟，第5个单位起 1元/30分钟');
    expect(en).toContain('First 2 units ¥5 per 30 min, units 3 to 4 ¥3 per 30 min, from unit 5 on ¥1 per 30 min');
    expect(issues({ windows: always(half(5, 2), half(3, 2)) })).toEqual(['plans.0.windows.0.steps.1.upToUnits']);
    expect(issues({ windows: always({ priceFen: 100, upToUnits: 2 }) })).toEqual([
      'plans.0.windows.0.steps.0.upToUnits',
    ]);
    expect(issues({ windows: always({ ...half(5, 2), part: 'share' }) })).toHaveLength(1);
    expect(issues({ windows: always({ ...half(5, 2), upToMinutes: 60 }) })).toHaveLength(1);
    const used = always({ upToMinutes: 120, unitMinutes: 30, priceFen: 100 }, half(2, 3), half(1));
    expect(codes({ windows: used })).toContain('unreachable-step plans.0.windows.0.steps.1');
    expect(codes({ windows })).toEqual([]);
  });
});

describe('properties', () => {
  const stay = fc.record({
    entry: fc.integer({ min: 0, max: 30 * 1440 }),
    minutes: fc.integer({ min: 0, max: 3 * 1440 }),
  });
  const stayOf = ({ entry, minutes }: { entry: number; minutes: number }) => {
    const enteredAtMs = at('2026-02-20T00:00') + entry * 60_000;
    return { enteredAtMs, exitAtMs: enteredAtMs + minutes * 60_000, zone };
  };

  test('the default of an option, written out, changes nothing', () => {
    fc.assert(
      fc.property(anyTariff, stay, (of, when) => {
        const plan = of.plans[0]!;
        const border = plan.border ?? 'split';
        const windows = plan.windows.map((window) => ({
          ...window,
          steps: window.steps.map((step) => ({ ...step, border: step.border ?? border })),
        }));
        const said = { ...of, plans: [{ ...plan, windows }] };
        expect(priceStay(said, stayOf(when)).totalFen).toBe(priceStay(of, stayOf(when)).totalFen);
        const whole = { hours: 24, amountFen: 1000 };
        const [silent, loud] = [whole, { ...whole, rest: 'restart' as const }].map((one) => ({
          ...of,
          plans: [{ ...plan, whole: one }],
        }));
        expect(priceStay(loud!, stayOf(when))).toEqual(priceStay(silent!, stayOf(when)));
      }),
      { numRuns: 500 },
    );
  });

  test('units that are never interrupted end where their minutes do', () => {
    const ladder = fc.tuple(
      fc.constantFrom(15, 30, 60),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 900 }),
    );
    fc.assert(
      fc.property(ladder, stay, ([unit, count, priceFen], when) => {
        const byUnits = always({ unitMinutes: unit, priceFen, upToUnits: count }, hour(1));
        const byTime = always({ unitMinutes: unit, priceFen, upToMinutes: unit * count }, hour(1));
        const [a, b] = [byUnits, byTime].map((windows) => priceStay(tariff({ windows }), stayOf(when)).totalFen);
        expect(a).toBe(b);
      }),
      { numRuns: 300 },
    );
  });

  test('agrees with stepping through every minute where units end often', () => {
    fc.assert(
      fc.property(plainTariff, stay, fc.constantFrom(3, 5, 24), (of, when, hours) => {
        const often = { ...of, plans: [{ ...of.plans[0]!, cut: { per: 'hours' as const, hours } }] };
        expect(priceStay(often, stayOf(when)).totalFen).toBe(priceByMinutes(often, stayOf(when)));
      }),
      { numRuns: 800 },
    );
  });
});
