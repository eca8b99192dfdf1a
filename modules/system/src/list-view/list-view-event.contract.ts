import { actEvent, list, text } from '@boyun/kernel/contract';
import { deleteListView, saveListView, shareListView } from './list-view.contract.ts';

const fields = {
  list: text({ zh: '列表', en: 'List' }, { max: 64 }),
  name: text({ zh: '名称', en: 'Name' }, { max: 255 }),
  query: text({ zh: '条件', en: 'Query' }, { min: 0, max: 4000 }),
};

/** A view of a list was saved. */
export const listViewSaved = actEvent(saveListView, fields);

/** A view of a list was deleted. */
export const listViewDeleted = actEvent(deleteListView, { list: fields.list, name: fields.name });

/** A view of a list was shared with roles. */
export const listViewShared = actEvent(shareListView, {
  roles: list({ zh: '角色', en: 'Roles' }, text({ zh: '角色', en: 'Role' }, { max: 64 })),
});
