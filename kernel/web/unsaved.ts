import { createContext, useContext, useEffect, useId } from 'react';
import { createStore, useStore } from './store.ts';

/** The tab that contains a part of a page. */
export interface TabPlace {
  readonly path: string;
  /** Whether it is the visible tab, including while it is being hidden. */
  isShown(): boolean;
}

/** Provides the containing tab to everything below it. */
export const TabPlaceContext = createContext<TabPlace | null>(null);

/** Unsaved forms by their id, each with the path of its tab. */
const forms = createStore<ReadonlyMap<string, string>>(new Map());

function setUnsaved(id: string, path: string | null): void {
  const next = new Map(forms.get());
  if (path === null) next.delete(id);
  else next.set(id, path);
  forms.set(next);
}

/** Reports to the drawer around a form whether closing it would discard input. */
export const SheetContext = createContext<((id: string, isUnsaved: boolean) => void) | null>(null);

/** Marks the tab, and the drawer within it, as unsaved while `isUnsaved`, hidden or not. */
export function useUnsaved(isUnsaved: boolean): void {
  const place = useContext(TabPlaceContext);
  const reportToSheet = useContext(SheetContext);
  const id = useId();
  useEffect(() => {
    reportToSheet?.(id, isUnsaved);
    return () => reportToSheet?.(id, false);
  }, [reportToSheet, id, isUnsaved]);
  useEffect(() => {
    if (!place || !isUnsaved) return;
    setUnsaved(id, place.path);
    // Effects of a hidden page are cleaned up as if it were unmounted, but its form still exists.
    return () => {
      if (place.isShown()) setUnsaved(id, null);
    };
  }, [place, id, isUnsaved]);
}

/** Returns the paths of the tabs with unsaved input. */
export function unsavedPaths(): ReadonlySet<string> {
  return new Set(forms.get().values());
}

/** The same, re-rendering when it changes. */
export function useUnsavedPaths(): ReadonlySet<string> {
  return new Set(useStore(forms).values());
}

/** Removes the unsaved mark of a tab that is closed or reloaded. */
export function clearUnsaved(path: string): void {
  const left = [...forms.get()].filter(([, tab]) => tab !== path);
  if (left.length < forms.get().size) forms.set(new Map(left));
}
