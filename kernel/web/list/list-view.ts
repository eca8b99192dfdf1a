import { useMemo } from 'react';
import { restoreSettings } from '../grid/kept-setting.ts';
import { useSlot } from '../slot.tsx';
import { createStore, useStore } from '../store.ts';
import type { ListView } from './list-model.ts';
import { type ListViewSource, listViewSource } from './list-view-slot.ts';

const known = createStore<readonly ListView[] | null>(null);

async function refreshListViews(source: ListViewSource): Promise<void> {
  const { views, columns } = await source.fetchViews();
  restoreSettings(source.saveColumns, columns);
  known.set(views);
}

/** Fetches the user's views and columns; until then lists use what this browser has cached. */
export async function startListViews(source: ListViewSource): Promise<void> {
  known.set(null);
  // Without a response lists use what this browser has cached, and no views.
  await refreshListViews(source).catch(() => known.set([]));
}

interface ListViews {
  readonly loadPanel: ListViewSource['loadPanel'];
  /** Fetches them again. */
  readonly refresh: () => Promise<void>;
  /** Null until they are loaded. */
  readonly views: readonly ListView[] | null;
}

/** Returns the views of the user's lists; null where lists have no views. */
export function useListViews(): ListViews | null {
  const source = useSlot(listViewSource);
  const views = useStore(known);
  return useMemo(
    () => source && { loadPanel: source.loadPanel, refresh: () => refreshListViews(source), views },
    [source, views],
  );
}
