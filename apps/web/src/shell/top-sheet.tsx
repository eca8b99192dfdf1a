import { type ReactNode, useRef, useState } from 'react';

/** A tool of the top bar that opens a sheet below it; Escape and losing focus close the sheet. */
export function TopSheet({
  label,
  face,
  className = 'top-tool',
  sheetClass,
  children,
}: {
  label: string;
  face: ReactNode;
  className?: string;
  sheetClass?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that focus leaves, and Escape
    <div
      className="top-sheet-place"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        {face}
      </button>
      {isOpen && (
        // Keeps the focus inside on a click between the buttons.
        <div className={sheetClass ? `top-sheet ${sheetClass}` : 'top-sheet'} tabIndex={-1}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
