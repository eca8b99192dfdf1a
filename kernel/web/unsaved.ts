import { createContext, useContext, useEffect, useId } from 'react';
import { createStore, useStore } from './store.ts';

/** The tab a part of a page stands in. */
export interface TabPlace {
  readonly path: string;
  /** Whether it is the tab on screen now, also while it is about to be hidden. */
  isShown(): boolean;
}

/** Tells everything below it which tab it stands in. */
export const TabPlaceContext = createContext<TabPlace | null>(null);

/** Half-filled forms by their id, each with the path of its tab. */
const forms = createStore<ReadonlyMap<string, string>>(new Map());

function note(id: string, path: string | null): void {
  const next = new Map(forms.get());
  if (path === null) next.delete(id);
  else next.set(id, path);
  forms.set(next);
}

/** Tells the sheet a form stands in whether closing it loses something. */
export const SheetContext = createContext<((id: string, isUnsaved: boolean) => void) | null>(null);

/** Marks the tab, and the sheet within it, as holding something unsaved for as long as they do, hidden or not. */
export function useUnsaved(isUnsaved: boolean): void {
  const place = useContext(TabPlaceContext);
  const noteInSheet = useContext(SheetContext);
  const id = useId();
  useEffect(() => {
    noteInSheet?.(id, isUnsaved);
    return () => noteInSheet?.(id, false);
  }, [noteInSheet, id, isUnsaved]);
  useEffect(() => {
    if (!place || !isUnsaved) return;
    note(id, place.path);
    // The effects of a hidden page end as if it were gone; its form is still there.
    return () => {
      if (place.isShown()) note(id, null);
    };
  }, [place, id, isUnsaved]);
}

/** Paths of the tabs that hold something unsaved. */
export function unsavedPaths(): ReadonlySet<string> {
  return new Set(forms.get().values());
}

/** The same, re-rendering when it changes. */
export function useUnsavedPaths(): ReadonlySet<string> {
  return new Set(useStore(forms).values());
}

/** Forgets what a tab held: it is closed or drawn anew. */
export function forgetUnsaved(path: string): void {
  const left = [...forms.get()].filter(([, tab]) => tab !== path);
  if (left.length < forms.get().size) forms.set(new Map(left));
}
