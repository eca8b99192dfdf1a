import { formatYuan } from '@boyun/domain/money';
import { choice, day, event, money, reference, text } from '@boyun/kernel/contract';
import { channelDayId } from '../channel-day/channel-day.contract.ts';
import { Resolution } from './difference.contract.ts';

/** A difference was resolved; the amount is what that changed on our side. */
export const differenceResolved = event('day-difference.resolved', {
  label: { zh: '对账差异已处理', en: 'A difference was resolved' },
  fields: {
    differenceId: reference({ zh: '差异', en: 'Difference' }, 'day-difference'),
    channelDayId,
    day: day({ zh: '日期', en: 'Day' }),
    name: text({ zh: '来源', en: 'Source' }, { max: 64 }),
    number: text({ zh: '流水号', en: 'Number' }, { max: 64, min: 0 }),
    resolution: choice({ zh: '处理方式', en: 'Resolved by' }, Resolution),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
  },
  timeline: (data) => ({
    zh: `对账差异已处理：${Resolution[data.resolution].zh} ${formatYuan(data.amountFen)}元`,
    en: `Difference resolved: ${Resolution[data.resolution].en.toLowerCase()}, ${formatYuan(data.amountFen)}`,
    tone: 'good',
  }),
});
