import { description, file, integer, optional, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** A garage or floor of a lot. */
export const garage = resource('garage', {
  title: { zh: '车库', en: 'Garages' },
  path: '/api/garage',
  fields: {
    lotId: reference({ zh: '所属车场', en: 'Parking lot' }, 'lot'),
    name: text({ zh: '名称', en: 'Name' }, { min: 1, max: 64 }),
    floor: integer({ zh: '楼层', en: 'Floor' }, { min: -20, max: 200, byDefault: 1 }),
    capacity: integer({ zh: '车位数', en: 'Spots' }, { max: 100_000 }),
    mapPicture: optional(file({ zh: '平面图', en: 'Map' })),
    remark: description,
  },
  columns: ['name', 'lotId', 'floor', 'capacity', 'mapPicture', 'remark'],
  order: [{ field: 'lotId' }, { field: 'floor', isDescending: true }, { field: 'name' }],
  search: { name: 'contains', lotId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});

export const garageRefusal = refusals('garage', {
  'has-spots': {
    status: 422,
    zh: '车库内已有车位，不能更换车场',
    en: 'The lot of a garage with spots cannot be changed',
  },
});
