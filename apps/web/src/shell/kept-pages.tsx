import {
  CrashGuard,
  can,
  NoPermission,
  readSession,
  Skeleton,
  type TabPlace,
  TabPlaceContext,
  useCommitted,
  useUnsavedPaths,
} from '@boyun/kernel/web';
import { Activity, memo, type ReactNode, Suspense, useInsertionEffect, useMemo } from 'react';
import { NavigationType, UNSAFE_LocationContext } from 'react-router';
import { WelcomePage } from '../page/welcome-page.tsx';
import { componentOf, type ShownPage } from '../page-registry.tsx';
import { keptTabs } from './kept-tab.ts';
import { useTabs } from './tabs.ts';

/** Renders the visible page, and the kept pages hidden: their effects are unmounted, their state is preserved. */
export function KeptPages({ shownPath }: { shownPath: string }) {
  const kept = keptTabs(useTabs(), shownPath, useUnsavedPaths());
  // Read by effects that clean up while the page is being hidden: by then another one is shown.
  const shown = useCommitted(shownPath);
  useInsertionEffect(() => preserveLayout(shownPath));
  return kept.map((tab) => (
    <Activity key={`${tab.path} ${tab.drawing}`} mode={tab.path === shownPath ? 'visible' : 'hidden'}>
      <div className="shell-page" data-path={tab.path}>
        <CrashGuard>
          <Suspense fallback={<Skeleton lines={8} />}>
            <Placed path={tab.path} shown={shown}>
              <TabPage page={tab.page} pathname={tab.location.pathname} search={tab.location.search} />
            </Placed>
          </Suspense>
        </CrashGuard>
      </div>
    </Activity>
  ));
}

/**
 * React hides a page with `display: none`, and laying it out again is most of the cost of showing it. A style sheet hides it instead and
 * preserves the layout. Called before the effects of the pages run, which may measure sizes.
 */
function preserveLayout(shownPath: string): void {
  for (const page of document.querySelectorAll<HTMLElement>('.shell-page')) {
    page.classList.toggle('is-kept', page.dataset.path !== shownPath);
    keepBoxes(page);
    hiding.observe(page, { attributeFilter: ['style'] });
  }
}

// React also hides elements that change while their page is hidden.
const hiding = new MutationObserver((changes) => {
  for (const { target } of changes) keepBoxes(target as HTMLElement);
});

function keepBoxes(page: HTMLElement): void {
  if (page.classList.contains('is-kept')) page.style.removeProperty('display');
}

function Placed({ path, shown, children }: { path: string; shown: { readonly current: string }; children: ReactNode }) {
  const place = useMemo<TabPlace>(() => ({ path, isShown: () => shown.current === path }), [path, shown]);
  return <TabPlaceContext value={place}>{children}</TabPlaceContext>;
}

/**
 * A page sees the location of its own tab as long as the tab exists, independent of the address bar, so that switching tabs re-renders none
 * of them. `useRoutes` with a location would do the same, but re-renders on every address change.
 */
const TabPage = memo(function TabPage({
  page,
  pathname,
  search,
}: {
  page: ShownPage;
  pathname: string;
  search: string;
}) {
  const place = useMemo(
    () => ({
      location: { pathname, search, hash: '', state: null, key: 'default' },
      navigationType: NavigationType.Pop,
    }),
    [pathname, search],
  );
  const Component = componentOf(page);
  const isHome = pathname === `/${readSession('dashboardPath')}/index`;
  return (
    <UNSAFE_LocationContext value={place}>
      {can(page.access) ? <Component /> : isHome ? <WelcomePage /> : <NoPermission />}
    </UNSAFE_LocationContext>
  );
});
