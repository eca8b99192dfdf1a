import { event, lotPlaceholder, optional, plate, reference, text, timePlaceholder } from '@boyun/kernel/contract';
import { alarmList, alarmPath } from './alarm.contract.ts';

const fields = {
  alarmId: reference({ zh: '报警编号', en: 'Alarm' }, 'alarm'),
  kind: text({ zh: '类型', en: 'Kind' }, { max: 64 }),
  severity: text({ zh: '级别', en: 'Severity' }, { max: 16 }),
  plate: optional(plate()),
  laneId: optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane')),
};
const live = { access: [alarmList.access] };

const raised = {
  ...fields,
  titleZh: text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 120 }),
  titleEn: text({ zh: '标题（英文）', en: 'Title' }, { max: 120 }),
  descriptionZh: text({ zh: '说明（中文）', en: 'Description (Chinese)' }, { max: 500 }),
  descriptionEn: text({ zh: '说明（英文）', en: 'Description' }, { max: 500 }),
};

/** Something a person should look at. */
export const alarmRaised = event('alarm.raised', {
  label: { zh: '产生报警', en: 'An alarm was raised' },
  fields: {
    ...raised,
    causedBy: optional(text({ zh: '引起报警的账号', en: 'Account whose act caused it' }, { max: 64 })),
  },
  live,
  publishedAs: { name: 'alarm.raised', label: { zh: '产生报警', en: 'An alarm was raised' }, fields: raised },
  push: {
    placeholders: {
      title: { label: { zh: '报警', en: 'Alarm' }, value: (data) => ({ zh: data.titleZh, en: data.titleEn }) },
      description: {
        label: { zh: '说明', en: 'Description' },
        value: (data) => ({ zh: data.descriptionZh, en: data.descriptionEn }),
      },
      plate: { label: { zh: '车牌', en: 'Plate' }, value: (data) => data.plate },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    title: { zh: '【报警】{title} {plate}', en: 'Alarm: {title} {plate}' },
    body: { zh: '{time} {lot}：{description}', en: '{time} {lot}: {description}' },
    path: (data) => alarmPath(data.kind),
    message: 'alarm',
    severity: (data) => data.severity,
  },
  timeline: (data) => ({
    zh: `报警“${data.titleZh}”：${data.descriptionZh}`,
    en: `Alarm "${data.titleEn}": ${data.descriptionEn}`,
    tone: 'warn',
  }),
});

/** A person took an alarm. */
export const alarmClaimed = event('alarm.claimed', {
  label: { zh: '报警已认领', en: 'An alarm was claimed' },
  fields,
  live,
  timeline: () => ({ zh: '报警已认领', en: 'The alarm was claimed', tone: 'neutral' }),
});

const closed = { ...fields, outcome: text({ zh: '结果', en: 'Outcome' }, { max: 32 }) };

/** An alarm was dealt with. */
export const alarmClosed = event('alarm.closed', {
  label: { zh: '报警处理完成', en: 'An alarm was dealt with' },
  fields: closed,
  live,
  publishedAs: { name: 'alarm.closed', label: { zh: '报警处理完成', en: 'An alarm was dealt with' }, fields: closed },
  timeline: (data) =>
    data.outcome === 'false-alarm'
      ? { zh: '报警判定为误报', en: 'It was a false alarm', tone: 'neutral' }
      : { zh: '报警已处理', en: 'The alarm was handled', tone: 'good' },
});
