import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';

/** An item of a menu; `isOff` disables it. */
export interface MenuChoice {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onPick: () => void;
}

/** A menu at a point of the window: arrow keys move, Enter selects, Escape and losing focus close it. */
export function PointMenu({
  label,
  x,
  y,
  choices,
  onClose,
}: {
  label: string;
  x: number;
  y: number;
  choices: readonly MenuChoice[];
  onClose: () => void;
}) {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = sheet.current!;
    box.style.left = `${Math.max(4, Math.min(x, innerWidth - box.offsetWidth - 4))}px`;
    box.style.top = `${Math.max(4, Math.min(y, innerHeight - box.offsetHeight - 4))}px`;
  }, [x, y]);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.querySelector<HTMLElement>('button:enabled')?.focus();
    return () => before?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...sheet.current!.querySelectorAll<HTMLElement>('button:enabled')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) buttons.at(next % buttons.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={sheet}
      className="point-menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose()}
    >
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          role="menuitem"
          disabled={choice.isOff}
          onClick={() => {
            onClose();
            choice.onPick();
          }}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
