import { describe, expect, test } from 'vitest';
import { describeTariff, planText } from './describe.ts';
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
    expect(en).toContain('Weekends and holidays: CNY 8 per h');
    const other = { id: 'w', name: { zh: '高峰', en: 'Peak' }, days: ['weekend' as const], steps: [] };
    expect(read({ windows: [other] })).toEqual({ zh: '高峰 周末：免费', en: 'Peak weekends: free' });
  });
});
