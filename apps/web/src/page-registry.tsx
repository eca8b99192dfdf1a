import { pages } from 'virtual:page-index';
import type { Page } from '@boyun/kernel/contract';
import { can, Empty, ReportPage, ResourcePage, useReport, useResource } from '@boyun/kernel/web';
import type { ComponentType } from 'react';
import { late } from './late.ts';
import { bespokePages } from './modules.ts';
import { FramePage } from './page/frame-page.tsx';
import type { MenuFrame, MenuRoute } from './shell/menu-tree.ts';

/** A page as the shell knows it, with the name of a standard list's resource or report. */
export type ShownPage = Omit<Page, 'resource' | 'report'> & {
  readonly resource?: string;
  readonly report?: string;
  /** The module that declares it; none for an entry of the tenant's own. */
  readonly module?: string;
  readonly frame?: MenuFrame;
};

const byKey = new Map(pages.map((page) => [page.key, page]));
const byPath = new Map(pages.map((page) => [page.path, page]));
const added = new Map<string, ShownPage>();
const components = new Map<string, ComponentType>();
const bespoke = new Map(Object.entries(bespokePages).map(([key, load]) => [key, late(load)]));

/** Returns the page declared under a component key. */
export function pageOfKey(key: string): ShownPage | null {
  return byKey.get(key) ?? null;
}

/** Registers the routes of the menu list. The same page may have further addresses; an unknown component key gets a page that says so. */
export function addRoutes(routes: readonly MenuRoute[]): void {
  for (const { path, component, title, frame } of routes) {
    const known = byKey.get(component);
    added.set(
      path,
      known
        ? { ...known, path, ...(path === known.path ? {} : { title }) }
        : { key: component, path, title, icon: '', area: 'home', access: 'signed-in', frame },
    );
  }
}

/** Returns the page at an address; the landing page is at `/{dashboardPath}/index`: the board at that path, else the console. */
export function pageAt(path: string, dashboardPath: string): ShownPage | null {
  const found = byPath.get(path) ?? added.get(path);
  if (found) return found;
  if (path !== `/${dashboardPath}/index`) return null;
  const boards = [byKey.get('homeStat'), byPath.get(`/${dashboardPath}`), byKey.get('console')].filter((one) => !!one);
  return boards.find((one) => can(one.access)) ?? boards.at(-1) ?? null;
}

/** Returns the component of a page: the module's own, else the standard list of its resource or report. Every call returns the same one. */
export function componentOf(page: ShownPage): ComponentType {
  const name = page.frame?.address ?? page.key;
  let component = components.get(name);
  if (!component) {
    const part = bespoke.get(page.key);
    const { resource, report, empty, frame, title } = page;
    if (frame) component = () => <FramePage frame={frame} title={title} />;
    else if (part) component = part.Component;
    else if (resource) component = () => <StandardPage resource={resource} />;
    else if (report) component = () => <StandardReport report={report} empty={empty} />;
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
    components.set(name, component);
  }
  return component;
}

function StandardPage({ resource }: { resource: string }) {
  const of = useResource(resource);
  return of && <ResourcePage of={of} />;
}

function StandardReport({ report, empty }: { report: string; empty: Page['empty'] }) {
  const of = useReport(report);
  return of && <ReportPage of={of} empty={empty} />;
}

/** Loads a page's code before it is rendered (on hover over its menu entry). */
export async function preload(page: ShownPage): Promise<void> {
  await bespoke.get(page.key)?.fetch();
}
