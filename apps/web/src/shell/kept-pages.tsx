import {
  CrashGuard,
  may,
  NoPermission,
  readSession,
  Skeleton,
  type TabPlace,
  TabPlaceContext,
  useUnsavedPaths,
} from '@boyun/kernel/web';
import { Activity, memo, type ReactNode, type RefObject, Suspense, useMemo, useRef } from 'react';
import { useRoutes } from 'react-router';
import { WelcomePage } from '../page/welcome-page.tsx';
import { componentOf } from '../page-registry.tsx';
import { keptTabs, type Tab, useTabs } from './tabs.ts';

/** The page shown, and hidden behind it the pages kept as they were left: their effects sleep, their state stays. */
export function KeptPages({ shownPath }: { shownPath: string }) {
  const kept = keptTabs(useTabs(), shownPath, useUnsavedPaths());
  // Read by effects that end while the page is being hidden: by then another one is shown.
  const shown = useRef(shownPath);
  shown.current = shownPath;
  return kept.map((tab) => (
    <Activity key={`${tab.path} ${tab.drawing}`} mode={tab.path === shownPath ? 'visible' : 'hidden'}>
      <div className="shell-page">
        <CrashGuard>
          <Suspense fallback={<Skeleton lines={8} />}>
            <Placed path={tab.path} shown={shown}>
              <TabPage tab={tab} />
            </Placed>
          </Suspense>
        </CrashGuard>
      </div>
    </Activity>
  ));
}

function Placed({ path, shown, children }: { path: string; shown: RefObject<string>; children: ReactNode }) {
  const place = useMemo<TabPlace>(() => ({ path, isShown: () => shown.current === path }), [path, shown]);
  return <TabPlaceContext value={place}>{children}</TabPlaceContext>;
}

// A page sees its tab's location for as long as the tab lives, whatever the address bar shows meanwhile.
const TabPage = memo(function TabPage({ tab }: { tab: Tab }) {
  const Page = componentOf(tab.page);
  const isHome = tab.location.pathname === `/${readSession('dashboardPath')}/index`;
  const element = may(tab.page.access) ? <Page /> : isHome ? <WelcomePage /> : <NoPermission />;
  return useRoutes([{ path: '*', element }], tab.location);
});
