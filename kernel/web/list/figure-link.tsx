import { type Field, type Fields, type Report, type Resource, type RowsAt, rowsFilters } from '@boyun/kernel/contract';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { isResource } from '../call.ts';
import { FieldValue } from '../cell.tsx';
import type { CellSlots } from '../grid/grid-column.tsx';
import { can } from '../permission.tsx';
import { tenantZone } from '../session.ts';
import { ListPlace } from './list-place.tsx';
import { listLink } from './list-url.ts';

type Row = Readonly<Record<string, unknown>>;

/** The cells of the figures of a report that link to the rows they count; cells the page draws itself stay. */
export function linkedFigures(source: Resource | Report, cells: CellSlots<never> = {}): CellSlots<Row> {
  if (isResource(source)) return {};
  const report = source as Report;
  const slots = cells as Readonly<Record<string, CellSlots<unknown>[string] | undefined>>;
  const linked = (report.rowsAt ?? []).filter(({ list }) => can(list.access));
  const keys = new Set(linked.flatMap(({ figures }) => Object.keys(figures)));
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const slot = slots[key];
      if (typeof slot === 'function' || slot?.cell) return [];
      const field = (report.columns as Fields)[key]!;
      const places = linked.filter(({ figures }) => key in figures);
      const cell = (row: Row) => <Figure report={report} places={places} row={row} field={field} fieldKey={key} />;
      return [[key, { ...slot, cell }]];
    }),
  );
}

interface FigureProps {
  readonly report: Report;
  /** The lists that may have its rows; what the report is grouped by decides which has. */
  readonly places: readonly RowsAt[];
  readonly row: Row;
  readonly field: Field;
  readonly fieldKey: string;
}

function Figure({ report, places, row, field, fieldKey }: FigureProps) {
  const { sent } = useContext(ListPlace)!;
  const shown = <FieldValue field={field} fieldKey={fieldKey} row={row} />;
  if (!row[fieldKey]) return shown;
  for (const at of places) {
    const filters = rowsFilters(at, report, row, sent, tenantZone());
    if (filters) return <RowsLink to={listLink(at.page, filters)}>{shown}</RowsLink>;
  }
  return shown;
}

function RowsLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    // A click on the row opens it; a click on the figure must not.
    <Link to={to} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  );
}
