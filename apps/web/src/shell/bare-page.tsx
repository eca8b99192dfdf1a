import { CrashGuard, Skeleton, translate, useLanguage, useTheme } from '@boyun/kernel/web';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { watchCrashes } from '../crash.ts';
import { componentOf, type ShownPage } from '../page-registry.tsx';
import { paintAccent, useAccent } from './accent.ts';
import { DEFAULT_ACCENT } from './accent-shade.ts';
import { TrialBar } from './trial-bar.tsx';

/** A page that fills the window, always in the dark theme. */
export default function BarePage({ page }: { page: ShownPage }) {
  const theme = useTheme();
  const accent = useAccent();
  useLanguage();
  // Canvases read their colours from the root when they are drawn, so it must be dark before.
  const [isDark, setDark] = useState(false);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = 'dark';
    // It has its own colours, independent of the tenant's and the user's choice.
    paintAccent(DEFAULT_ACCENT, 'dark');
    setDark(true);
    return () => {
      document.documentElement.dataset.theme = theme;
      paintAccent(accent, theme);
    };
  }, [accent, theme]);
  useEffect(watchCrashes, []);
  const title = `${translate(page.title)} · ${translate({ zh: '泊云', en: 'Boyun' })}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const Component = componentOf(page);
  return (
    <CrashGuard>
      <TrialBar isFloating />
      <Suspense fallback={<Skeleton lines={10} />}>{isDark && <Component />}</Suspense>
    </CrashGuard>
  );
}
