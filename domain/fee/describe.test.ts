import { describe, expect, test } from 'vitest';
import { planText } from './describe.ts';
import { describeTariff } from './describe-tariff.ts';
import type { Cap, Plan, When } from './tariff.ts';
import { tariffTemplate } from './template.ts';

const read = (more: Partial<Plan>) => planText({ id: 'car', windows: [], ...more }, undefined);

describe('a tariff read back', () => {
  test.each<[When, zh: string, en: string]>([
    [{ plateColors: [5, 6] }, '车牌颜色绿色、新能源', 'plate colour green, new energy'],
    [{ vehicleKinds: ['small', 'large'] }, '小型车、大型车', 'small vehicle, large vehicle'],
    [{ vehicleKinds: ['渣土车', 'constructor'] }, '车型渣土车、constructor', 'vehicle kind 渣土车, constructor'],
    [{ leftBy: { at: '08:00', nth: 2 } }, '第2个08:00前离场', 'left by the 2nd 08:00'],
  ])('says %j by names', (when, zh, en) => {
    expect(read({ when })).toEqual({ zh: `【${zh}】免费`, en: `[${en}] free of charge` });
  });

  test.each<[Cap['nth'], zh: string, en: string]>([
    [{ to: 1 }, '（第1段）', '(the 1st)'],
    [{ from: 2, to: 11 }, '（第2至11段）', '(the 2nd to 11th)'],
    [{ from: 23 }, '（第23段起）', '(from the 23rd on)'],
  ])('counts the stretches %j of a cap', (nth, zh, en) => {
    const said = read({
      caps: [{ id: 'c', amountFen: 100, scope: { per: 'hours', hours: 24 }, ...(nth ? { nth } : {}) }],
    });
    expect(said.zh).toContain(zh);
    expect(said.en).toContain(en);
  });

  test('says the days of a period once where it is named after them', () => {
    const { zh, en } = describeTariff(tariffTemplate.find((one) => one.id === 'mall-workday-holiday')!.tariff);
    expect(zh).toContain('周末及节假日：8元/小时');
    expect(en).toContain('Weekends and holidays: ¥8 per h');
    const other = { id: 'w', name: { zh: '高峰', en: 'Peak' }, days: ['weekend' as const], steps: [] };
    expect(read({ windows: [other] })).toEqual({ zh: '高峰 周末：免费', en: 'Peak weekends: free' });
  });

  test('says what a ladder of single amounts comes to', () => {
    const blocks = [60, 120, 180].map((upToMinutes) => ({ upToMinutes, priceFen: 1000 }));
    const { zh, en } = read({ windows: [{ id: 'w', steps: [...blocks, { unitMinutes: 1, priceFen: 10 }] }] });
    expect(zh).toBe(
      '前1小时 10元/次，1小时至2小时 10元/次（累计20元），2小时至3小时 10元/次（累计30元），3小时后 0.10元/分钟',
    );
    expect(en).toContain('1 h to 2 h ¥10 once (¥20 in all)');
    expect(en).toContain('after 3 h ¥0.10 per minute');
  });

  test('does not call a plan free that charges for entry', () => {
    const marks = [{ id: 'm', at: 'entry' as const, amountFen: 1000 }];
    expect(read({ marks })).toEqual({ zh: '不按时长收费；每次入场10元', en: 'no charge by time; ¥10 per entry' });
    expect(read({ marks, windows: [{ id: 'w', steps: [] }] }).zh).toBe('不按时长收费；每次入场10元');
  });

  test('says that hours from a time to itself are a day', () => {
    const window = { id: 'w', from: '08:00', to: '08:00', steps: [] };
    expect(read({ windows: [window] }).zh).toBe('08:00–次日08:00：免费');
  });

  const steps = [{ unitMinutes: 60, priceFen: 300 }];
  const whole = (...plans: Plan[]) => describeTariff({ id: 't', version: 1, name: { zh: '例', en: 'Example' }, plans });

  test('names several plans, which goes first, and what happens otherwise', () => {
    const green: Plan = {
      id: 'green',
      name: { zh: '新能源', en: 'New energy' },
      when: { plateColors: [6] },
      windows: [],
    };
    const rest: Plan = { id: 'rest', windows: [{ id: 'w', steps }] };
    const both = whole(green, rest);
    expect(both.zh.split('\n').slice(0, 3)).toEqual([
      '方案1“新能源”：【车牌颜色新能源】免费。',
      '方案2：【其他情况】3元/小时。',
      '按顺序使用第一个符合条件的方案。',
    ]);
    expect(both.en).toContain('Plan 2: [otherwise] ¥3 per hour.');
    expect(both.zh).not.toContain('报警');
    expect(whole(green).en).toContain('A stay that fits no plan is not charged and raises an alarm.');
  });

  test('says the defaults that matter, and only those', () => {
    const plain = whole({ id: 'car', windows: [{ id: 'w', steps }] });
    expect(plain.zh.split('\n')).toEqual([
      '3元/小时。',
      '未注明的，不足一个计费单位按一个单位计。',
      '调价后，在场车辆仍按入场时的价格计费。',
    ]);
    const rich = whole({
      id: 'car',
      free: { minutes: 15, deduct: false, scope: { per: 'stay' } },
      windows: [
        { id: 'day', from: '08:00', to: '20:00', steps: [{ unitMinutes: 60, priceFen: 300, part: 'none' }] },
        { id: 'night', from: '20:00', to: '08:00', steps: [] },
      ],
      whole: { hours: 24, amountFen: 5000 },
      marks: [{ id: 'm', at: '02:00', amountFen: 100 }],
    });
    expect(rich.zh).not.toContain('未注明的');
    for (const said of ['时段分界处截断', '恰好停满免费时间', '余下时间不再享有', '恰好在定点时刻离场'])
      expect(rich.zh).toContain(said);
  });
});
