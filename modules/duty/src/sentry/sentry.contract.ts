import { description, list, optional, readOnly, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** A booth where an attendant takes cash and looks after some lanes. */
export const sentry = resource('sentry', {
  title: { zh: '岗亭', en: 'Sentry boxes' },
  path: '/api/parkinLotSentry',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    laneIds: list({ zh: '车道', en: 'Lanes' }, reference({ zh: '车道', en: 'Lane' }, 'lane'), { max: 32 }),
    laneNames: readOnly(text({ zh: '值守车道', en: 'Its lanes' }, { max: 4000 })),
    boxId: optional(reference({ zh: '盒子', en: 'Box' }, 'box')),
    onDuty: readOnly(optional(text({ zh: '当前值班', en: 'On duty now' }, { max: 128 }))),
    phone: optional(text({ zh: '电话', en: 'Phone' }, { max: 32, pattern: /^[0-9+\- ]{5,32}$/ })),
    remark: description,
  },
  columns: ['name', 'lotId', 'laneNames', 'boxId', 'onDuty', 'phone', 'remark'],
  computed: ['laneIds', 'laneNames', 'onDuty'],
  search: { name: 'contains', lotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

export const sentryRefusal = refusals('sentry', {
  'lane-elsewhere': { status: 422, zh: '车道“{lane}”不在该车场', en: 'Lane "{lane}" is not in this lot' },
  'lane-taken': {
    status: 409,
    zh: '车道“{lane}”已由岗亭“{sentry}”值守，请先从该岗亭移除',
    en: 'Lane "{lane}" belongs to "{sentry}". Remove it there first',
  },
  'box-elsewhere': { status: 422, zh: '盒子“{box}”不在该车场', en: 'Box "{box}" is not in this lot' },
});
