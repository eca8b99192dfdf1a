import type { ComponentType } from 'react';
import { singleSlot } from '../../contract/slot.ts';
import type { ListView, ViewPanelProps } from './list-model.ts';

/** Storage of views and columns of lists. */
export interface ListViewSource {
  /** Loads the panel that creates and shares views. */
  readonly loadPanel: () => Promise<{ default: ComponentType<ViewPanelProps> }>;
  /** Fetches the views available to the user, and the user's columns as text by list. */
  readonly fetchViews: () => Promise<{ views: readonly ListView[]; columns: ReadonlyMap<string, string> }>;
  /** Stores the columns of a list; an empty text resets them. */
  readonly saveColumns: (list: string, text: string) => Promise<unknown>;
}

/** Storage of views and columns of lists; without it lists have no views, and columns stay in this browser. */
export const listViewSource = singleSlot<ListViewSource>('web.list-views');
