import { placeFields } from '@boyun/access/contract';
import { integer, operation, optional, readOnly, reference, refusals, resource, text } from '@boyun/kernel/contract';

/** A part of the tenant's organization; roles with the department scope see its places. */
export const department = resource('department', {
  title: { zh: '部门', en: 'Departments' },
  path: '/api/department',
  fields: {
    name: text({ zh: '部门名称', en: 'Department' }, { min: 2, max: 64 }),
    parentId: optional(reference({ zh: '上级部门', en: 'Part of' }, 'department')),
    ...placeFields,
    position: readOnly(integer({ zh: '排序', en: 'Place' })),
    staffCount: readOnly(integer({ zh: '员工', en: 'Staff' })),
  },
  columns: ['name', 'parentId', 'staffCount'],
  search: { name: 'contains', parentId: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export', 'import'],
  computed: ['staffCount'],
  subject: (row) => row.name,
  order: [{ field: 'position' }, { field: 'name' }],
});

/** Moves a department below another, before one of its children or after the last. */
export const moveDepartment = operation('move-department', {
  title: { zh: '移动部门', en: 'Move a department' },
  path: '/api/department/move',
  access: department.can.update,
  input: {
    departmentId: reference({ zh: '部门', en: 'Department' }, 'department'),
    parentId: optional(reference({ zh: '上级部门', en: 'Part of' }, 'department')),
    beforeId: optional(reference({ zh: '排在其前', en: 'Before' }, 'department')),
  },
  output: {},
  audit: 'department.moved',
});

export const departmentRefusal = refusals('department', {
  'own-part': {
    status: 422,
    zh: '部门不能移到自己或自己的下级部门中',
    en: 'A department cannot become a part of itself',
  },
  'not-empty': {
    status: 409,
    zh: '“{name}”下还有{parts}个部门、{staff}名员工，清空后才能删除',
    en: '"{name}" still has {parts} sub-departments and {staff} employees. Move or delete them first',
  },
});
