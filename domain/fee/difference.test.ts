import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTariff } from './arbitrary.ts';
import { differenceInWords, type Plan, parseTariff, type Tariff, tariffTemplate } from './fee.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const car: Plan = {
  id: 'car',
  free: { minutes: 15, deduct: false, scope: { per: 'stay' } },
  windows: [
    {
      id: 'day',
      name: { zh: '白天', en: 'Day' },
      from: '08:00',
      to: '21:00',
      steps: [
        { upToMinutes: 60, unitMinutes: 60, priceFen: 300 },
        { unitMinutes: 60, priceFen: 500 },
      ],
    },
    { id: 'night', from: '21:00', to: '08:00', steps: [{ priceFen: 1000 }] },
  ],
};
const base: Tariff = { id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans: [car] };
const [day, night] = car.windows as [Plan['windows'][number], Plan['windows'][number]];
const withPlan = (more: Partial<Plan>): Tariff => ({ ...base, plans: [{ ...car, ...more }] });
const withDay = (more: Partial<typeof day>) => withPlan({ windows: [{ ...day, ...more }, night] });
const truck: Plan = { id: 'truck', name: { zh: '货车', en: 'Truck' }, when: { vehicleKinds: ['truck'] }, windows: [] };

describe('differenceInWords', () => {
  test.each<[what: string, after: Tariff, zh: string[], en: string[]]>([
    ['nothing', base, [], []],
    ['an id and a version', { ...base, id: 'other', version: 7 }, [], []],
    [
      'the times of a period',
      withDay({ from: '07:30' }),
      ['时段“白天”：时间：08:00–21:00 → 07:30–21:00'],
      ['Period "Day": time: 08:00–21:00 → 07:30–21:00'],
    ],
    [
      'the price of a step',
      withDay({ steps: [day.steps[0]!, { unitMinutes: 60, priceFen: 600 }] }),
      ['时段“白天”：第2级价格：5元 → 6元'],
      ['Period "Day": price of step 2: ¥5 → ¥6'],
    ],
    [
      'end, unit and unfinished unit of a step',
      withDay({ steps: [{ upToMinutes: 30, unitMinutes: 30, priceFen: 300, part: 'none' }, day.steps[1]!] }),
      [
        '时段“白天”：第1级截止：1小时 → 30分钟',
        '时段“白天”：第1级计费单位：1小时 → 30分钟',
        '时段“白天”：第1级不足单位：不足一个单位按一个单位计 → 不足一个单位不计',
      ],
      [
        'Period "Day": end of step 1: 1 h → 30 min',
        'Period "Day": unit of step 1: 1 h → 30 min',
        'Period "Day": unfinished unit of step 1: an unfinished unit costs a whole one → unfinished units free',
      ],
    ],
    [
      'a step that goes',
      withDay({ steps: [day.steps[0]!] }),
      ['时段“白天”：取消第2级（原为：1小时后 5元/小时）'],
      ['Period "Day": step 2 removed (was: after 1 h ¥5 per hour)'],
    ],
    [
      'days of a period',
      withDay({ days: ['workday'] }),
      ['时段“白天”：适用日子：每天 → 工作日'],
      ['Period "Day": days: every day → working days'],
    ],
    [
      'a period that goes',
      withPlan({ windows: [day] }),
      ['取消时段“夜间”（原为：21:00–08:00：10元/次）'],
      ['Period "Night" removed (was: 21:00–08:00: ¥10 once)'],
    ],
    [
      'the order of periods',
      withPlan({ windows: [night, day] }),
      ['时段顺序：白天、夜间 → 夜间、白天'],
      ['Order of the periods: Day, Night → Night, Day'],
    ],
    [
      'a new cap',
      withPlan({ caps: [{ id: 'd', amountFen: 3000, scope: { per: 'day' } }] }),
      ['新增封顶：每日最高30元'],
      ['Cap added: at most ¥30 per day'],
    ],
    [
      'free time',
      withPlan({ free: { minutes: 30, deduct: false, scope: { per: 'stay' } } }),
      ['免费时间：不超过15分钟免费（超过后不扣除） → 不超过30分钟免费（超过后不扣除）'],
      ['Free time: up to 15 min free, not deducted once exceeded → up to 30 min free, not deducted once exceeded'],
    ],
    [
      'clock, border, percent, least amount, whole blocks and marks',
      withPlan({
        clock: { counts: 'charged', restart: { per: 'day' } },
        border: 'carry',
        percent: 50,
        minimumFen: 100,
        whole: { hours: 24, amountFen: 5000 },
        marks: [{ id: 'm', at: '02:00', amountFen: 2000 }],
      }),
      [
        '分级计时：计入场后的全部时间，不重新起算 → 只计收费时间，每日重新起算',
        '跨时段的单位：在时段边界截断 → 下次同一时段继续',
        '新增整段计费：每满24小时50元，余下时间另计',
        '新增定点加收：停过02:00每次20元',
        '收取比例：100% → 50%',
        '新增最低收费：1元',
      ],
      [
        'Clock of the steps: all time since entry, never restarting → charged time only, restarting per day',
        'A unit across a border: ended at the border → continues in the same period',
        'Whole blocks added: every full 24 h ¥50, the rest priced separately',
        'Amount at a fixed time added: ¥20 each time 02:00 passes',
        'Share of the amount: 100 % → 50 %',
        'Minimum amount added: ¥1',
      ],
    ],
    [
      'a new plan before the other',
      { ...base, plans: [truck, car] },
      ['新增方案“货车”：【车型truck】免费'],
      ['Plan "Truck" added: [vehicle kind truck] free of charge'],
    ],
    [
      'what holds for all plans',
      {
        ...base,
        name: { zh: '新', en: 'New' },
        versionBy: 'exit',
        seconds: 'drop',
        linking: { by: 'day' },
        grace: { minutes: 15, beyond: 'difference' },
        rounding: { toFen: 100, mode: 'down' },
      },
      [
        '名称：例 → 新',
        '适用版本：按入场时间 → 按离场时间',
        '秒：计入 → 舍去',
        '新增多次停车：同一车牌当日多次停车合并计算',
        '新增缴费后离场：缴费后15分钟内离场，超过后补足全程差额',
        '新增取整：总额向下取整到1元',
      ],
      [
        'Name: Example → New',
        'Version in force: by the entry → by the exit',
        'Seconds: counted → dropped',
        'Linked stays added: Stays of a plate on one day are linked',
        'Leaving after payment added: 15 min to leave after payment, then the difference to the whole stay is due',
        'Rounding added: The total is rounded down to ¥1',
      ],
    ],
  ])('names %s', (_, after, zh, en) => {
    const found = differenceInWords(base, after);
    expect(found.map((text) => text.zh)).toEqual(zh);
    expect(found.map((text) => text.en)).toEqual(en);
  });

  test('names the plan where there are several', () => {
    const before = { ...base, plans: [truck, car] };
    const after = { ...base, plans: [{ ...truck, percent: 80 }, car] };
    expect(differenceInWords(before, after)).toEqual([
      { zh: '方案“货车”：收取比例：100% → 80%', en: 'Plan "Truck": share of the amount: 100 % → 80 %' },
    ]);
  });

  test('never shows an id: an item without a name is described by a word or by its position', () => {
    const plain: Plan = { id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 300 }] }] };
    const dear: Plan = { ...plain, windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 400 }] }] };
    const cap = (id: string, amountFen: number) => ({ id, amountFen, scope: { per: 'day' as const } });
    const green: Plan = {
      ...plain,
      id: 'plan-2',
      when: { plateColors: [5] },
      caps: [cap('cap', 1000), cap('cap-2', 900)],
    };
    const before = { ...base, plans: [green, plain] };
    const after = { ...base, plans: [{ ...green, percent: 50, caps: [cap('cap', 1000), cap('cap-2', 800)] }, dear] };
    expect(differenceInWords(before, after).map((text) => text.zh)).toEqual([
      '方案1：封顶2：每日最高9元 → 每日最高8元',
      '方案1：收取比例：100% → 50%',
      '方案“其他车辆”：时段“全天”：第1级价格：3元 → 4元',
    ]);
  });

  test('says nothing of defaults written out, of the order of keys, and of choices in another order', () => {
    const before = withPlan({
      caps: [{ id: 'd', amountFen: 3000, scope: { per: 'day' }, windows: ['day', 'night'] }],
      when: { plateColors: [5, 6] },
    });
    const after = withPlan({
      caps: [{ windows: ['night', 'day'], scope: { days: 1, per: 'day' }, isShared: false, amountFen: 3000, id: 'd' }],
      when: { plateColors: [6, 5] },
      clock: { counts: 'all', restart: { per: 'stay' } },
      border: 'split',
      percent: 100,
      marks: [],
    });
    expect(differenceInWords(before, { ...after, currency: 'CNY', seconds: 'count', versionBy: 'entry' })).toEqual([]);
  });

  test('a property: none between equal tariffs, at least one between others, both ways, each sentence once', () => {
    const known = fc.oneof(fc.constantFrom(...tariffTemplate.map((t) => t.tariff)), anyTariff);
    const copy = (of: Tariff) => JSON.parse(JSON.stringify(parseTariff(of))) as Tariff;
    // Every single manual change of a tariff: a number increased by one, or an optional part of a plan removed.
    const places = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
      typeof value === 'number'
        ? [path]
        : typeof value === 'object' && value !== null
          ? Object.entries(value).flatMap(([key, one]) => places(one, [...path, key]))
          : [];
    fc.assert(
      fc.property(known, known, fc.nat(), (a, b, pick) => {
        expect(differenceInWords(a, copy(a))).toEqual([]);
        const between = differenceInWords(a, b);
        expect(between.length > 0).toBe(JSON.stringify({ ...a, id: '' }) !== JSON.stringify({ ...b, id: '' }));
        expect(new Set(between.map((t) => t.en)).size).toBe(between.length);
        const touched = copy(a);
        const numbers = places({ plans: touched.plans });
        const path = numbers[pick % numbers.length]!;
        const owner = path
          .slice(0, -1)
          .reduce<Record<string, unknown>>((of, key) => of[key] as never, touched as never);
        const key = path.at(-1)!;
        owner[key] = (owner[key] as number) + 1;
        for (const sentences of [differenceInWords(a, touched), differenceInWords(touched, a)]) {
          expect(sentences.length).toBeGreaterThan(0);
          for (const { zh, en } of sentences) expect(`${zh} ${en}`).not.toContain('undefined');
        }
      }),
      { numRuns: 300 },
    );
  });
});
