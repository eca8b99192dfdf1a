import {
  type Access,
  MENU_AREAS,
  MENU_GROUPS,
  type MenuArea,
  type ModuleContract,
  type Page,
  type Values,
} from '@boyun/kernel/contract';
import type { Who } from '@boyun/kernel/server';
import type { getMenuList } from './sign-in.contract.ts';

type Menu = Values<typeof getMenuList.output>['menu'];

/** The menu of an account: the areas that hold a page it may see, with those pages below, in the modules' order. */
export function menuOf(contracts: readonly ModuleContract[], who: Who): Menu {
  const pages = contracts.flatMap((one) => one.pages).filter((page) => !page.isHidden && mayOpen(page.access, who));
  return Object.entries(MENU_AREAS).flatMap(([area, label]) => {
    const node = nodesOf(pages.filter((page) => page.area === (area as MenuArea)));
    if (node.length === 0) return [];
    return [{ url: `/${area}`, name: label.zh, nameEn: label.en, icon: label.icon, level: 1, component: '', node }];
  });
}

/** The pages of an area; those of a group below a container where the first of them stands. */
function nodesOf(pages: readonly Page[]): Menu[number]['node'] {
  return pages.flatMap((page): Menu[number]['node'] => {
    const { group } = page;
    if (!group) return [{ ...entryOf(page, 2), node: [] }];
    const members = pages.filter((one) => one.group === group);
    if (members[0] !== page) return [];
    const node = members.map((one) => entryOf(one, 3));
    const { zh: name, en: nameEn } = MENU_GROUPS[group];
    const url = `/${page.area}/${group}`;
    return [{ url, name, nameEn, icon: page.icon, level: 2, component: '', node }];
  });
}

function entryOf(page: Page, level: number) {
  return { url: page.path, name: page.title.zh, nameEn: page.title.en, icon: page.icon, level, component: page.key };
}

function mayOpen(access: Access, who: Who): boolean {
  if (typeof access === 'object') return who.isAdmin || who.permissions.has(access.name);
  return access === 'platform' ? who.isPlatform : access !== 'device';
}
