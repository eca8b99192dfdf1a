import type { GridSetting } from '../grid/grid-setting.ts';
import type { ListParams } from './list-url.ts';

/** A named view of a list: filters and order as in its address, and columns. */
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

/** State of a list page, kept in its address: filters, page and order, or the name of a view that contains them. */
export interface ListState extends ListParams {
  /** Id of the row whose drawer is open. */
  readonly openId: string | null;
  /** The view in use; any change other than the page leaves it. */
  readonly view: ListView | null;
  /** The address names a view that is not loaded yet. */
  readonly isWaiting: boolean;
  /** The address names a view that does not exist. */
  readonly isViewMissing: boolean;
  /** Filters and order as the query of an address. */
  readonly query: string;
  /** Returns whether that changed anything. */
  setFilters(filters: Readonly<Record<string, unknown>>): boolean;
  setPage(page: number, perPage: number): void;
  setSort(sort: string | null): void;
  setOpen(id: string | null): void;
  setView(id: string): void;
  /** Keeps the filters of the view but leaves the view. */
  leaveView(): void;
}

/** Props of the panel of views. */
export interface ViewPanelProps {
  readonly list: string;
  readonly state: ListState;
  readonly setting: GridSetting;
  readonly onClose: () => void;
}
