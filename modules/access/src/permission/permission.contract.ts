import { choice, flag, group, integer, list, operation, permission, reference, text } from '@boyun/kernel/contract';
import { getPermissionTree } from '../role/permission-tree.contract.ts';
import { DataScope } from '../role/role.contract.ts';

const word = (zh: string, en: string) => text({ zh, en }, { min: 0, max: 255 });

const seeing = permission('permission.list', { zh: '查看权限', en: 'View: Permissions' });

/** The permissions of each role. */
export const getPermissionMatrix = operation('get-permission-matrix', {
  title: { zh: '权限', en: 'Permissions' },
  path: '/api/permission/getMatrix',
  access: seeing,
  input: {},
  output: {
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        {
          id: word('编号', 'Id'),
          name: word('名称', 'Name'),
          isAdmin: flag({ zh: '管理员', en: 'Administrator' }),
          scope: choice({ zh: '数据范围', en: 'Data scope' }, DataScope),
          accountCount: integer({ zh: '使用人数', en: 'People' }),
          permissions: list({ zh: '权限', en: 'Permissions' }, word('权限', 'Permission'), { max: 2000 }),
        },
      ),
    ),
    nodes: getPermissionTree.output.nodes,
  },
  isRead: true,
});

/** The matrix as a workbook: one row per permission, one column per role. */
export const exportPermissionMatrix = operation('export-permission-matrix', {
  title: { zh: '导出权限矩阵', en: 'Export the matrix of permissions' },
  path: '/api/permission/export',
  access: permission('permission.export', { zh: '导出权限', en: 'Export: Permissions' }),
  input: {},
  output: { url: text({ zh: '地址', en: 'Address' }, { max: 500 }) },
  audit: 'permission.exported',
});

/** Explains whether an account holds a permission, through which roles, and for which rows. */
export const explainPermission = operation('explain-permission', {
  title: { zh: '权限诊断', en: 'Explain access' },
  path: '/api/permission/explain',
  access: seeing,
  input: {
    employeeId: reference({ zh: '员工', en: 'Employee' }, 'employee'),
    permission: text({ zh: '权限', en: 'Permission' }, { max: 80 }),
  },
  output: {
    isAllowed: flag({ zh: '允许', en: 'Allowed' }),
    isFrozen: flag({ zh: '已冻结', en: 'Frozen' }),
    /** Whether the tenant's product includes it. */
    isOffered: flag({ zh: '已开通', en: 'Included' }),
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        {
          id: word('编号', 'Id'),
          name: word('名称', 'Name'),
          isAdmin: flag({ zh: '管理员', en: 'Administrator' }),
          scope: choice({ zh: '数据范围', en: 'Data scope' }, DataScope),
          isGranting: flag({ zh: '授予此权限', en: 'Grants it' }),
        },
      ),
    ),
    hasAllLots: flag({ zh: '全部车场', en: 'All lots' }),
    isOwnOnly: flag({ zh: '仅本人经手', en: 'Own records only' }),
    lots: list(
      { zh: '可管理车场', en: 'Lots' },
      group({ zh: '车场', en: 'Lot' }, { lotId: reference({ zh: '车场', en: 'Lot' }, 'lot') }),
    ),
  },
  isRead: true,
});
