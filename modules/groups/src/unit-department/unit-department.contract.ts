import { optional, phone, reference, remark, resource, text } from '@boyun/kernel/contract';

/** Departments of units, which group their vehicles. */
export const unitDepartment = resource('unit-department', {
  title: { zh: '单位部门', en: 'Departments of units' },
  path: '/api/unitDepartment',
  fields: {
    unitId: reference({ zh: '单位', en: 'Unit' }, 'unit'),
    name: text({ zh: '部门名称', en: 'Name' }, { max: 64 }),
    head: optional(text({ zh: '负责人', en: 'Head' }, { max: 32 })),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
    remark,
  },
  columns: ['name', 'unitId', 'head', 'mobile', 'remark'],
  search: { unitId: 'equals', name: 'contains' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  subject: (row) => row.name,
});
