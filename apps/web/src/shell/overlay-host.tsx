import { loadPasswordPrompt, useAskedProof, useKeys } from '@boyun/kernel/web';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { isGuide } from './guide-step.ts';
import { showOverlay, useOverlay } from './overlay.ts';

const Palette = lazy(() => import('./palette.tsx'));
const HelpSheet = lazy(() => import('./help-sheet.tsx'));
const PasswordPrompt = lazy(loadPasswordPrompt);
const GuideViewer = lazy(() => import('./guide-viewer.tsx'));

/** What lies over the shell, and the keys that put it there: Ctrl+K or ⌘K the command palette, '?' the help sheet. */
export function OverlayHost({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const overlay = useOverlay();
  useKeys({ '?': () => showOverlay('help') });
  // Before the shell is painted: a key that is pressed as soon as it stands is heard.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      showOverlay('palette');
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const asked = useAskedProof();
  const close = () => showOverlay(null);
  return (
    <Suspense fallback={null}>
      {asked && <PasswordPrompt asked={asked} />}
      {overlay === 'palette' && <Palette homePath={homePath} shownPath={shownPath} onClose={close} />}
      {overlay === 'help' && <HelpSheet onClose={close} />}
      {overlay !== null && isGuide(overlay) && <GuideViewer key={overlay} type={overlay} onClose={close} />}
    </Suspense>
  );
}
