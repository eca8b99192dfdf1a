import type { ComponentType } from 'react';
import type { GridSetting } from '../grid/grid-setting.ts';
import { createStore, useStore } from '../store.ts';
import type { ListState } from './list-state.ts';

/** A way of looking at a list that has a name: filters and order as its address says them, and columns. */
export interface ListView {
  readonly id: string;
  readonly list: string;
  readonly name: string;
  readonly query: string;
  readonly setting: GridSetting;
  /** Roles it is shared with. */
  readonly roles: readonly string[];
  readonly isOwn: boolean;
  readonly ownerName: string;
}

/** What the panel of views is given. */
export interface ViewPanelProps {
  readonly list: string;
  readonly state: ListState;
  readonly setting: GridSetting;
  readonly onClose: () => void;
}

interface ViewOffer {
  readonly loadPanel: () => Promise<{ default: ComponentType<ViewPanelProps> }>;
  /** Asks anew which there are. */
  readonly refresh: () => Promise<void>;
  /** Null until they are known. */
  readonly views: readonly ListView[] | null;
}

const offer = createStore<ViewOffer | null>(null);

/** Lets lists have views: which there are, and the panel that makes and shares them. */
export function offerListViews(next: ViewOffer): void {
  offer.set(next);
}

/** What was offered; null where lists have no views. */
export function useViewOffer(): ViewOffer | null {
  return useStore(offer);
}
