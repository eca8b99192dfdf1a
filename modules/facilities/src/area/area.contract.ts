import { description, integer, money, optional, readOnly, reference, resource, text } from '@boyun/kernel/contract';

/** More than any figure of an area. */
const MOST_FEN = 100_000_000_000_00;

/** An operating area that groups lots under an employee in charge, with a target for what they take in a month. */
export const area = resource('area', {
  title: { zh: '片区', en: 'Areas' },
  path: '/api/area',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 2, max: 64 }),
    leaderId: optional(reference({ zh: '负责人', en: 'In charge' }, 'employee')),
    /** How many of its lots the account may see; the figures below are of these. */
    lotCount: readOnly(integer({ zh: '车场数', en: 'Parking lots' })),
    lotNames: readOnly(text({ zh: '车场', en: 'Names of lots' }, { min: 0, max: 100_000 })),
    capacity: readOnly(integer({ zh: '总车位', en: 'Spots' })),
    targetFen: optional(money({ zh: '月收入目标', en: 'Monthly revenue target' })),
    /** Received since the month began in each lot's zone; null for accounts that may not see revenue. */
    receivedFen: readOnly(
      optional(money({ zh: '本月实收', en: 'Received this month' }, { min: -MOST_FEN, max: MOST_FEN })),
    ),
    remark: description,
  },
  columns: ['name', 'leaderId', 'lotCount', 'lotNames', 'capacity', 'targetFen', 'receivedFen', 'remark'],
  search: { name: 'contains', leaderId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  computed: ['lotCount', 'lotNames', 'capacity', 'receivedFen'],
  subject: (row) => row.name,
});
