import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useText } from '../language.ts';
import { useTouch } from '../media.ts';

/** The two halves of the keyboard of plates. */
export type PlateKeysPage = 'provinces' | 'letters';

// I and O are left out of serials, as they look like 1 and 0.
const LETTERS = [...'1234567890', ...'QWERTYUPASDFGHJKLZXCVBNM', ...'学警港澳挂领使'];
const GAP_PX = 4;

/** The keyboard of a plate input, above everything: below the input, or at the foot of a touch screen. It never takes the focus. */
export function PlateKeys({
  page,
  of,
  heads,
  onPage,
  onKey,
  onErase,
  onDone,
}: {
  page: PlateKeysPage;
  /** The input it belongs to. */
  of: RefObject<HTMLElement | null>;
  heads: readonly string[];
  onPage: (page: PlateKeysPage) => void;
  onKey: (key: string) => void;
  onErase: () => void;
  onDone: () => void;
}) {
  const t = useText();
  const isTouch = useTouch();
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other page has another height
  useLayoutEffect(() => {
    const box = sheet.current!;
    if (!box.matches(':popover-open')) box.showPopover();
    if (isTouch) {
      of.current?.scrollIntoView({ block: 'center' });
      return;
    }
    const put = () => {
      const input = of.current!.getBoundingClientRect();
      const below = input.bottom + GAP_PX;
      const isAbove = below + box.offsetHeight > innerHeight && input.top - GAP_PX - box.offsetHeight > 0;
      box.style.top = `${isAbove ? input.top - GAP_PX - box.offsetHeight : below}px`;
      box.style.left = `${Math.max(GAP_PX, Math.min(input.left, innerWidth - box.offsetWidth - GAP_PX))}px`;
    };
    put();
    addEventListener('scroll', put, true);
    addEventListener('resize', put);
    return () => {
      removeEventListener('scroll', put, true);
      removeEventListener('resize', put);
    };
  }, [of, isTouch, page]);
  const keys = page === 'provinces' ? heads : LETTERS;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover above dialogs in every browser
    <div
      ref={sheet}
      popover="manual"
      role="group"
      className={`by-plate-keys is-${page} ${isTouch ? 'is-foot' : ''}`}
      aria-label={t({ zh: '车牌键盘', en: 'Plate keyboard' })}
      onMouseDown={(event) => event.preventDefault()}
    >
      {keys.map((key) => (
        <button key={key} type="button" tabIndex={-1} onClick={() => onKey(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        className="is-wide"
        onClick={() => onPage(page === 'provinces' ? 'letters' : 'provinces')}
      >
        {page === 'provinces' ? 'ABC' : t({ zh: '省份', en: 'Province' })}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className="is-wide"
        aria-label={t({ zh: '退格', en: 'Backspace' })}
        onClick={onErase}
      >
        ⌫
      </button>
      <button type="button" tabIndex={-1} className="is-wide is-main" onClick={onDone}>
        {t({ zh: '完成', en: 'Done' })}
      </button>
    </div>
  );
}
