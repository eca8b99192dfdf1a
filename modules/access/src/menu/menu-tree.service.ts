import {
  FORMER_MENU_AREAS,
  MENU_AREAS,
  MENU_GROUPS,
  type ModuleContract,
  type Page,
  type Values,
} from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { getMenu } from './menu.contract.ts';
import { FOLDER, isLink, isOutside, type MenuLink } from './menu-link.service.ts';

/** An entry of the product's standard menu. */
export interface StandardEntry {
  readonly key: string;
  readonly parentKey: string | null;
  readonly name: string;
  readonly nameEn: string;
  readonly icon: string;
  readonly url: string;
  /** The page of the entry; null for a container. */
  readonly page: Page | null;
}

/** An entry with its position, and where it leads if the tenant says so. */
export type MenuEntry = StandardEntry & { readonly isHidden: boolean; readonly link: MenuLink };

/** Menu areas about lots. The platform has no lots, so these areas are hidden in its menu until it shows them. */
const OF_LOTS: ReadonlySet<string> = new Set(
  ['duty', 'list', 'pass', 'share', 'discount', 'group', 'tariff', 'basic', 'report'].map((area) => `area:${area}`),
);

/** The areas about money, and their pages that are not about lots: those by which the platform is paid. */
const OF_MONEY: ReadonlySet<string> = new Set(['order', 'finance']);
const MONEY_OF_PLATFORM: ReadonlySet<string> = new Set([
  ...['payment', 'payConfig', 'unknownPayment', 'reconciliation', 'billImport', 'billSource'],
  ...['cashFlow', 'refundReport', 'trialBalance', 'ledger', 'voucher', 'accountingPeriod', 'accountCode'],
]);

/** Whether the platform's menu hides an entry until the platform shows it. */
const isOfLots = ({ key, page }: StandardEntry): boolean =>
  page ? OF_MONEY.has(page.area) && !MONEY_OF_PLATFORM.has(page.key) : OF_LOTS.has(key);

/** Modules in menu order: places and cars first, then people, the system and reports. */
export const ORDER: readonly string[] = [
  'facilities',
  'devices',
  'gateway',
  'edge',
  'orders',
  'feedback',
  'replays',
  'passings',
  'alarms',
  'repairs',
  'charging',
  'lists',
  'bookings',
  'passes',
  'merchants',
  'activities',
  'coupons',
  'payments',
  'wallets',
  'members',
  'shared-parking',
  'groups',
  'vip',
  'invoices',
  'settlement',
  'reconciliation',
  'money',
  'reviews',
  'organisation',
  'tenancy',
  'access',
  'lot-desk',
  'duty',
  'public-tools',
  'system',
  'open-api',
  'push',
  'insight',
  'reports',
  'video',
  'screens',
  'patrols',
];

type AreaLabel = { readonly zh: string; readonly en: string; readonly icon: string };

function areaEntry(area: string, { zh: name, en: nameEn, icon }: AreaLabel): StandardEntry {
  return { key: `area:${area}`, parentKey: null, name, nameEn, icon, url: `/${area}`, page: null };
}

/** Areas of earlier versions, which saved menus may contain. */
export const FORMER_AREAS: readonly StandardEntry[] = Object.entries(FORMER_MENU_AREAS).map(([area, label]) =>
  areaEntry(area, label),
);

/** Returns the standard menu: areas, page groups below them, pages. */
export function standardMenu(contracts: readonly ModuleContract[]): StandardEntry[] {
  const inOrder = [...contracts].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  const pages = inOrder.flatMap((one) => one.pages).filter((page) => !page.isHidden);
  return Object.entries(MENU_AREAS).flatMap(([area, label]): StandardEntry[] => {
    const own = pages.filter((page) => page.area === area);
    if (own.length === 0) return [];
    const areaKey = `area:${area}`;
    const entries: StandardEntry[] = [areaEntry(area, label)];
    const groups = new Set<string>();
    for (const page of own) {
      const { group } = page;
      const groupKey = group && `group:${area}/${group}`;
      if (groupKey && !groups.has(groupKey)) {
        const { zh: name, en: nameEn, icon } = MENU_GROUPS[group];
        groups.add(groupKey);
        entries.push({
          key: groupKey,
          parentKey: areaKey,
          name,
          nameEn,
          icon,
          url: `/${area}/${group}`,
          page: null,
        });
      }
      entries.push({
        key: `page:${page.key}`,
        parentKey: groupKey ?? areaKey,
        name: page.title.zh,
        nameEn: page.title.en,
        icon: page.icon,
        url: page.path,
        page,
      });
    }
    return entries;
  });
}

