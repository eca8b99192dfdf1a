import {
  exportPermission,
  type Label,
  MENU_AREAS,
  type ModuleContract,
  type Page,
  type Permission,
  permissionsOf,
  type Values,
} from '@boyun/kernel/contract';
import { isAllowed, type Who } from '@boyun/kernel/server';
import type { getPermissionTree } from './permission-tree.contract.ts';

type Node = Values<typeof getPermissionTree.output>['nodes'][number];

/** Permissions that belong to no page. */
const OTHER: Label = { zh: '其他', en: 'Other' };

/** Returns the permissions of the product below the pages they belong to, in menu order. */
export function permissionTree(contracts: readonly ModuleContract[], who: Who): Node[] {
  const placed = new Map<string, { area: string; page: Page | null; rights: Permission[] }>();
  for (const contract of contracts)
    for (const right of permissionsOf([contract])) {
      const page = pageOf(contract, right);
      const key = page ? `page:${page.key}` : `page:${contract.name}`;
      const known = placed.get(key) ?? { area: page?.area ?? 'system', page, rights: [] };
      known.rights.push(right);
      placed.set(key, known);
    }
  const seen = new Set<string>();
  const node = (id: string, parentId: string, label: Label, right?: Permission): Node => ({
    id,
    parentId,
    zh: label.zh,
    en: label.en,
    isPermission: right !== undefined,
    canGrant: right !== undefined && !right.isAdminOnly && isAllowed(right, who),
  });
  return Object.entries(MENU_AREAS).flatMap(([area, label]) => {
    const pages = [...placed].filter(([, one]) => one.area === area);
    if (pages.length === 0) return [];
    return [
      node(`area:${area}`, '', label),
      ...pages.flatMap(([key, { page, rights }]) => {
        // Two modules may require the same permission; it is listed where it was found first.
        const fresh = rights.filter((right) => !seen.has(right.name) && seen.add(right.name));
        if (fresh.length === 0) return [];
        return [
          node(key, `area:${area}`, page?.title ?? OTHER),
          ...inOrder(fresh, page).map((right) => node(right.name, key, right.label, right)),
        ];
      }),
    ];
  });
}

/** The right to see a page first, to export it last. */
function inOrder(rights: readonly Permission[], page: Page | null): Permission[] {
  const opens = typeof page?.access === 'object' ? page.access.name : null;
  const rank = ({ name }: Permission) =>
    name === opens || /\.(list|view)$/.test(name) ? 0 : name.endsWith('.export') ? 2 : 1;
  return rights.toSorted((a, b) => rank(a) - rank(b));
}

const thingOf = (name: string) => name.split('.')[0]!;

/** The page a permission belongs to: the one of the same resource, otherwise the most similar page of its module. */
function pageOf(contract: ModuleContract, right: Permission): Page | null {
  const thing = thingOf(right.name);
  const report = contract.reports.find((one) => exportPermission(one).name === right.name);
  const about = (page: Page) =>
    page.resource?.name ?? (typeof page.access === 'object' ? thingOf(page.access.name) : page.key);
  const pages = contract.pages;
  return (
    pages.find((page) => report && page.title === report.title) ??
    pages.find((page) => typeof page.access === 'object' && page.access.name === right.name) ??
    pages.find((page) => about(page) === thing) ??
    pages.find((page) => about(page).split('-')[0] === thing.split('-')[0]) ??
    pages[0] ??
    null
  );
}
