import type { Label, Report } from '@boyun/kernel/contract';
import type { GridColumn } from '../grid/grid-column.tsx';
import type { GridSetting } from '../grid/grid-setting.ts';
import { CompareButton, canCompare } from './compared.tsx';
import type { ListContext } from './list-place.tsx';
import { ListPrintButton } from './print-button.tsx';

interface ToolsProps {
  readonly source: Report;
  readonly title: Label | undefined;
  readonly context: ListContext<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: columns of any rows
  readonly columns: readonly GridColumn<any>[];
  readonly setting: GridSetting;
}

/** What can be done with the sums of a report: they are compared with another period, and printed with their rows. */
export default function ReportTools({ source, title, context, columns, setting }: ToolsProps) {
  return (
    <>
      {canCompare(source) && <CompareButton context={context} />}
      <ListPrintButton source={source} title={title} context={context} columns={columns} setting={setting} />
    </>
  );
}
