import type { Label } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { useText } from '../language.ts';
import { Printed, PrintNow } from '../print-slip.tsx';
import { useUser } from '../session.ts';

type Row = Readonly<Record<string, unknown>>;

/** A column of a printed table. */
export interface PrintedColumn {
  readonly key: string;
  readonly label: Label;
  /** Written at its end. */
  readonly isFigure: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The sum below it, where there is one. */
  readonly total?: ReactNode;
}

/** From this many columns on, a sheet lies on its side. */
const WIDE_FROM = 8;

/** Prints a table, below whose it is and what it is about. */
export function PrintTable({
  title,
  about,
  columns,
  rows,
  onDone,
}: {
  readonly title: string;
  /** Period and filters in words. */
  readonly about: readonly string[];
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly Row[];
  readonly onDone: () => void;
}) {
  const t = useText();
  const user = useUser();
  const classOf = (column: PrintedColumn) => (column.isFigure ? 'is-number' : undefined);
  return (
    <PrintNow onDone={onDone}>
      <section
        className={columns.length < WIDE_FROM ? 'by-slip is-sheet' : 'by-slip is-sheet is-wide'}
        aria-label={title}
      >
        <h1>{title}</h1>
        <p>{[user.brandName ?? user.tenantName, ...about].join(' · ')}</p>
        <table>
          <thead>
            <tr>
              {columns.map((one) => (
                <th key={one.key} className={classOf(one)}>
                  {t(one.label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a sheet never change
              <tr key={index}>
                {columns.map((one) => (
                  <td key={one.key} className={classOf(one)}>
                    {one.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {columns.some(({ total }) => total !== undefined) && (
            <tfoot>
              <tr>
                {columns.map((one, index) => (
                  <td key={one.key} className={classOf(one)}>
                    {one.total ?? (index === 0 ? t({ zh: '合计', en: 'Total' }) : '')}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        <Printed />
      </section>
    </PrintNow>
  );
}
