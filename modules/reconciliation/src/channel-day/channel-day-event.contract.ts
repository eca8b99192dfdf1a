import { formatYuan } from '@boyun/domain/money';
import { actEvent, day, event, integer, money, text, timePlaceholder } from '@boyun/kernel/contract';
import { channelDayId, closeDay, fetchBill, plantInBill } from './channel-day.contract.ts';

const fields = {
  channelDayId,
  day: day({ zh: '日期', en: 'Day' }),
  name: text({ zh: '来源', en: 'Source' }, { max: 64 }),
};

/** A comparison found differences on a day that had none, or had not been compared. */
export const dayUnbalanced = event('channel-day.unbalanced', {
  label: { zh: '对账不平', en: 'A day does not balance' },
  fields: {
    ...fields,
    openCount: integer({ zh: '差异笔数', en: 'Differences' }),
    gapFen: money({ zh: '差额', en: 'Gap' }, { min: -100_000_000_00 }),
  },
  push: {
    placeholders: {
      day: { label: { zh: '日期', en: 'Day' }, value: (data) => data.day },
      channel: { label: { zh: '来源', en: 'Source' }, value: (data) => data.name },
      count: { label: { zh: '差异笔数', en: 'Differences' }, value: (data) => String(data.openCount) },
      amount: { label: { zh: '差额', en: 'Gap' }, value: (data) => formatYuan(data.gapFen) },
      time: timePlaceholder,
    },
    title: { zh: '{day} {channel}对账不平', en: '{channel} does not balance on {day}' },
    body: {
      zh: '{day} {channel}有 {count} 笔差异，差额 {amount} 元，请处理。',
      en: '{channel} on {day}: {count} differences, a gap of {amount} yuan.',
    },
    path: '/_cloud_operation/reconciliation',
    message: 'alarm',
  },
});

/** The bill of a day was asked for by hand. */
export const billFetchAsked = actEvent(fetchBill, fields);

/** A day was closed. */
export const dayClosed = actEvent(closeDay, fields);

/** A closed day was opened again. */
export const dayReopened = event('channel-day.reopened', { label: { zh: '反关账', en: 'A day was reopened' }, fields });

/** The sandbox's bill of a day was given differences on purpose. */
export const billPlanted = actEvent(plantInBill, fields);
