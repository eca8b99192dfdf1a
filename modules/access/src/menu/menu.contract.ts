import { flag, group, integer, list, operation, optional, permission, refusals, text } from '@boyun/kernel/contract';

const key = text({ zh: '标识', en: 'Key' }, { max: 100, pattern: /^(area|group|page|own):[\w/-]+$/ });
const name = text({ zh: '名称', en: 'Name' }, { max: 32 });
const nameEn = text({ zh: '英文名称', en: 'English name' }, { max: 64 });
const icon = text({ zh: '图标', en: 'Icon' }, { max: 32, pattern: /^[a-z-]*$/, min: 0 });
const seeing = permission('menu.list', { zh: '查看菜单', en: 'View: Menus' });
const arranging = permission('menu.update', { zh: '调整菜单', en: 'Arrange: Menus' });

/** The editable fields of an entry. */
export const menuEntryFields = { name, nameEn, icon };

/** The whole menu as arranged by this tenant, including hidden entries, parents before children. */
export const getMenu = operation('get-menu', {
  title: { zh: '菜单', en: 'Menus' },
  path: '/api/menu/get',
  access: seeing,
  input: {},
  output: {
    entries: list(
      { zh: '菜单项', en: 'Entries' },
      group(
        { zh: '菜单项', en: 'Entry' },
        {
          key,
          parentKey: optional(key),
          ...menuEntryFields,
          isHidden: flag({ zh: '隐藏', en: 'Hidden' }),
          url: text({ zh: '地址', en: 'Address' }, { min: 0, max: 500 }),
          component: text({ zh: '组件', en: 'Component' }, { min: 0 }),
          opening: text({ zh: '打开方式', en: 'Opens in' }, { max: 16 }),
          isLink: flag({ zh: '自定义链接', en: 'A link of the tenant' }),
          level: integer({ zh: '层级', en: 'Level' }),
        },
      ),
      { max: 1000 },
    ),
    isStandard: flag({ zh: '标准菜单', en: 'The standard menu' }),
  },
  isRead: true,
});

/** Saves the menu: every entry with its position and names. Entries that lead somewhere keep their targets. */
export const saveMenu = operation('save-menu', {
  title: { zh: '调整菜单', en: 'Arrange the menu' },
  path: '/api/menu/save',
  access: arranging,
  input: {
    entries: list(
      { zh: '菜单项', en: 'Entries' },
      group(
        { zh: '菜单项', en: 'Entry' },
        {
          key,
          parentKey: optional(key),
          ...menuEntryFields,
          isHidden: flag({ zh: '隐藏', en: 'Hidden' }, { byDefault: false }),
        },
      ),
      { min: 1, max: 1000 },
    ),
  },
  output: {},
  audit: 'menu.arranged',
});

/** Restores the standard menu. */
export const resetMenu = operation('reset-menu', {
  title: { zh: '恢复标准菜单', en: 'Back to the standard menu' },
  path: '/api/menu/reset',
  access: arranging,
  input: {},
  output: {},
  audit: 'menu.reset',
});

export const menuRefusal = refusals('menu', {
  'unknown-entry': { status: 422, zh: '没有这样的菜单项：{key}', en: 'No such menu entry: {key}' },
  'too-deep': { status: 422, zh: '菜单最多三级：{name}', en: 'A menu has at most three levels: {name}' },
  'not-a-folder': { status: 422, zh: '页面下不能再放菜单：{name}', en: 'A page cannot contain menu entries: {name}' },
  'unknown-page': { status: 422, zh: '系统没有这个页面：{page}', en: 'The product has no such page: {page}' },
  'other-page': {
    status: 422,
    zh: '地址与页面组件不一致：{url}。请清空其中一项，或另取地址 /own/名称',
    en: 'The address {url} is not one of the chosen page. Clear one of them, or use an address such as /own/name',
  },
  'leads-nowhere': { status: 422, zh: '请选择页面组件或填写地址', en: 'Choose a page or enter an address' },
  'address-taken': { status: 422, zh: '地址已被其他菜单项使用：{url}', en: 'Another entry has the address {url}' },
  twice: { status: 422, zh: '菜单项重复：{key}', en: 'Duplicate menu entry: {key}' },
  'own-hidden': {
    status: 422,
    zh: '“菜单”页面不能隐藏，否则无法再改回来',
    en: 'The menu page cannot be hidden, because the menu could then not be restored',
  },
});
