import { money, optional, resource, text } from '@boyun/kernel/contract';

/** An operating area that groups lots under one manager. */
export const area = resource('area', {
  title: { zh: '片区', en: 'Areas' },
  path: '/api/area',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 2, max: 64 }),
    leaderName: optional(text({ zh: '负责人', en: 'In charge' }, { max: 32 })),
    targetFen: optional(money({ zh: '月收入目标', en: 'Monthly revenue target' })),
    remark: optional(text({ zh: '备注', en: 'Remark' }, { max: 512, isLong: true })),
  },
  columns: ['name', 'leaderName', 'targetFen', 'remark'],
  search: { name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});
