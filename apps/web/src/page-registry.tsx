import type { Page } from '@boyun/kernel/contract';
import { Empty, ResourcePage } from '@boyun/kernel/web';
import { type ComponentType, createElement, lazy } from 'react';
import { bespokePages, contracts } from './modules.ts';

const declared: readonly Page[] = contracts.flatMap((contract) => contract.pages);
const byKey = new Map(declared.map((page) => [page.key, page]));
const byPath = new Map(declared.map((page) => [page.path, page]));
const added = new Map<string, Page>();
const components = new Map<string, ComponentType>();

/** The page declared under a component key. */
export function pageOfKey(key: string): Page | null {
  return byKey.get(key) ?? null;
}

/**
 * Makes the routes of the menu list known. The same page may stand at another address; a component key nobody knows gets a
 * page that says so.
 */
export function addRoutes(routes: readonly { path: string; component: string; title: Page['title'] }[]): void {
  for (const { path, component, title } of routes) {
    const known = byKey.get(component);
    added.set(
      path,
      known ? { ...known, path } : { key: component, path, title, icon: '', area: 'home', access: 'signed-in' },
    );
  }
}

/** The page at an address; the landing page stands at `/{dashboardPath}/index`. */
export function pageAt(path: string, dashboardPath: string): Page | null {
  const found = byPath.get(path) ?? added.get(path);
  if (found) return found;
  return path === `/${dashboardPath}/index` ? (byKey.get('homeStat') ?? byKey.get('console') ?? null) : null;
}

/** The component of a page: a module's own, else the standard list of its resource. One and the same at every call. */
export function componentOf(page: Page): ComponentType {
  let component = components.get(page.key);
  if (!component) {
    const load = bespokePages[page.key];
    const { resource } = page;
    if (load) component = lazy(load);
    else if (resource) component = () => createElement(ResourcePage, { of: resource });
    else
      component = () => (
        <Empty
          title={{ zh: '此页面尚未提供', en: 'This page is not available yet' }}
          hint={{
            zh: `菜单中的组件“${page.key}”不在当前版本中，其他用户看不到此菜单`,
            en: `This version has no component "${page.key}"; other users do not see this menu entry`,
          }}
        />
      );
    components.set(page.key, component);
  }
  return component;
}

/** Fetches a page's code before it is asked for (pointer over its menu entry). */
export function preload(page: Page): void {
  void bespokePages[page.key]?.().catch(() => undefined);
}
