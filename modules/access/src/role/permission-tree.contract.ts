import { flag, group, list, operation, text } from '@boyun/kernel/contract';
import { role } from './role.contract.ts';

const word = (zh: string, en: string) => text({ zh, en }, { min: 0, max: 255 });

/** The permissions of the product as a tree: menu areas, their pages, the operations of each page. */
export const getPermissionTree = operation('get-permission-tree', {
  title: { zh: '权限树', en: 'Tree of permissions' },
  path: '/api/permission/getTree',
  access: role.can.list,
  input: {},
  output: {
    nodes: list(
      { zh: '节点', en: 'Nodes' },
      group(
        { zh: '节点', en: 'Node' },
        {
          /** `area:…`, `page:…`, or the name of a permission. */
          id: word('编号', 'Id'),
          parentId: word('上级', 'Above'),
          zh: word('中文名称', 'Chinese name'),
          en: word('英文名称', 'English name'),
          isPermission: flag({ zh: '权限', en: 'Permission' }),
          /** Whether the caller may grant it. */
          canGrant: flag({ zh: '可授予', en: 'Can be granted' }),
        },
      ),
      { max: 5000 },
    ),
  },
  isRead: true,
});
