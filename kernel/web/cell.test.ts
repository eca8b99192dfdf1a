import { flag, instant, inUse, optional, reference } from '@boyun/kernel/contract';
import { expect, test } from 'vitest';
import { fieldText } from './cell.tsx';

const say = (label: { zh: string }) => label.zh;

test('an empty field shows its whenEmpty label, else a dash', () => {
  const lot = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
  const everywhere = optional(lot, { zh: '全部车场', en: 'All lots' });
  const row = { lotId: null, at: null };
  expect(fieldText(everywhere, 'lotId', row, say)).toBe('全部车场');
  expect(fieldText(optional(instant({ zh: '时间', en: 'Time' })), 'at', row, say)).toBe('—');
  expect(fieldText(everywhere, 'lotId', { lotId: 'x', lotName: '滨江商务中心' }, say)).toBe('滨江商务中心');
});

test('whether something is in use is said as a state, other flags with yes and no', () => {
  expect([true, false].map((isActive) => fieldText(inUse, 'isActive', { isActive }, say))).toEqual(['启用', '停用']);
  const own = flag({ zh: '本人', en: 'Own' });
  expect([true, false].map((isOwn) => fieldText(own, 'isOwn', { isOwn }, say))).toEqual(['是', '否']);
});
