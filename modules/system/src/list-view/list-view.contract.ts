import { flag, group, list, operation, permission, refusals, rowId, text } from '@boyun/kernel/contract';

const id = rowId({ zh: '视图', en: 'View' });
const look = {
  list: text({ zh: '列表', en: 'List' }, { max: 64, pattern: /^[a-zA-Z0-9:-]+$/ }),
  name: text({ zh: '视图名称', en: 'Name of the view' }, { min: 0, max: 32 }),
  query: text({ zh: '筛选与排序', en: 'Filters and order' }, { min: 0, max: 2000 }),
  setting: text({ zh: '列设置', en: 'Columns' }, { min: 0, max: 8000 }),
};
const roles = list({ zh: '角色', en: 'Roles' }, text({ zh: '角色', en: 'Role' }, { max: 255 }), { max: 50 });

/** The caller's list views: own columns (without a name), own views, and those shared with the caller's roles. */
export const getListViews = operation('get-list-views', {
  title: { zh: '列表视图', en: 'Views of lists' },
  path: '/api/listView/get',
  access: 'signed-in',
  input: {},
  output: {
    views: list(
      { zh: '视图', en: 'Views' },
      group(
        { zh: '视图', en: 'View' },
        {
          id,
          ...look,
          roles,
          isOwn: flag({ zh: '本人的', en: 'Own' }),
          ownerName: text({ zh: '创建人', en: 'Made by' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** Saves the caller's columns of a list, or a named view of it; a view of the same name is replaced. */
export const saveListView = operation('save-list-view', {
  title: { zh: '保存列表视图', en: 'Save a view of a list' },
  path: '/api/listView/save',
  access: 'signed-in',
  input: look,
  output: { id },
  audit: 'list-view.saved',
});

/** Deletes a view of the caller. */
export const deleteListView = operation('delete-list-view', {
  title: { zh: '删除列表视图', en: 'Delete a view of a list' },
  path: '/api/listView/remove',
  access: 'signed-in',
  input: { id },
  output: {},
  audit: 'list-view.deleted',
});

const canShare = permission('list-view.share', { zh: '共享列表视图', en: 'Share views of lists' });

/** Shares a view of the caller with the accounts of these roles; an empty list ends sharing. */
export const shareListView = operation('share-list-view', {
  title: { zh: '共享列表视图', en: 'Share a view of a list' },
  path: '/api/listView/share',
  access: canShare,
  input: { id, roles },
  output: {},
  audit: 'list-view.shared',
});

/** Roles a view can be shared with. */
export const getViewRoles = operation('get-view-roles', {
  title: { zh: '可共享的角色', en: 'Roles to share with' },
  path: '/api/listView/getRoles',
  access: canShare,
  input: {},
  output: {
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        { value: text({ zh: '编号', en: 'Value' }), name: text({ zh: '名称', en: 'Name' }) },
      ),
    ),
  },
  isRead: true,
});

export const listViewRefusal = refusals('list-view', {
  'not-found': { status: 404, zh: '视图不存在，或不是您创建的', en: 'The view does not exist or is not yours' },
  'too-many': {
    status: 422,
    zh: '每个列表最多保存{most}个视图，请先删除不用的',
    en: 'A list can have at most {most} views. Delete one first',
  },
  'unknown-role': { status: 422, zh: '角色“{role}”不存在', en: 'Role "{role}" does not exist' },
});
