import { beforeKey, comparedFigures, type Fields, type Report, setPeriodKeys } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { FieldValue, fieldText } from '../cell.tsx';
import { growthText } from '../format.ts';
import type { CellSlots } from '../grid/grid-column.tsx';
import { useText } from '../language.ts';

type Row = Readonly<Record<string, unknown>>;

/** Height of a row whose figures have what they are compared with below them. */
export const COMPARED_ROW_PX = 48;
/** Widths of a column that also holds the earlier value and the change, for amounts of money and for counts. */
const MONEY_PX = 148;
const COUNT_PX = 116;

/** The filters of a list, without a comparison while the period to compare is not chosen. */
export function withoutIdleComparison(fields: Fields, { compare, ...filters }: Row): Row {
  const isPeriod = setPeriodKeys(fields, filters)?.every((key) => filters[key]);
  return compare && isPeriod ? { ...filters, compare } : filters;
}

/** The cells of the compared figures of a report, with the earlier value and the change below each. */
export function comparedCells(report: Report, cells: CellSlots<never>): CellSlots<Row> {
  const slots = cells as Readonly<Record<string, CellSlots<Row>[string] | undefined>>;
  return Object.fromEntries(
    comparedFigures(report).map((key) => {
      const slot = slots[key];
      const column = typeof slot === 'function' ? { cell: slot } : slot;
      const field = (report.columns as Fields)[key]!;
      const own = column?.cell ?? ((row: Row) => <FieldValue field={field} fieldKey={key} row={row} />);
      const cell = (row: Row) => (
        <ComparedFigure report={report} fieldKey={key} row={row}>
          {own(row)}
        </ComparedFigure>
      );
      const width = Math.max(column?.width ?? 0, field.kind === 'money' ? MONEY_PX : COUNT_PX);
      return [key, { ...column, width, cell }];
    }),
  );
}

/** How much a figure has risen or fallen; whether that is good depends on the figure, so it has no colour. */
export function FigureChange({ now, then }: { now: number; then: number }) {
  const text = growthText(now, then, 1);
  if (text === null || now === then) return null;
  return <b>{`${now > then ? '▲' : '▼'} ${text}`}</b>;
}

function ComparedFigure({
  report,
  fieldKey,
  row,
  children,
}: {
  report: Report;
  fieldKey: string;
  row: Row;
  children: ReactNode;
}) {
  const t = useText();
  const before = beforeKey(fieldKey);
  // Until the compared rows are there, those of before are shown.
  if (row[before] === undefined) return children;
  const field = (report.columns as Fields)[fieldKey]!;
  return (
    <span className="by-compared-figure">
      {children}
      <small className="by-figure by-faint">
        {fieldText(field, before, { [before]: row[before] }, t)}{' '}
        <FigureChange now={Number(row[fieldKey] ?? 0)} then={Number(row[before] ?? 0)} />
      </small>
    </span>
  );
}
