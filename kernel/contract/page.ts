import type { Access } from './access.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';
import type { Report } from './operation.ts';
import type { Resource } from './resource.ts';

/** The areas of the menu, in their order. */
export const MENU_AREAS = {
  home: { zh: '首页', en: 'Home', icon: 'dashboard' },
  basic: { zh: '基础数据', en: 'Basic data', icon: 'database' },
  operation: { zh: '运营管理', en: 'Operation', icon: 'car' },
  report: { zh: '报表', en: 'Reports', icon: 'report' },
  device: { zh: '设备管理', en: 'Devices', icon: 'camera' },
  user: { zh: '用户管理', en: 'Users', icon: 'team' },
  system: { zh: '系统管理', en: 'System', icon: 'setting' },
  tenant: { zh: '租户', en: 'Tenants', icon: 'tenant' },
} as const;
export type MenuArea = keyof typeof MENU_AREAS;

/** Groups within an area, one level below it. */
export const MENU_GROUPS = {
  log: { zh: '日志', en: 'Logs' },
} as const;
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
  declaration: Pick<Page, 'path' | 'icon' | 'area'> & { title?: Label },
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
