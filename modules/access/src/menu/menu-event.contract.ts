import { event, integer } from '@boyun/kernel/contract';

/** The menu was rearranged. */
export const menuArranged = event('menu.arranged', {
  label: { zh: '调整菜单', en: 'The menu was rearranged' },
  fields: { entryCount: integer({ zh: '菜单项数', en: 'Entries' }) },
});

/** The menu is that of the product again. */
export const menuReset = event('menu.reset', { label: { zh: '恢复默认菜单', en: 'The menu was reset' }, fields: {} });
