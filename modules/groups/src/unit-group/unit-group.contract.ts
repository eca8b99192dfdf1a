import {
  integer,
  optional,
  phone,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  text,
} from '@boyun/kernel/contract';

/** Groups of companies; a group may be part of another. */
export const unitGroup = resource('unit-group', {
  title: { zh: '集团管理', en: 'Groups' },
  path: '/api/unitGroup',
  fields: {
    name: text({ zh: '集团名称', en: 'Name' }, { max: 64 }),
    parentId: optional(reference({ zh: '上级集团', en: 'Part of' }, 'unit-group')),
    contact: optional(text({ zh: '联系人', en: 'Contact' }, { max: 32 })),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
    unitCount: readOnly(integer({ zh: '单位数', en: 'Units' })),
    spotCount: readOnly(integer({ zh: '车位数', en: 'Spots' })),
    vehicleCount: readOnly(integer({ zh: '车辆数', en: 'Vehicles' })),
    remark,
  },
  columns: ['name', 'parentId', 'contact', 'mobile', 'unitCount', 'spotCount', 'vehicleCount', 'remark'],
  search: { name: 'contains', parentId: 'equals' },
  computed: ['unitCount', 'spotCount', 'vehicleCount'],
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

export const groupRefusal = refusals('unit-group', {
  circle: {
    status: 422,
    zh: '上级集团不能是它自己或它的下级',
    en: 'A group cannot be part of itself or of its own parts',
  },
});
