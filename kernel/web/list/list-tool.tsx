import type { Label, Report, Resource } from '@boyun/kernel/contract';
import type { QueryKey } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { isResource } from '../call.ts';
import type { GridColumn } from '../grid/grid-column.tsx';
import type { GridSetting } from '../grid/grid-setting.ts';
import { GridSettingButton } from '../grid/grid-setting-panel.tsx';
import { RefreshButton } from './list-part.tsx';
import type { ListContext } from './list-place.tsx';
import { ListViewButton } from './list-view-button.tsx';

const ReportTools = lazy(() => import('./report-tools.tsx'));

/** Returns the source of a list if it is a report with sums. */
export const withSums = (source: Resource | Report) =>
  !isResource(source) && (source as Report).totals ? (source as Report) : null;

interface ListToolsProps {
  readonly source: Resource | Report;
  readonly title: Label | undefined;
  readonly list: {
    readonly name: string;
    readonly queryKey: QueryKey;
    readonly context: ListContext<unknown>;
    readonly refresh: () => void;
  };
  readonly grid: {
    // biome-ignore lint/suspicious/noExplicitAny: columns of any rows
    readonly columns: readonly GridColumn<any>[];
    readonly setting: GridSetting;
    readonly setSetting: (next: GridSetting) => void;
  };
}

/** Compares and prints a list, refreshes it, keeps it as a view, and sets its columns. */
export function ListTools({ source, title, list, grid }: ListToolsProps) {
  const sums = withSums(source);
  const { columns, setting, setSetting } = grid;
  return (
    <div className="by-toolbar-tools">
      {sums && (
        <Suspense fallback={null}>
          <ReportTools source={sums} title={title} context={list.context} columns={columns} setting={setting} />
        </Suspense>
      )}
      <RefreshButton asking={list.queryKey} onRefresh={list.refresh} />
      <ListViewButton list={list.name} state={list.context.state} setting={setting} />
      <GridSettingButton columns={columns} setting={setting} onChange={setSetting} />
    </div>
  );
}
