import { useText } from '@boyun/kernel/web';
import { type RefObject, useEffect, useState } from 'react';

const APPEARS_AFTER_PX = 300;
const EASED_MS = 500;

/** Goes back to the top of a long page in half a second. */
export function BackToTop({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const t = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const listen = () => setShown(box.scrollTop > APPEARS_AFTER_PX);
    box.addEventListener('scroll', listen, { passive: true });
    return () => box.removeEventListener('scroll', listen);
  }, [scroller]);
  if (!isShown) return null;
  const rise = () => {
    const box = scroller.current!;
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
    <button
      type="button"
      className="back-to-top"
      aria-label={t({ zh: '回到顶部', en: 'Back to the top' })}
      onClick={rise}
    >
      ↑
    </button>
  );
}
