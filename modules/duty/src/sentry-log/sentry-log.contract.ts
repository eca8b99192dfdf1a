import { choice, instant, money, optional, permission, reference, report, text } from '@boyun/kernel/contract';

/** Kind of entry in the booth log. */
export const SentryEvent = {
  opened: { zh: '上岗', en: 'Went on duty', tone: 'good' },
  counted: { zh: '交班清点', en: 'Counted', tone: 'info' },
  recounted: { zh: '重新清点', en: 'Counted again', tone: 'warn' },
  closed: { zh: '签收交班', en: 'Signed', tone: 'neutral' },
} as const;

/** Shifts taken and handed over, and counts; entries are never changed. */
export const sentryLog = report('sentry-log', {
  title: { zh: '岗亭日志', en: 'Sentry log' },
  path: '/api/sentryLog/list',
  access: permission('sentry-log.list', { zh: '查看岗亭日志', en: 'View: Sentry log' }),
  alwaysSortable: ['at'],
  filters: {
    lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')),
    sentryId: optional(reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry')),
    kind: optional(choice({ zh: '事件', en: 'Event' }, SentryEvent)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '事件', en: 'Event' }, SentryEvent),
    sentryId: reference({ zh: '岗亭', en: 'Sentry box' }, 'sentry'),
    lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'),
    personName: text({ zh: '人员', en: 'Who' }),
    amountFen: optional(money({ zh: '金额', en: 'Amount' })),
    differenceFen: optional(money({ zh: '差额', en: 'Difference' }, { min: -100_000_000_00 })),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 512 })),
  },
});
