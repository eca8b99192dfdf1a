import type { Access } from './access.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';
import type { Report } from './operation.ts';
import type { Resource } from './resource.ts';

/** The areas of the menu, by job, in their order. */
export const MENU_AREAS = {
  home: { zh: '首页', en: 'Home', icon: 'dashboard' },
  duty: { zh: '值守', en: 'On duty', icon: 'monitor' },
  order: { zh: '订单收费', en: 'Orders and charges', icon: 'order' },
  list: { zh: '名单', en: 'Lists', icon: 'white' },
  pass: { zh: '月卡', en: 'Passes', icon: 'pack' },
  share: { zh: '共享车位', en: 'Shared parking', icon: 'share' },
  tariff: { zh: '收费规则', en: 'Tariffs', icon: 'rule' },
  discount: { zh: '优惠', en: 'Discounts', icon: 'discount' },
  group: { zh: '单位与 VIP', en: 'Units and VIP', icon: 'tenant' },
  finance: { zh: '财务', en: 'Finance', icon: 'payment' },
  basic: { zh: '车场设备', en: 'Lots and devices', icon: 'database' },
  user: { zh: '人员', en: 'People', icon: 'team' },
  report: { zh: '报表', en: 'Reports', icon: 'report' },
  tools: { zh: '公共工具', en: 'Public tools', icon: 'tool' },
  system: { zh: '系统', en: 'System', icon: 'setting' },
  tenant: { zh: '租户', en: 'Tenants', icon: 'tenant' },
} as const;
export type MenuArea = keyof typeof MENU_AREAS;

/** Groups within an area, one level below it. */
export const MENU_GROUPS = {
  device: { zh: '设备', en: 'Devices', icon: 'camera' },
  book: { zh: '账簿', en: 'Books', icon: 'log' },
  log: { zh: '日志', en: 'Logs', icon: 'log' },
  upkeep: { zh: '系统维护', en: 'Upkeep', icon: 'verify' },
} as const;

/** Areas of earlier versions. Saved menus may contain them; the standard menu does not. */
export const FORMER_MENU_AREAS: Readonly<Record<string, Label & { readonly icon: string }>> = {
  operation: { zh: '运营管理', en: 'Operation', icon: 'car' },
  device: { zh: '设备管理', en: 'Devices', icon: 'camera' },
};
type MenuGroup = keyof typeof MENU_GROUPS;

/** A page of the product: its component key, address, title, access, and place in the menu. */
export interface Page {
  readonly key: string;
  readonly path: string;
  readonly title: Label;
  readonly icon: string;
  readonly area: MenuArea;
  /** Pages of an area with the same group are listed together one level below it. */
  readonly group?: MenuGroup;
  readonly access: Access;
  /** A page that is the standard list of a resource needs no component. */
  readonly resource?: Resource;
  /** A page that is the standard list of a report needs none either. */
  readonly report?: Report;
  /** What the standard list of a report says without rows. */
  readonly empty?: { readonly title: Label; readonly hint: Label };
  /** Not in the menu. */
  readonly isHidden?: boolean;
  /** Not kept mounted while another tab is shown. */
  readonly noCache?: boolean;
  /** Fills the window in the dark theme, without menu, bar or tags. */
  readonly isBare?: boolean;
}

/** Declares a page. */
export function page(key: string, declaration: Omit<Page, 'key'>): Page {
  return { ...declaration, key };
}

/** Declares the standard page of a resource, with its title and access. */
export function resourcePage(
  key: string,
  of: Resource,
  declaration: Pick<Page, 'path' | 'icon' | 'area' | 'group'> & { title?: Label },
): Page {
  return { title: of.title, ...declaration, key, access: of.can.list, resource: of };
}

/** Declares the standard page of a report: filters, table, totals and export, with its title and access. */
export function reportPage<F extends Fields, C extends Fields>(
  key: string,
  of: Report<F, C>,
  declaration: Pick<Page, 'path' | 'icon' | 'area' | 'group' | 'empty'> & { title?: Label },
): Page {
  return { title: of.title, ...declaration, key, access: of.access, report: of as unknown as Report };
}
