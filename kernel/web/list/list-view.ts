import { useMemo } from 'react';
import { noteEdits, restoreSettings } from '../grid/kept-setting.ts';
import { useSlot } from '../slot.tsx';
import { createStore, useStore } from '../store.ts';
import type { ListView } from './list-model.ts';
import { type ListViewSource, listViewSource } from './list-view-slot.ts';

const known = createStore<readonly ListView[] | null>(null);

async function refreshListViews(source: ListViewSource): Promise<ReadonlyMap<string, string>> {
  const asked = noteEdits();
  const { views, columns, texts } = await source.fetchViews();
  restoreSettings(source.saveColumns, columns, asked);
  known.set(views);
  return texts;
}

/**
 * Fetches the user's views and columns; until then lists use what this browser has cached. Returns the user's texts of the shell by key; null
 * without a response.
 */
export async function startListViews(source: ListViewSource): Promise<ReadonlyMap<string, string> | null> {
  known.set(null);
  // Without a response lists use what this browser has cached, and no views.
  return refreshListViews(source).catch(() => {
    known.set([]);
    return null;
  });
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
    () => source && { loadPanel: source.loadPanel, refresh: async () => void (await refreshListViews(source)), views },
    [source, views],
  );
}
