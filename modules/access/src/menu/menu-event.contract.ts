import { event, integer, text } from '@boyun/kernel/contract';

/** The menu was rearranged. */
export const menuArranged = event('menu.arranged', {
  label: { zh: '调整菜单', en: 'The menu was rearranged' },
  fields: { entryCount: integer({ zh: '菜单项数', en: 'Entries' }) },
});

/** The menu is that of the product again. */
export const menuReset = event('menu.reset', { label: { zh: '恢复默认菜单', en: 'The menu was reset' }, fields: {} });

/** An entry of the menu leads elsewhere than before. */
export const menuLinked = event('menu.linked', {
  label: { zh: '设置菜单链接', en: 'A menu entry was linked' },
  fields: { name: text({ zh: '名称', en: 'Name' }) },
});
