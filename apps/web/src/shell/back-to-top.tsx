import { useText } from '@boyun/kernel/web';
import { type RefObject, useEffect, useState } from 'react';

const APPEARS_AFTER_PX = 300;
const EASED_MS = 500;

/** Scrolls the page or list that was scrolled last back to the top, in half a second (spec §9). */
export function BackToTop({ scroller, shownPath }: { scroller: RefObject<HTMLElement | null>; shownPath: string }) {
  const t = useText();
  const [box, setBox] = useState<Element | null>(null);
  useEffect(() => {
    const main = scroller.current;
    if (!main) return;
    const listen = ({ target }: Event) => {
      if (target instanceof Element) setBox(target.scrollTop > APPEARS_AFTER_PX ? target : null);
    };
    // Scroll events do not bubble, but can be captured.
    main.addEventListener('scroll', listen, { passive: true, capture: true });
    return () => main.removeEventListener('scroll', listen, { capture: true });
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has scrolled nothing yet
  useEffect(() => setBox(null), [shownPath]);
  if (!box) return null;
  const rise = () => {
    const from = box.scrollTop;
    const started = performance.now();
    const step = (at: number) => {
      const share = Math.min(1, (at - started) / EASED_MS);
      box.scrollTop = from * (1 - share) ** 3;
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  return (
    <button type="button" className="back-to-top" aria-label={t({ zh: '回到顶部', en: 'Back to top' })} onClick={rise}>
      ↑
    </button>
  );
}
