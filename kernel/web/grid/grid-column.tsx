import type { Field, FieldKind, Fields, Label } from '@boyun/kernel/contract';
import type { ReactNode } from 'react';
import { FieldValue } from '../cell.tsx';
import { currentLanguage } from '../language.ts';

/** A column of a DataGrid. */
export interface GridColumn<T> {
  readonly key: string;
  readonly label: Label;
  /** The declared field it shows, if it is one; decides width, alignment and drawing. */
  readonly field?: Field;
  readonly width?: number;
  /** What its heading takes; a column that grows shrinks no further. */
  readonly minWidth?: number;
  /** Takes a share of the room that is left over. */
  readonly isGrowing?: boolean;
  readonly align?: 'start' | 'end' | 'center';
  readonly isSortable?: boolean;
  readonly pin?: 'start' | 'end';
  /** Off until the user turns it on. */
  readonly isHiddenAtFirst?: boolean;
  readonly cell: (row: T) => ReactNode;
}

const WIDTHS: Partial<Record<FieldKind, number>> = {
  plate: 130,
  instant: 156,
  day: 108,
  money: 112,
  integer: 96,
  decimal: 104,
  flag: 76,
  choice: 116,
  reference: 150,
  file: 84,
};

// About what a heading takes at 13 px, with its sort mark if it has one: Chinese characters are square, letters half as wide.
function headWidth(label: string, isSortable: boolean): number {
  const chars = [...label].reduce((sum, char) => sum + (char > '\u2e7f' ? 13 : 7.2), 0);
  return Math.min(220, Math.ceil(chars) + (isSortable ? 40 : 26));
}

// The words of states are never cut: the widest one with its dot decides.
function stateWidth(field: Field): number {
  const states = Object.values(field.choices ?? {}).filter((one) => one.tone);
  return Math.max(0, ...states.map((one) => headWidth(one[currentLanguage()], false) + 14));
}

/** Own drawing of single columns, by key: a function draws the cell, an object changes more. */
export type CellSlots<T> = Readonly<
  Record<string, ((row: T) => ReactNode) | (Partial<GridColumn<T>> & { cell?: (row: T) => ReactNode })>
>;

/** Columns from declared fields, in the order of `keys`; slots replace the drawing of some and may add columns of their own. */
export function columnsOf<T>(
  fields: Fields,
  keys: readonly string[],
  options: { cells?: CellSlots<T>; sortable?: readonly string[] } = {},
): GridColumn<T>[] {
  const { cells = {}, sortable = [] } = options;
  return keys.map((key) => {
    const field = fields[key];
    const slot = cells[key];
    const more = typeof slot === 'function' ? { cell: slot } : (slot ?? {});
    if (!field) {
      if (!more.cell || !more.label) throw new Error(`The column '${key}' is no field and has no label and cell.`);
      return { key, label: more.label, cell: more.cell, ...more };
    }
    const isSortable = more.isSortable ?? sortable.includes(key);
    const minWidth = Math.max(headWidth((more.label ?? field.label)[currentLanguage()], isSortable), stateWidth(field));
    const isNumber = field.kind === 'money' || field.kind === 'integer' || field.kind === 'decimal';
    return {
      key,
      label: field.label,
      field,
      isGrowing: field.kind === 'text' || field.kind === 'reference',
      align: isNumber ? 'end' : 'start',
      cell: (row: T) => <FieldValue field={field} fieldKey={key} row={row as Record<string, unknown>} />,
      ...more,
      isSortable,
      minWidth,
      width: Math.max(more.width ?? WIDTHS[field.kind] ?? (field.isLong ? 240 : 150), minWidth),
    };
  });
}
