import { event, optional, reference } from '@boyun/kernel/contract';

/** A department was put below another one. */
export const departmentMoved = event('department.moved', {
  label: { zh: '移动部门', en: 'A department was moved' },
  fields: { parentId: optional(reference({ zh: '上级部门', en: 'Parent department' }, 'department')) },
});
