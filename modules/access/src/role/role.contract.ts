import { pattern } from '@boyun/domain/pattern';
import {
  choice,
  description,
  flag,
  integer,
  list,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { landingField } from '../landing/landing-page.contract.ts';
import { placeFields } from '../place/place-fields.contract.ts';

/** Which rows the accounts of a role see; of several roles the widest scope applies. */
export const DataScope = {
  tenant: { zh: '全部数据', en: 'Everything' },
  department: { zh: '本部门及下级部门的车场', en: 'Lots of the own department and its parts' },
  places: { zh: '指定区域、片区或车场', en: 'Chosen regions, areas or lots' },
  own: { zh: '仅本人（本单位、本商户）经手', en: "Only one's own records" },
} as const;

/** A set of permissions with a data scope. */
export const role = resource('role', {
  title: { zh: '角色', en: 'Roles' },
  path: '/api/role',
  fields: {
    name: text(
      { zh: '角色名称', en: 'Role' },
      {
        min: 2,
        max: 255,
        rule: pattern.roleName,
        hint: { zh: '2-255个字符，首尾不能是下划线', en: '2 to 255 characters, no underscore at either end' },
      },
    ),
    description,
    scope: choice({ zh: '数据范围', en: 'Data scope' }, DataScope, { byDefault: 'tenant' }),
    ...placeFields,
    dashboardPath: landingField,
    permissions: list({ zh: '权限', en: 'Permissions' }, text({ zh: '权限', en: 'Permission' }, { max: 80 }), {
      max: 2000,
    }),
    isAdmin: readOnly(flag({ zh: '管理员', en: 'Administrator' })),
    code: readOnly(optional(text({ zh: '内置编码', en: 'Built-in code' }))),
    permissionCount: readOnly(integer({ zh: '权限数', en: 'Permissions' })),
    accountCount: readOnly(integer({ zh: '使用人数', en: 'People' })),
  },
  columns: ['name', 'description', 'scope', 'permissionCount', 'accountCount'],
  search: { name: 'contains', scope: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  computed: ['permissionCount', 'accountCount'],
  subject: (row) => row.name,
  order: [{ field: 'isAdmin', isDescending: true }, { field: 'id' }],
});

/** Shows the product to the caller as accounts of a role see it, read-only, until the view is ended. */
export const startRoleView = operation('start-role-view', {
  title: { zh: '以角色身份查看', en: 'See as a role' },
  path: '/api/role/startView',
  access: permission('role.see-as', { zh: '以角色身份查看', en: 'See as a role' }),
  input: { roleId: reference({ zh: '角色', en: 'Role' }, 'role') },
  output: {},
  audit: 'role.view-started',
});

/** Restores the caller's own permissions. */
export const endRoleView = operation('end-role-view', {
  title: { zh: '结束角色查看', en: 'End seeing as a role' },
  path: '/api/role/endView',
  access: 'own-session',
  input: {},
  output: {},
  audit: 'role.view-ended',
  isOpenToReaders: true,
});

export const roleRefusal = refusals('role', {
  'beyond-own': {
    status: 422,
    zh: '不能授予自己没有的权限：{permissions}',
    en: 'You cannot grant permissions you do not have: {permissions}',
  },
  'beyond-own-scope': {
    status: 422,
    zh: '该角色的数据范围或权限大于您自己的，不能由您新增、修改或删除',
    en: 'This role has a wider data scope or more permissions than you have, so you cannot add, change or delete it',
  },
  'unknown-permission': { status: 422, zh: '没有这样的权限：{permissions}', en: 'No such permission: {permissions}' },
  'admin-fixed': {
    status: 422,
    zh: '管理员角色始终拥有全部权限，不能修改或删除',
    en: 'The administrator role has all permissions and cannot be changed or deleted',
  },
  'in-use': {
    status: 409,
    zh: '还有{count}名员工使用此角色，不能删除',
    en: '{count} people still have this role, so it cannot be deleted',
  },
  'no-places': { status: 422, zh: '请至少选择一个区域、片区或车场', en: 'Choose at least one region, area or lot' },
  'not-viewing': { status: 409, zh: '当前没有以角色身份查看', en: 'You are not viewing as a role' },
});
