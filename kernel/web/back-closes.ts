import { useEffect } from 'react';
import { useCommitted } from './committed.ts';

interface Marked {
  readonly sheet?: string;
}

/**
 * Lets Back close an open sheet instead of leaving the page: while it is open, an entry of its own is on top of the history. `close` returns
 * whether the sheet closes; if it asks first, it keeps its entry.
 */
export function useBackCloses(id: string, isOpen: boolean, close: () => boolean): void {
  const held = useCommitted(close);
  useEffect(() => {
    if (!isOpen) return;
    const isOnTop = () => (history.state as Marked | null)?.sheet === id;
    // The router finds its own state in the entry, and the same address.
    const enter = () => history.pushState({ ...(history.state as Marked | null), sheet: id }, '');
    const page = location.pathname;
    const onBack = () => {
      // Of a page that is kept behind another one, the sheet stays as it is.
      if (location.pathname === page && !isOnTop() && !held.current()) enter();
    };
    // A page that is shown again with its sheet open may still have the entry.
    if (!isOnTop()) enter();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      if (isOnTop()) history.back();
    };
  }, [id, isOpen, held]);
}
