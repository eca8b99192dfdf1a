import { choice, day, integer, operation, resource, text } from '@boyun/kernel/contract';

/** Kind of a calendar day where it differs from its weekday. */
export const HolidayKind = {
  holiday: { zh: '放假', en: 'Day off', tone: 'bad' },
  workday: { zh: '调休上班', en: 'Make-up working day', tone: 'info' },
} as const;

/** A day that counts as a holiday or as a working day whatever its weekday; tariffs that distinguish days use it. */
export const holiday = resource('holiday', {
  title: { zh: '节假日', en: 'Holidays' },
  path: '/api/holiday',
  fields: {
    day: day({ zh: '日期', en: 'Day' }),
    nameZh: text({ zh: '名称', en: 'Name (Chinese)' }, { max: 64 }),
    nameEn: text({ zh: '英文名称', en: 'Name' }, { max: 64 }),
    kind: choice({ zh: '类型', en: 'Kind' }, HolidayKind, { byDefault: 'holiday' }),
  },
  columns: ['day', 'nameZh', 'nameEn', 'kind'],
  search: { day: 'range', kind: 'equals', nameZh: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => `${row.day} ${row.nameZh}`,
  nameField: 'nameZh',
  lotField: null,
  order: [{ field: 'day' }],
});

/** Adds the days of a year from the State Council's notice; existing days are kept. */
export const fillYear = operation('fill-holidays', {
  title: { zh: '载入法定节假日', en: 'Fill in the public holidays' },
  path: '/api/holiday/fillYear',
  access: holiday.can.create,
  input: { year: integer({ zh: '年份', en: 'Year' }, { min: 2004, max: 2200 }) },
  output: {
    addedCount: integer({ zh: '新增', en: 'Added' }),
    keptCount: integer({ zh: '保留', en: 'Unchanged' }),
  },
  audit: 'holiday.filled',
});
