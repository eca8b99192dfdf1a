import { pattern } from '@boyun/domain/pattern';
import { choice, operation, optional, permission, text } from '@boyun/kernel/contract';
import { menuEntryFields } from './menu.contract.ts';

/** Where a menu entry opens: a page or a framed site in a tab of the product, or either in a window of the browser. */
export const MENU_OPENINGS = {
  tab: { zh: '站内页签', en: 'Tab of the product' },
  window: { zh: '新窗口', en: 'New window' },
} as const;

/** An address within the product has one slash at the start; other addresses are those of web pages, without a password. */
const linkAddress = {
  isValid: (given: string) =>
    /^\/(?![/\\])[^\s\\#]*$/.test(given) ||
    (/^https?:/i.test(given) && pattern.url.isValid(given) && new URL(given).username === ''),
  zh: '请输入 http(s) 网址，或以“/”开头的站内地址',
  en: 'Enter an http(s) address, or one of this product that begins with "/"',
};

const opening = choice({ zh: '打开方式', en: 'Opens in' }, MENU_OPENINGS, {
  byDefault: 'tab',
  hint: {
    zh: '外部网址在站内页签中以内嵌方式打开；对方网站不允许内嵌时，请选新窗口',
    en: 'A tab frames an outside address; choose a window for sites that refuse to be framed',
  },
});

/** The editable fields of an entry that leads somewhere. */
export const menuLinkFields = {
  ...menuEntryFields,
  component: optional(text({ zh: '页面组件', en: 'Page' }, { max: 64, pattern: /^\w+$/ })),
  url: optional(
    text(
      { zh: '地址', en: 'Address' },
      {
        max: 500,
        rule: linkAddress,
        hint: {
          zh: '外部网址；或本系统页面的地址，可带筛选条件；选了页面组件时可留空，或另取地址 /own/名称',
          en: 'A web address, or a page of this product, also with filters. With a page: empty, or an address of its own, /own/name',
        },
      },
    ),
  ),
  opening,
};

/** Adds an entry that leads to a page or an address, or changes it; only administrators decide where the menu leads. */
export const linkMenu = operation('link-menu', {
  title: { zh: '设置菜单链接', en: 'Link a menu entry' },
  path: '/api/menu/link',
  access: { ...permission('menu.link', { zh: '设置菜单链接', en: 'Link: Menus' }), isAdminOnly: true },
  input: {
    key: optional(text({ zh: '标识', en: 'Key' }, { max: 100, pattern: /^own:[\w/-]+$/ })),
    ...menuLinkFields,
  },
  output: { key: text({ zh: '标识', en: 'Key' }) },
  audit: 'menu.linked',
});
