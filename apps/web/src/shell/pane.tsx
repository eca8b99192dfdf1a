import { type ReactNode, useEffect, useRef } from 'react';

/** A modal window: traps focus; Escape and a click outside close it. */
export function Pane({
  label,
  className,
  onClose,
  children,
}: {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current!.open) dialog.current!.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, which the dialog itself understands
    <dialog
      ref={dialog}
      className={`pane ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
