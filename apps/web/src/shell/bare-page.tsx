import { CrashGuard, Skeleton, sayNow, useLanguage, useTheme } from '@boyun/kernel/web';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { watchCrashes } from '../crash.ts';
import { componentOf, type ShownPage } from '../page-registry.tsx';
import { paintAccent, useAccent } from './accent.ts';
import { DEFAULT_ACCENT } from './accent-shade.ts';
import { TrialBar } from './trial-bar.tsx';

/** A page that fills the window, in the dark look whatever look the user has chosen for the others. */
export default function BarePage({ page }: { page: ShownPage }) {
  const theme = useTheme();
  const accent = useAccent();
  useLanguage();
  // Canvases read their colours from the root as they are drawn: it must be dark before.
  const [isDark, setDark] = useState(false);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = 'dark';
    // Its colours are its own, whatever colour the tenant or the user has chosen.
    paintAccent(DEFAULT_ACCENT, 'dark');
    setDark(true);
    return () => {
      document.documentElement.dataset.theme = theme;
      paintAccent(accent, theme);
    };
  }, [accent, theme]);
  useEffect(watchCrashes, []);
  const title = `${sayNow(page.title)} · ${sayNow({ zh: '泊云', en: 'Boyun' })}`;
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
