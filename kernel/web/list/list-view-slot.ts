import type { ComponentType } from 'react';
import { singleSlot } from '../../contract/slot.ts';
import type { ListView, ViewPanelProps } from './list-model.ts';

/** Storage of views and columns of lists, and of what the shell remembers for a person. */
export interface ListViewSource {
  /** Loads the panel that creates and shares views. */
  readonly loadPanel: () => Promise<{ default: ComponentType<ViewPanelProps> }>;
  /** Fetches the views available to the user, the user's columns as text by list, and the user's texts of the shell by key. */
  readonly fetchViews: () => Promise<{
    views: readonly ListView[];
    columns: ReadonlyMap<string, string>;
    texts: ReadonlyMap<string, string>;
  }>;
  /** Stores a text of the shell; its key begins with `shell:`. */
  readonly saveText: (key: string, text: string) => Promise<unknown>;
  /** Stores the columns of a list; an empty text resets them. */
  readonly saveColumns: (list: string, text: string) => Promise<unknown>;
}

/** Storage of views and columns of lists; without it lists have no views, and columns stay in this browser. */
export const listViewSource = singleSlot<ListViewSource>('web.list-views');
