import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';

/** A column of a report table; a spare one is hidden when space is short. */
export interface ReplayColumn<Row> {
  readonly title: Label;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  readonly isSpare?: boolean;
  /** The column that identifies the row. */
  readonly isName?: boolean;
  readonly tone?: (row: Row) => string;
}

/** A plain table of the report with its own scrolling. */
export function ReplayTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  isLong = false,
}: {
  label: Label;
  columns: readonly ReplayColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isLong?: boolean;
}) {
  const t = useText();
  const classOf = ({ isNumber, isSpare }: ReplayColumn<Row>, tone = '') =>
    [isNumber && 'is-number', isSpare && 'is-spare', tone].filter(Boolean).join(' ') || undefined;
  return (
    <section
      className={isLong ? 'replay-scroll is-long' : 'replay-scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be scrollable by keyboard
      tabIndex={0}
      aria-label={t(label)}
    >
      <table className="replay-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title.en} scope="col" className={classOf(column)}>
                {t(column.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const Cell = column.isName ? 'th' : 'td';
                return (
                  <Cell
                    key={column.title.en}
                    scope={column.isName ? 'row' : undefined}
                    className={classOf(column, column.tone?.(row))}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
