import type { Fields } from '@boyun/kernel/contract';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GridColumn } from './grid-column.tsx';
import type { GridSetting } from './grid-setting.ts';

/** Props of a DataGrid. Rows have an `id`; the grid itself fetches nothing. */
export interface DataGridProps<T extends { readonly id: string }> {
  readonly columns: readonly GridColumn<T>[];
  readonly rows: readonly T[];
  /** Sums over the whole result by column key, shown in a row at the foot. */
  readonly totals?: Readonly<Record<string, unknown>>;
  /** Fields of the totals, for their tooltips. */
  readonly totalFields?: Fields;
  /** Height of a row; that of the setting by default. */
  readonly rowPx?: number | undefined;
  readonly setting: GridSetting;
  readonly onSetting: (next: GridSetting) => void;
  /** `key` or `-key`. */
  readonly sort?: string | null;
  readonly onSort?: (sort: string | null) => void;
  readonly onOpen?: (row: T) => void;
  /** The first load; on later loads the old rows stay until the new ones arrive. */
  readonly isLoading?: boolean;
  /** Key of the query that loads the rows; a line at the top shows while it is loading. */
  readonly queryKey?: QueryKey;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly empty: ReactNode;
  /** Extra class of a row: `is-bad`, `is-warn`, `is-fresh`. */
  readonly rowClass?: (row: T) => string | undefined;
  readonly label: string;
}
