import { useEffectEvent, useLayoutEffect } from 'react';

/** What single keys do on a page: `{ '/': focusFilter, n: add }`. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

/** Listens to single keys while the page is shown; not while the user types or a dialog is open. */
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
  // Before the page is painted: a key that is pressed as soon as the page stands is heard.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
