import { useEffectEvent, useLayoutEffect } from 'react';

/** Key bindings of a page: `{ '/': focusFilter, n: add }`. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

/** Handles single keys while the page is shown, except while the user types or a dialog is open. */
export function useKeys(keys: KeyMap): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as HTMLElement | null;
    if (
      target?.closest(
        'input,textarea,select,[contenteditable="true"],dialog,[role="dialog"],[role="menu"],[role="combobox"]',
      )
    )
      return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // Before paint, so that a key pressed as soon as the page appears is handled.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
