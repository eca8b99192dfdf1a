import { loadCarPanel, loadPasswordPrompt, useKeys, useProofRequest, useShownCar } from '@boyun/kernel/web';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { isGuide } from './guide-step.ts';
import { showOverlay, useOverlay } from './overlay.ts';

const Palette = lazy(() => import('./palette.tsx'));
const CarFinder = lazy(() => import('./car-finder.tsx'));
const HelpSheet = lazy(() => import('./help-sheet.tsx'));
const PasswordPrompt = lazy(loadPasswordPrompt);
const CarPanel = lazy(loadCarPanel);
const GuideViewer = lazy(() => import('./guide-viewer.tsx'));

/** Renders the panel of a car, the overlay of the shell and its shortcuts: Ctrl+K or ⌘K opens the command palette, '?' the help sheet. */
export function OverlayHost({ homePath, shownPath }: { homePath: string; shownPath: string }) {
  const overlay = useOverlay();
  useKeys({ '?': () => showOverlay('help') });
  // Before paint, so that a key pressed as soon as the shell appears is handled.
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
  const asked = useProofRequest();
  const isCarShown = useShownCar() !== null;
  const close = () => showOverlay(null);
  return (
    <Suspense fallback={null}>
      {isCarShown && <CarPanel />}
      {asked && <PasswordPrompt asked={asked} />}
      {overlay === 'palette' && <Palette homePath={homePath} shownPath={shownPath} onClose={close} />}
      {overlay === 'car' && <CarFinder onClose={close} />}
      {overlay === 'help' && <HelpSheet shownPath={shownPath} homePath={homePath} onClose={close} />}
      {overlay !== null && isGuide(overlay) && <GuideViewer key={overlay} type={overlay} onClose={close} />}
    </Suspense>
  );
}