interface Arranged extends MenuLink {
  readonly key: string;
  readonly parentKey: string | null;
  readonly name: string | null;
  readonly nameEn: string | null;
  readonly icon: string | null;
  readonly isHidden: boolean;
}

/** Returns the entries arranged by the tenant, in order; none where it uses the standard menu. */
export function arrangedEntries(tx: TenantTx): Promise<Arranged[]> {
  return tx.query<Arranged>(
    `select key, parent_key, name, name_en, icon, is_hidden, component, url, opening
     from menu_entry where tenant_id = $1 order by position`,
    [tx.tenantId],
  );
}

/**
 * Returns the menu of a tenant, parents before children: as arranged by the tenant, with entries added since in their
 * standard position and without entries that no longer exist.
 */
export async function menuEntries(tx: TenantTx, contracts: readonly ModuleContract[]): Promise<MenuEntry[]> {
  const standard = standardMenu(contracts);
  const arranged = await arrangedEntries(tx);
  const known = new Map([...FORMER_AREAS, ...standard].map((one) => [one.key, one]));
  const pages = new Map(contracts.flatMap((one) => one.pages).map((one) => [one.key, one]));
  const placed: MenuEntry[] = arranged.flatMap((one): MenuEntry[] => {
    const own = known.get(one.key);
    if (!own && !one.key.startsWith('own:')) return [];
    const { component, url, opening } = one;
    const page = own?.page ?? pages.get(component ?? '') ?? null;
    // A framed site is shown under an address of the product.
    const address = isOutside(url) && opening === 'tab' ? null : (url ?? page?.path);
    return [
      {
        key: one.key,
        parentKey: one.parentKey,
        name: one.name ?? own?.name ?? '',
        nameEn: one.nameEn ?? own?.nameEn ?? '',
        icon: one.icon ?? own?.icon ?? 'folder',
        url: own?.url ?? address ?? `/${one.key.replace(':', '/')}`,
        page,
        isHidden: one.isHidden,
        link: { component, url, opening },
      },
    ];
  });
  const keys = new Set(placed.map((one) => one.key));
  const isHidden = (one: StandardEntry) => tx.who.isPlatform && isOfLots(one);
  const added = standard.filter((one) => !keys.has(one.key));
  // A saved menu takes in containers added since only with the pages they contain.
  const isNeeded = ({ key, page }: StandardEntry): boolean =>
    placed.length === 0 || page !== null || added.some((one) => one.parentKey === key && isNeeded(one));
  const all = [...placed, ...added.filter(isNeeded).map((one) => ({ ...one, isHidden: isHidden(one), link: FOLDER }))];
  const there = new Set(all.map((one) => one.key));
  const isThere = (key: string | null) => key !== null && there.has(key);
  const children = Map.groupBy(all, (one) => (isThere(one.parentKey) ? one.parentKey : null));
  const below = (parent: string | null): MenuEntry[] =>
    (children.get(parent) ?? []).flatMap((one) => [{ ...one, parentKey: parent }, ...below(one.key)]);
  return below(null);
}

/** Returns the level of an entry, 1 at the top. */
export function levelOf(entries: ReadonlyMap<string, { readonly parentKey: string | null }>, key: string): number {
  const parent = entries.get(key)?.parentKey ?? null;
  return parent === null ? 1 : 1 + levelOf(entries, parent);
}

/** Returns the entries in the form the menu page expects. */
export function toRows(entries: readonly MenuEntry[]): Values<typeof getMenu.output>['entries'] {
  const byKey = new Map(entries.map((one) => [one.key, one]));
  return entries.map(({ page, link, ...one }) => ({
    ...one,
    url: one.key.startsWith('own:') ? (link.url ?? '') : one.url,
    component: link.component ?? page?.key ?? '',
    opening: link.opening,
    isLink: isLink(link),
    level: levelOf(byKey, one.key),
  }));
}
