import { choice, optional, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** What a spot is for. */
export const SpotKind = {
  standard: { zh: '普通', en: 'Standard' },
  ev: { zh: '充电', en: 'EV' },
  accessible: { zh: '无障碍', en: 'Accessible' },
  fixed: { zh: '固定', en: 'Fixed' },
  rented: { zh: '租用', en: 'Rented' },
  shared: { zh: '共享', en: 'Shared' },
} as const;

/** Whether a spot can be used now. */
export const SpotState = {
  free: { zh: '空闲', en: 'Free', tone: 'good' },
  taken: { zh: '占用', en: 'Taken', tone: 'warn' },
  closed: { zh: '停用', en: 'Closed', tone: 'neutral' },
} as const;

/** One parking spot. */
export const spot = resource('spot', {
  title: { zh: '车位', en: 'Spots' },
  path: '/api/parkSpot',
  fields: {
    number: text({ zh: '车位号', en: 'Number' }, { max: 32 }),
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    garageId: optional(reference({ zh: '车库', en: 'Garage' }, 'garage')),
    kind: choice({ zh: '类型', en: 'Kind' }, SpotKind, { byDefault: 'standard' }),
    state: choice({ zh: '状态', en: 'State' }, SpotState, { byDefault: 'free' }),
    ownerName: optional(text({ zh: '使用人', en: 'Owner' }, { max: 32 })),
  },
  columns: ['number', 'lotId', 'garageId', 'kind', 'state', 'ownerName'],
  search: { number: 'prefix', lotId: 'equals', garageId: 'equals', kind: 'equals', state: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.number,
  nameField: 'number',
  order: [{ field: 'number' }],
});

export const spotRefusal = refusals('spot', {
  'garage-elsewhere': {
    status: 422,
    zh: '车库“{garage}”不属于该车场',
    en: 'Garage "{garage}" is not in this lot',
  },
});
