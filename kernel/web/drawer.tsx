import './form/form.css';
import './drawer.css';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useBackCloses } from './back-closes.ts';
import { Confirm } from './confirm.tsx';
import { useText } from './language.ts';
import { SheetContext } from './unsaved.ts';

/** Moves the focus from the last element of a sheet to its first, and back. */
function keepFocus(event: KeyboardEvent, sheet: HTMLElement): void {
  const inside = [...sheet.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea,[tabindex="0"]')];
  const usable = inside.filter((one) => !one.hasAttribute('disabled') && one.offsetParent !== null);
  const first = usable[0];
  const last = usable.at(-1);
  const { activeElement } = document;
  const isLeaving = event.shiftKey ? activeElement === first || activeElement === sheet : activeElement === last;
  if (!isLeaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** The widths of drawers in px: a short form, a detail, everything about one thing. */
const WIDTHS = [480, 720, 1080];

/** Returns the width of a drawer whose content needs so many px. */
function widthFor(needed: number): number {
  return WIDTHS.find((one) => one >= needed) ?? WIDTHS.at(-1)!;
}

/**
 * A panel at the right edge. It is part of the page rather than a portal, so that it is hidden together with its tab; it traps focus while
 * open and restores it on close. Back closes it. Closing it with unsaved form input asks for confirmation first.
 */
export function Drawer({
  isOpen,
  title,
  extra,
  width = 560,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: ReactNode;
  /** Buttons next to the title. */
  extra?: ReactNode;
  /** Width in px that the content needs; the drawer takes the next one of its scale. */
  width?: number;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const unsaved = useRef(new Set<string>());
  const [isAsking, setAsking] = useState(false);
  const onUnsaved = useCallback((form: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(form);
    else unsaved.current.delete(form);
  }, []);
  const requestClose = () => {
    const isAsked = unsaved.current.size > 0;
    if (isAsked) setAsking(true);
    else onClose();
    return !isAsked;
  };
  useBackCloses(id, isOpen, requestClose);
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.focus();
    return () => before?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      requestClose();
    }
    if (event.key === 'Tab') keepFocus(event, sheet.current!);
  };
  return (
    <div className="by-drawer-place">
      {/* The close button and Escape do the same for the keyboard. */}
      <div
        className="by-drawer-mask"
        aria-hidden
        // The second click of a double-click on a row falls here: it closes nothing, and the focus stays in the drawer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => event.detail < 2 && requestClose()}
      />
      <div
        ref={sheet}
        className="by-drawer"
        style={{ '--by-drawer-width': `${widthFor(width)}px` } as CSSProperties}
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <header className="by-drawer-head">
          <h2 id={id}>{title}</h2>
          <div className="by-drawer-extra">{extra}</div>
          <button type="button" className="by-cross" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={requestClose}>
            ×
          </button>
        </header>
        <div className="by-drawer-body">
          <SheetContext value={onUnsaved}>{children}</SheetContext>
        </div>
      </div>
      <Confirm
        isOpen={isAsking}
        text={t({ zh: '有未提交的内容，确定关闭吗？', en: 'You have unsaved changes. Close anyway?' })}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
