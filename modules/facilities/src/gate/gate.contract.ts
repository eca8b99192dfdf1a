import { choice, optional, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** Direction of traffic at a gate. */
export const GateDirection = {
  entry: { zh: '入口', en: 'Entry' },
  exit: { zh: '出口', en: 'Exit' },
  both: { zh: '出入口', en: 'Entry and exit' },
} as const;

/** A gate of a lot, which holds lanes. */
export const gate = resource('gate', {
  title: { zh: '出入口', en: 'Gates' },
  path: '/api/gate',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { min: 2, max: 255 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    direction: choice({ zh: '方向', en: 'Direction' }, GateDirection),
    position: optional(text({ zh: '位置', en: 'Position' }, { max: 255 })),
  },
  columns: ['name', 'lotId', 'direction', 'position'],
  order: [{ field: 'lotId' }, { field: 'name' }],
  search: { name: 'contains', lotId: 'equals', direction: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

export const gateRefusal = refusals('gate', {
  'lanes-go-otherwise': {
    status: 422,
    zh: '车道“{lane}”的方向与出入口不符，请先修改车道',
    en: 'Lane "{lane}" has another direction. Change the lane first',
  },
  'has-lanes': {
    status: 422,
    zh: '出入口下已有车道，不能更换车场',
    en: 'The lot of a gate with lanes cannot be changed',
  },
});
